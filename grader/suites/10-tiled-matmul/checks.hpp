// The checks of lab 10: what each function is asked for, its values, and what its work costs.
#pragma once

#include <cstdint>
#include <string>

#include "10-tiled-matmul/problem.hpp"
#include "suite/problem.hpp"

namespace tiled_matmul_suite {

using namespace grader::suite;
using runner::InputKind;
using tiled_matmul::make_problem;
using tiled_matmul::Numbers;
using tiled_matmul::Shape;

/// A function of the lab, as its sheet describes it.
struct Subject {
    std::string function;
    int block = 0;  // the side of the square of C that a block computes
    int depth = 0;  // of its tiles, along k
    int side = 0;   // about the sizes of C whose work is measured
    Numbers numbers = {};
};

Subject tiled(int tile);
inline const Subject textbook{"textbook", 16, 16, 96}, strips{"strips", 32, 16, 96},
    registers{"multiply_registers", 64, 16, 128}, vectors{"multiply_vectors", 128, 8, 256};

// ---- Values: values.cpp.

inline constexpr Shape odd_shape{37, 41, 21}, whole_shape{36, 40, 24};

/// In every shape.
void check_integers(const Subject& subject);
/// All tiles, in the shapes next to each.
void check_tiles();
void check_reals(const Subject& subject);
/// A NaN or infinity must affect exactly the row or column of C that depends on it. What stands for
/// elements beyond the edges must affect none.
void check_special_values(const Subject& subject, Shape shape);
void check_refused_tiles();
void check_failures_reported(const Subject& subject);

// ---- What the work costs, in a shape that is drawn once for all cases of a rung: work.cpp.

const Answer& counts_of(const Subject& subject, Shape shape);

/// At least everything once, at most what the subject's blocks need.
void check_traffic(const Subject& subject);
/// The requested tile is used, and not one that is twice as wide.
void check_tile_used(int tile);
/// The threads of a block multiply side by side.
void check_threads_share(const Subject& subject);
/// At least one of the factors is stored in shared memory once, with a float by each lane: less
/// than any tiles take.
void check_no_conflicts(const Subject& subject);
/// Where each of 16 x 16 threads keeps its part of the block's sums in registers.
void check_wavefronts(const Subject& subject);
/// Four floats at once.
void check_vector_loads();

/// With complete tiles only, and with sizes such that no tile at an edge is complete, where a right
/// kernel may load single floats instead of four at a time.
void check_work(const Subject& subject);
/// Its kernel is repaired, and not replaced by another.
void check_hunt(const Subject& subject);
/// On a device.
void check_time(const Subject& subject, Shape shape);

}  // namespace tiled_matmul_suite
