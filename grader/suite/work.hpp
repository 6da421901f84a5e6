// Grades the work of a right answer: compares the simulator's estimate of its launches' time with a
// limit for the drawn size. A limit is a formula, or a fit to the solution's estimates, in the
// lab's lab.toml; a test compares them (tests/limits.py). How to organise the work is up to the
// student. If the work earns little, the rung's other cases count for less (score/work_gate.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/formula.hpp"
#include "suite/suite.hpp"

namespace grader::suite {

/// As in suite/limits.hpp, for the lab that is graded.
double limit_of(std::string_view name, const Sizes& sizes = {});

/// The blocks among which the work is shared: "994 rows" among 4. A launch of less than half as
/// many leaves multiprocessors idle, which is then what takes the time, whatever bounds the few
/// blocks.
struct Sharing {
    std::uint64_t blocks = 0;  // 0: unknown
    std::string work = {};
};

/// All points up to 1.5 times the limit, none from 10 times on, and in between linear in the
/// logarithm. Fails the case if it loses points, and says what limits the longest launch. The case
/// continues, so that later checks run, too; of several calls, the smallest share counts. `what`:
/// "tiled_product of 96 x 96 x 96".
/// `sharing`: how the limit takes the work to be shared.
void grade_work(const Answer& answer, double limit_microseconds, std::string_view what,
                const Sharing& sharing = {});

/// The simulator's estimate for all launches and copies within the device.
double estimated_microseconds(const Answer& answer);

/// Ends the case if the call launches no kernel, so that what follows may look at one.
void expect_launched(const Answer& answer);

/// For what a rung requires: the shuffles that its task sheet asks for, the atomic additions, the
/// single launch. Fails the case if it is not used; the rung's other cases then count as if its
/// work were worth nothing.
void expect_used(bool used, const std::string& message, const Accesses& accesses = {});

/// For what the rung teaches to save (sectors that lanes or the threads of a block share, barriers
/// that shuffles do not need): allows at most a twentieth more than `enough`. From twice that on,
/// nothing is saved, and the rung is treated as by expect_used.
void expect_saved(double count, double enough, const std::string& message,
                  const Accesses& accesses = {});

/// For a matrix A of so many floats, in a call made with Call::watch_rows: all of it is loaded from
/// A itself, in any way, and neither copied nor stored elsewhere. Loads of a copy would not be seen
/// as loads of A. Otherwise the same as expect_used. `what`: the call.
void expect_rows_loaded(const Answer& answer, double floats, const std::string& what);

/// The same, and for blocks that share the work of each row of A, which is square: no block, and no
/// cluster of them, loads more than three quarters of a row, and no thread more than a sixteenth.
/// What the others contribute is then more than zeros. Otherwise the same as expect_used. `what`:
/// the call.
void expect_rows_shared(const Answer& answer, int columns, const std::string& what);

/// For a barrier of the grid, or a ticket, in a call made with Call::watch_rows: each of so many
/// rows has a word that another block than its reader's has stored, so that the barrier or the
/// ticket is needed. Otherwise the same as expect_used. It is counted in the call itself: a call
/// that was made only to examine this could be told from the others.
void expect_blocks_ordered(const Answer& answer, int rows, const std::string& what);

/// No warp of a launch takes more than four times the wavefronts of shared memory that warps take
/// on average, or than half as many times as a block has warps, if that is less but at least twice.
/// Otherwise the rung lacks what it is about: arithmetic has no counts, so one warp that does it
/// for its whole block shows only there. `what`: the call.
void expect_warps_share(const Answer& answer, const std::string& what);

/// The warps of a call make few shuffles and votes for the requests that they make to global
/// memory: enough to add up sums in each of them, but not to pass all that the lanes load to one
/// lane. Otherwise the rung lacks what it is about: exchanges take no time in the estimate, and
/// arithmetic has no counts, so one lane that multiplies for its warp shows only there.
/// grade_work() expects this of each call. `what`: the call.
void expect_sums_exchanged(const Answer& answer, std::string_view what);

/// No thread takes more than so many steps, a rough measure of arithmetic: basic blocks, and in
/// those with much arithmetic one for each product that is added. Launches follow each other, so
/// the busiest threads of all are added up. Otherwise the rung lacks what it is about. The message
/// follows the number of steps.
void expect_few_steps(const Answer& answer, double enough, const std::string& message);

/// The least that the work requires, minus a twentieth. If there is less, the work was done
/// elsewhere, and the rung is treated as by expect_used.
void expect_no_less(double count, double least, const std::string& message,
                    const Accesses& accesses = {});

/// For a hunt for the error in this kernel: the repaired kernel itself must be launched, no more
/// often than it was given, and no other kernel of the lab instead of it or beside it: others must
/// read at most an eighth of the sectors that it reads. Otherwise the same as expect_used.
void expect_repaired(const Answer& answer, std::string_view kernel, std::size_t launches = 1);

/// The sectors of global memory that the launches access in any way: loads, stores, atomics,
/// textures, and copies and fills within the device.
std::uint64_t all_sectors(const Answer& answer);

/// The sectors that a launch reads in any way: by loads, atomics and textures. An atomic that adds
/// nothing reads as well as a load.
std::uint64_t sectors_read(const score::Kernel& launch);
std::uint64_t sectors_read(const Answer& answer);

}  // namespace grader::suite
