// What a right answer's work is worth: the simulator's estimate of the time that its launches take,
// made of what they did, beside a limit for the size that was drawn. A limit is a formula, or a fit
// to the solution's estimates, in the lab's suite, which a test holds beside them
// (tests/limits.py); how the work is laid out is the student's choice. Work is a gate, too: where
// it earns little, the rung's other cases count for less (score/work_gate.hpp).
#pragma once

#include <string>
#include <string_view>

#include "suite/suite.hpp"

namespace grader::suite {

/// All points up to 1.5 times the limit, none from 10 times on, and evenly by the logarithm
/// between; fails the case where it loses points, and says what bounds the launch that takes
/// longest. The case goes on, so that what stands behind it is looked at, too; of several works the
/// one that earns least counts. `what`: "tiled_product of 96 x 96 x 96".
void grade_work(const Answer& answer, double limit_microseconds, std::string_view what);

/// The simulator's estimate by itself, of all launches and copies within the device.
double estimated_microseconds(const Answer& answer);

/// For what a rung is about: the shuffles that its sheet says to use, the atomic additions, the one
/// launch. Fails the case where it is not used, and lets the rung's other cases count as where its
/// work is worth nothing.
void expect_used(bool used, const std::string& message);

/// For what the rung teaches to save (sectors that lanes or the threads of a block share, barriers
/// that shuffles need not): at most a twentieth more than `enough`. From twice as much on nothing
/// is saved, and the rung lacks what it is about.
void expect_saved(double count, double enough, const std::string& message);

/// For a barrier of the grid, or a ticket: made once more where neither orders one block behind
/// another, the call must race. Where it does not, no block waits for what another one did, and the
/// rung lacks what it is about.
void expect_blocks_ordered(const Call& call, const std::string& message);

/// What the work cannot do without, less a twentieth: where there is less of it, the work was done
/// elsewhere, and the rung lacks it.
void expect_no_less(double count, double least, const std::string& message);

/// For a hunt, which is about what is wrong in this kernel: it must be what is launched, repaired,
/// and no other of the lab's in its place, nor beside it: most of what is loaded, it loads. As
/// expect_used.
void expect_repaired(const Answer& answer, std::string_view kernel);

/// The sectors of global memory that the launches ask for, by all kinds of access: loads, stores,
/// atomics, textures, and copies and fills within the device.
std::uint64_t all_sectors(const Answer& answer);

/// Of a case whose measure is `ratio` times its limit: 1 up to `full`, 0 from 10 on.
double share_of_ratio(double ratio, double full);

}  // namespace grader::suite
