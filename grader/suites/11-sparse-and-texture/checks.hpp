// The checks of lab 11, by the two kinds of matrices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "11-sparse-and-texture/problem.hpp"
#include "suite/batch.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/problem.hpp"

namespace sparse_and_texture {

using namespace grader::suite;
using namespace lab11;

constexpr double slack = 1.05;

template <class T>
using Shared = std::shared_ptr<const T>;

/// The matrices in predict.toml: n rows of `length` nonzeros each; and n rows, one with half of the
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

/// A random example of the same kind, for which the student's formulas must also hold.
Example drawn_example();
int drawn_columns();
void expect_between(double count, double least, double most, const std::string& sentence);

// ---- Sparse matrices.

/// Students' mistakes in the products of these rows.
std::vector<Mistake> csr_mistakes(const std::string& function, const Shared<Csr>& A,
                                  const Shared<Vectors>& in);
/// Adds those of csr_merge_path to the list.
void add_mistakes_on_the_path(std::vector<Mistake>& all, const Shared<Csr>& A,
                              const Shared<Vectors>& in);

void check_integers(const std::string& function);
/// Empty rows where they are easily forgotten, and rows that begin and end at the limits of a warp
/// or a block.
void check_edges(const std::string& function);
void check_reals(const std::string& function);
/// An infinity or a NaN in x must affect exactly the rows that have its column, also if the element
/// stored there is zero.
void check_special_values(const std::string& function);
void check_failures_handled(const std::string& function);
/// That of csr_merge_path on many rows, nearly all of which are empty.
void check_work_on_empty_rows();

// ---- What their products cost: sparse_work.cpp.

void check_work_on_short_rows();
/// A thread a row loads a sector for each element.
void check_sectors_of_threads();
void check_work_on_long_rows();
/// The lanes of a warp load each sector together.
void check_sectors_of_warps();
void check_sums_by_shuffles();
/// The merge path takes as long whatever the rows are.
void check_merging_uniform_rows();
void check_merging_a_huge_row();
void check_merging_by_a_power_law();
void expect_costs_predicted(const std::string& function);
Batched batched(const std::string& function, const Rows& rows);

// ---- Dense matrices.

// The limits of a texture, from lab.hpp.
constexpr int most_wide = 131072, most_high = 65000;
extern const std::vector<Dense> any_pitch, even_pitch;

/// These shapes, and some that are drawn.
void check_dense(const std::string& function, std::vector<Dense> shapes);
void check_dense_special_values(const std::string& function);
/// Sizes that exceed a texture's limits. The arrays passed with them are never accessed.
void check_refused(const std::string& function, Dense dense, const char* named);
/// Sizes at a texture's limits: the function must reach its first CUDA call, which is made to fail,
/// so that the call needs neither time nor memory.
void check_not_refused(const std::string& function, Dense dense);
/// A product whose rows begin with a sector; the largest size used here.
Dense drawn_dense();
const Answer& counts_of_dense(const std::string& function, const Dense& dense,
                              const std::string& name);
/// A is fetched once, and only by textures. A texture serves `lanes_together` lanes at once, which
/// read neighbouring elements.
void check_fetches(const std::string& function, int lanes_together);
/// A function that reads A from global memory, or by a texture that serves more lanes at once, may
/// be right, but is not what the rung asks for.
void expect_texture(const std::string& function, int lanes_together);
void expect_fetches_predicted(const std::string& function);
Batched batched(const std::string& function, const Dense& dense);

}  // namespace sparse_and_texture
