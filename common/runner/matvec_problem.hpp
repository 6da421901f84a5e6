// An instance of y = A x + b with its expected result: shared by the suites, which judge, and by
// runs by hand, which show. Generated from a shape, a kind and a seed, so that a run by hand
// repeats exactly what a suite tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runner/expected.hpp"
#include "runner/inputs.hpp"

namespace runner {

/// column_major_transposed: A is stored column by column and its transpose multiplies, y = A^T x +
/// b.
enum class Layout { row_major, column_major, column_major_transposed };

struct MatvecProblem {
    int n = 0;  // rows of the applied matrix (A or its transpose): elements of y and b
    int m = 0;  // its columns, elements of x
    Layout layout = Layout::row_major;
    std::vector<float> A, x, b;
    // Whether sums round. If not, every order of summation is exact, and only that value is right.
    bool rounds = false;

    /// The index in A of the coefficient of x[j] in y[i].
    std::size_t at(int i, int j) const {
        return layout == Layout::column_major ? static_cast<std::size_t>(j) * n + i
                                              : static_cast<std::size_t>(i) * m + j;
    }

    /// The shape of A in memory, as passed to functions and shown in messages.
    int rows() const { return layout == Layout::column_major_transposed ? m : n; }
    int columns() const { return layout == Layout::column_major_transposed ? n : m; }
};

/// rows, columns: the shape of A in memory.
MatvecProblem make_matvec_problem(int rows, int columns, Layout layout, InputKind kind,
                                  std::uint64_t seed);

/// The accepted values of y[i]. With rounding: within gamma_(m+1) (sum |a||x| + |b|), see gamma().
Expected expected_element(const MatvecProblem& problem, int i);

/// The first wrong element; nothing if all are right.
std::optional<int> first_wrong(const MatvecProblem& problem, std::span<const float> y);

}  // namespace runner
