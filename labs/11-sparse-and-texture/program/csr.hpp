// Sparse matrices as compressed sparse rows, and how to make them with rows of many kinds of
// length: for the lab of sparse products, on both sides of the fence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/inputs.hpp"

namespace runner {

/// Row i's nonzeros are the elements row_start[i] <= k < row_start[i + 1] of column and value. The
/// columns of a row stand in any order, and may repeat: then all of them count.
struct Csr {
    int rows = 0, columns = 0;
    std::vector<int> row_start{0};
    std::vector<int> column;
    std::vector<float> value;

    int nonzeros() const { return row_start.back(); }
    int length(int row) const { return row_start[row + 1] - row_start[row]; }
};

/// uniform: all rows as long as each other. power_law: the k-th longest has a share of about 1 / k.
/// huge: one row has half of all nonzeros. empty: of 16 rows 15 are, the first and the last among
/// them. none: no nonzeros at all.
enum class RowShape { uniform, power_law, huge, empty, none };

inline constexpr std::string_view row_shapes[] = {"uniform", "power_law", "huge", "empty", "none"};
std::string_view name_of(RowShape shape);
/// Throws std::invalid_argument.
RowShape row_shape(std::string_view name);

/// The nonzeros of each row, `mean` on average, or nearly so.
std::vector<int> row_lengths(RowShape shape, int rows, int mean, std::uint64_t seed);

/// Columns are drawn, each by itself; values are filled as `kind` says.
Csr make_csr(const std::vector<int>& lengths, int columns, InputKind kind, std::uint64_t seed);

/// An entry of a matrix that is given one by one, in any order.
struct Entry {
    int row = 0, column = 0;
    float value = 0;
};
Csr csr_of(int rows, int columns, const std::vector<Entry>& entries);

}  // namespace runner
