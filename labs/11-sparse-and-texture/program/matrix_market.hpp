// Sparse matrices out of Matrix Market files (Boisvert, Pozo, Remington: The Matrix Market Exchange
// Formats, NISTIR 5935): "coordinate" files that are real, integer or pattern (every entry 1), and
// general, symmetric or skew-symmetric (the other triangle is added).
//
// Files come from anywhere, so reading is strict: what is no such file is refused, and no claim of
// a file takes more memory than its length or `most_matrix_side` justifies. Lines are as the
// format has them: the banner, comments, the sizes, the entries; blank lines may stand between
// them. An entry that stands twice is kept twice, so that both count in a product.
#pragma once

#include <stdexcept>
#include <string_view>

#include "csr.hpp"

namespace runner {

/// "line 7: row 12 of a matrix with 10 rows"
struct MatrixMarketError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The largest number of rows or columns of a file.
inline constexpr int most_matrix_side = 1 << 26;

/// Throws MatrixMarketError.
Csr read_matrix_market(std::string_view text);

}  // namespace runner
