// What the suite of lab 09 is made of: draws, checks by what they are about, and the numbers that
// they share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "09-julia/problem.hpp"
#include "suite/problem.hpp"

namespace julia_suite {

using namespace grader::suite;
using julia::Chains;
using julia::Number;
using julia::Pruning;
using julia::View;

inline constexpr int many = 8192;       // chains of a test of means
inline constexpr int long_enough = 60;  // steps after which a chain has forgotten where it began
inline constexpr double float_error = 1e-4;  // of a few steps

// ---- What is drawn, calls and their answers.

double draw_between(double least, double most);
std::uint32_t draw_stream();
/// A number that floats hold exactly, off the real axis.
Number draw_c();
/// Near the edge of the Mandelbrot set the iteration expands so little that a pruned tree may go
/// on for hundreds of levels, or find a fjord in one order of threads that it misses in another. So
/// c is drawn where |f'| is at most 0.6 at the fixed point that attracts, or 0 leaves the disc of
/// radius 2 within 10 steps. There 18,000 trees of 6,000 such c in random orders had at most 48
/// levels of at most 242 points, and lay as near to one another as check_pruned_answer asks for.
Number draw_expanding_c();
/// All of the set and a margin.
View around(Number c, int columns = 40, int rows = 40);
std::vector<unsigned> empty(const View& view);
Problem hits_problem(Number c, const View& view, const Chains& chains);
/// The chains' last z of an answer; fails where CUDA reports an error, or one is never written.
std::vector<Number> ends(const Problem& problem, const Call& call, const Answer& answer);
std::string where(const Problem& problem);
void expect_refused(const Problem& problem, const char* named);

// ---- Few steps: certain.

/// The points that `steps` steps back from the fixed point can reach.
std::vector<Number> reachable(Number c, int steps);
std::size_t nearest(const std::vector<Number>& points, Number z);
/// No point that few steps reach lies so near to a pixel's edge that rounding could carry it over.
bool is_clear(const View& view, Number c, int steps);
/// How often each pixel is met by the samples: a chain's end tells where it has been, since z * z +
/// c goes forward again.
std::vector<unsigned> counts_of(const View& view, Number c, const Chains& chains,
                                const std::vector<Number>& ends, std::vector<unsigned> before);
/// `before`: the hits that were there already; empty: none.
void check_counts(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  std::span<const unsigned> hits, const std::vector<unsigned>& expected,
                  const std::vector<unsigned>& before = {});
void check_first_steps();
/// A clear view is found soon: of some 20 coordinates each is near an edge with a probability of
/// 0.02.
void check_exact_hits(const Chains& chains);
/// One step leads half of the chains to the fixed point: into the first pixel, the last one, and
/// just beyond each edge.
void check_edges();
/// Every sample is a hit where all of the set is in view.
void check_all_hits();

// ---- Many chains: means.

using Pairs = std::vector<std::pair<Number, Number>>;

/// E z = 0, E z^2 = -c, E z^4 = c^2 - c.
void expect_moments(const std::string& head, Number c, const std::vector<Number>& z,
                    const std::string& tail);
void expect_different(const std::string& head, const std::vector<Number>& z,
                      const std::string& tail);
/// The mean of Re(a conj(b)) over pairs of chains that have no chain in common.
void expect_unlike(const std::string& head, const std::string& what, Number c,
                   const std::vector<std::pair<Number, Number>>& pairs, const std::string& tail);
void check_moments();
/// The angle is uniform on the circle of c = 0, arccos(x / 2) / pi on the segment of c = -2.
void check_measure();
void check_streams();

// ---- Rungs 2 and 3.

void check_pruned_sets();
/// Few levels: the tree's first ones, whole. A level that is full drops points, and writes nowhere
/// else.
void check_pruned_limits();
void check_frames_exactly();
void check_frames_measure();
void check_frames_refused();

}  // namespace julia_suite
