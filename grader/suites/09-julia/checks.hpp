// The checks of lab 09, what is drawn, and shared constants.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "09-julia/problem.hpp"
#include "suite/problem.hpp"

namespace julia_suite {

using namespace grader::suite;
using grader::score::LineKind;
using grader::score::Lines;
using julia::Chains;
using julia::Number;
using julia::Pruning;
using julia::View;

inline constexpr int many = 8192;       // chains in a test of means
inline constexpr int long_enough = 60;  // steps after which a chain is independent of its start
inline constexpr double float_error = 1e-4;  // of a few steps

// ---- What is drawn, calls and their answers.

double draw_between(double least, double most);
std::uint32_t draw_stream();
/// A number off the real axis that floats represent exactly.
Number draw_c();
/// Near the boundary of the Mandelbrot set, the iteration expands so little that a pruned tree may
/// continue for hundreds of levels, or find a narrow part of the set in one order of threads and
/// miss it in another. So c is drawn such that |f'| is at most 0.6 at the attracting fixed point,
/// or that 0 leaves the disc of radius 2 within 10 steps. For 6,000 such c, 18,000 trees in random
/// orders had at most 48 levels of at most 242 points, and were as close to one another as
/// check_pruned_answer requires.
Number draw_expanding_c();
/// The whole set with a margin.
View around(Number c, int columns = 40, int rows = 40);
std::vector<unsigned> empty(const View& view);
Problem hits_problem(Number c, const View& view, const Chains& chains);
/// The last z of the answer's chains. Fails the case if CUDA reports an error, or if one is not
/// written.
std::vector<Number> ends(const Problem& problem, const Call& call, const Answer& answer);
std::string where(const Problem& problem);
/// A question to the student, unless an error in the call explains what is wrong: then its findings
/// stand in its place.
std::string asked(const Answer& answer, const std::string& question);
void expect_refused(const Problem& problem, std::initializer_list<const char*> names);

// ---- Few steps: certain.

/// The points reachable from the fixed point in `steps` backward steps.
std::vector<Number> reachable(Number c, int steps);
std::size_t nearest(const std::vector<Number>& points, Number z);
/// Whether no point reachable in few steps is so close to a pixel's edge that rounding could move
/// it across.
bool is_clear(const View& view, Number c, int steps);
/// How often the samples meet each pixel. A chain's end determines its earlier points, since z * z
/// + c leads back to them.
std::vector<unsigned> counts_of(const View& view, Number c, const Chains& chains,
                                const std::vector<Number>& ends, std::vector<unsigned> before);
/// The pixel of a point; -1 outside of the view.
using PixelOf = std::function<std::int64_t(Number z)>;
/// The counts of all samples by these pixels.
using CountsBy = std::function<std::vector<unsigned>(const PixelOf& pixel_of)>;
/// The only mistake in the pixel of a point that gives these hits, as a line; empty if there is
/// none.
std::string cause_by_places(const View& view, std::span<const unsigned> hits,
                            const CountsBy& counts_by);
/// By pixel: the hits of a call, those that its chains' ends tell of, and those from before the
/// call, which both include; empty: none.
struct Hits {
    std::span<const unsigned> got;
    std::vector<unsigned> expected;
    std::vector<unsigned> before = {};
};
/// Fails the case if a pixel is wrong. `cause`: a line on wrong hits, if it is known.
void check_counts(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  const Hits& hits, const std::string& cause = {});
/// A call's hits and its chains' ends, however long the chains are: the hits are those of the
/// samples, as far back from the ends as their pixels are known, and the chains have ends of their
/// own. `frames`: the c of each.
void check_orbits(const Problem& problem, const Call& call, const Answer& answer, const View& view,
                  std::span<const Number> frames, const Chains& chains);
CheckedCall checked_hits(Number c, const View& view, const Chains& chains);
void check_first_steps();
/// Draws until the view is clear, which is soon: each of about 20 coordinates is near an edge with
/// a probability of 0.02.
void check_exact_hits(const Chains& chains);
/// One step leads half of the chains to the fixed point, which is placed in the first pixel, in the
/// last one, and just beyond each edge.
void check_edges();
/// If the whole set is in view, every sample is a hit.
void check_all_hits();

// ---- Many chains: means.

using Pairs = std::vector<std::pair<Number, Number>>;

/// E z = 0, E z^2 = -c, E z^4 = c^2 - c.
/// `question`: what may be wrong where they differ.
extern const char* const fair;
void expect_moments(const std::string& head, Number c, const std::vector<Number>& z,
                    const Lines& tail, const std::string& question = fair);
void expect_different(const std::string& head, const std::vector<Number>& z, const Lines& tail);
/// The mean of Re(a conj(b)) over pairs of chains, where no chain occurs twice.
void expect_unlike(const std::string& head, const std::string& what, Number c,
                   const std::vector<std::pair<Number, Number>>& pairs, const Lines& tail);
void check_moments();
/// For c = 0, the angle on the circle is uniform; for c = -2, arccos(x / 2) / pi on the interval
/// is.
void check_measure();
void check_streams();
/// A chain's random numbers depend on nothing but seed and number. So with one step more of
/// burn-in, each chain makes the same steps, and then one more.
void check_every_step();
/// A generator whose bits repeat after some steps leads each chain to the same point again.
void check_periods();
/// Hardly any two chains of a call take equal roots, or opposite ones, or roots that differ in the
/// same steps. `c`: of each chain.
void check_unrelated(const std::function<Problem(int burn_in)>& problem_of,
                     const std::vector<Number>& c);
void check_unrelated_chains();
/// One chain of many samples meets as many pixels as one whose bits do not repeat.
void check_long_chain();

// ---- Rungs 2 and 3.

/// A call before which an eighth of the pixels is full. All points must be visited, in any order,
/// but for a few in the last level.
CheckedCall pruned_with_hits(Number c, const Pruning& pruning);
void check_pruned_sets();
/// With few levels: the complete first levels of the tree. A full level drops points, and nothing
/// is written beyond it.
void check_pruned_limits();
void check_frames_exactly();
void check_frames_measure();
/// Any two chains of any frames, as in check_unrelated.
void check_unrelated_frames();
void check_frames_refused();

}  // namespace julia_suite
