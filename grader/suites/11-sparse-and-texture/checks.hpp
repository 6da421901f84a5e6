// What the suite of lab 11 is made of, by its two kinds of matrices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "11-sparse-and-texture/problem.hpp"
#include "suite/batch.hpp"
#include "suite/problem.hpp"

namespace sparse_and_texture {

using namespace grader::suite;
using namespace lab11;

constexpr double slack = 1.05;

template <class T>
using Shared = std::shared_ptr<const T>;

/// What predict.toml speaks of: n rows of `length` nonzeros each; and n rows, one with half of the
/// nonzeros and all others with 10.
struct Example {
    int n, length;

    Rows even() const { return {RowShape::uniform, n, 97, length}; }
    Rows uneven() const { return {RowShape::huge, n, 97, 20}; }
    int longest() const { return 20 * n - 10 * (n - 1); }
    Sizes sizes(int m) const {
        return {{"n", n}, {"m", m}, {"length", length}, {"longest", longest()}};
    }
};
constexpr Example stated{64, 40};
constexpr int stated_columns = 96;

/// Where its formulas must hold, too.
Example drawn_example();
int drawn_columns();
void expect_between(double count, double least, double most, const std::string& sentence);

// ---- Sparse matrices.

void check_integers(const std::string& function);
/// Empty rows where they are easily forgotten, and rows that begin and end at the edges of what a
/// warp or a block takes.
void check_edges(const std::string& function);
void check_reals(const std::string& function);
/// An infinity or a NaN of x reaches the rows that have its column, and no others; where a zero is
/// stored there, it does as well.
void check_special_values(const std::string& function);
void check_failures_handled(const std::string& function);

// ---- Dense matrices.

// What lab.hpp says that a texture holds.
constexpr int most_wide = 131072, most_high = 65000;
extern const std::vector<Dense> any_pitch, even_pitch;

void check_dense(const std::string& function, const std::vector<Dense>& shapes);
void check_dense_special_values(const std::string& function);
/// Sizes that no texture holds: the arrays that come with them are never touched.
void check_refused(const std::string& function, Dense dense, const char* named);
/// Sizes that a texture just holds: the function comes to its first call of CUDA, which is made to
/// fail, so that neither time nor memory goes into them.
void check_not_refused(const std::string& function, Dense dense);
/// A product whose rows begin at a sector, as large as they come here.
Dense drawn_dense();
const Answer& counts_of_dense(const std::string& function, const Dense& dense,
                              const std::string& name);
/// A is fetched once, by texture alone. A texture serves `lanes_together` lanes at once, which ask
/// for elements side by side.
void check_fetches(const std::string& function, int lanes_together);
/// What reads A from global memory, or by a texture that serves more lanes at once, is another
/// function, and right without being this one.
void expect_texture(const std::string& function, int lanes_together);
void expect_fetches_predicted(const std::string& function);
Batched batched(const std::string& function, const Dense& dense);

}  // namespace sparse_and_texture
