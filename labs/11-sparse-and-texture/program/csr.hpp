// Sparse matrices as compressed sparse rows, and generators of rows of many lengths: for the lab of
// sparse products and for its suite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runner/inputs.hpp"

namespace runner {

/// The nonzeros of row i are the elements row_start[i] <= k < row_start[i + 1] of column and value.
/// The columns of a row are in any order, and may repeat: then all of them count.
struct Csr {
    int rows = 0, columns = 0;
    std::vector<int> row_start{0};
    std::vector<int> column;
    std::vector<float> value;

    int nonzeros() const { return row_start.back(); }
    int length(int row) const { return row_start[row + 1] - row_start[row]; }
};

/// uniform: all rows are equally long. power_law: the length of the k-th longest is proportional to
/// about 1 / k. huge: one row has half of all nonzeros. empty: 15 of 16 rows are empty, including
/// the first and the last. none: no nonzeros at all.
enum class RowShape { uniform, power_law, huge, empty, none };

inline constexpr std::string_view row_shapes[] = {"uniform", "power_law", "huge", "empty", "none"};
std::string_view name_of(RowShape shape);
/// For a sentence: "uniform rows", "only empty rows".
std::string_view words_of(RowShape shape);
/// Throws std::invalid_argument.
RowShape row_shape(std::string_view name);

/// The number of nonzeros of each row; the average is about `mean`.
std::vector<int> row_lengths(RowShape shape, int rows, int mean, std::uint64_t seed);

/// Columns are drawn independently; values are generated according to `kind`.
Csr make_csr(const std::vector<int>& lengths, int columns, InputKind kind, std::uint64_t seed);

/// An entry of a matrix whose entries are given one by one, in any order.
struct Entry {
    int row = 0, column = 0;
    float value = 0;
};
Csr csr_of(int rows, int columns, const std::vector<Entry>& entries);

}  // namespace runner
