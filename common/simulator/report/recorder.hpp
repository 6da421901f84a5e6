// Where the simulator's rooms leave what they found: findings (merged, so that one cause is one
// finding) and launches. The state belongs to the process, as the simulated device does; it is
// never destroyed, so that static destructors may still emit. One OS thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simulator/report/finding.hpp"
#include "simulator/report/launch_record.hpp"

namespace cusim::report {

struct Settled;  // settle.hpp

// Launches that are told line by line and array by array, and launches that are kept at all: the
// first ones. A program cannot make the report grow without bound.
inline constexpr std::size_t most_detailed_launches = 256;
inline constexpr std::size_t most_launches = 65536;

// Records `finding`, or counts it where the same kind between the same two lines (in either
// order) on the same variable is recorded already. The first one seen speaks for all of them; it is
// held only while all of them are.
void emit(Finding finding);

// Of a race that has been emitted in this launch: what the search for a witness came to.
struct RaceSites {
    const void *self, *other;  // return addresses
    Op self_op, other_op;
    std::string variable;
};
void add_witness(const RaceSites& race, std::shared_ptr<const Witness> witness,
                 std::string no_witness);

// Of an uninitialised read that was emitted as `held`: it is told from now on.
struct ReadSite {
    const void* pc;
    Op op;
    std::string variable;
};
void release(const ReadSite& read);

// The program has asked how its launches went: those refused so far are notes, since it knows.
void refusals_are_known();

// Opens the record of a launch. Findings emitted until launch_ends() are told as this kernel's.
// The reference stays good until the next launch_begins() or reset(): add counters to it.
LaunchRecord& launch_begins(LaunchRecord record);
void launch_ends();
// A launch that has ended goes on: what is found now is told as this one's, whose record stays as
// it was.
void launch_goes_on(LaunchRecord record);
// The latest launch, which has ended, was a trial: its findings stay, its record goes.
void launch_was_a_trial();
LaunchRecord* current_launch();  // nullptr outside a launch
// Of the latest launch since reset(), from 1; 0 before the first.
std::uint64_t launch_number();

// From now on only the first `most` launches since reset() are run, and the others counted: for
// whoever refuses a program with more of them.
inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
void limit_launches(std::uint64_t most);
// Whether the next launch is one of those that are only counted, which this does.
bool is_only_counted();

// Registers work to be done before the last report of a program that exits by itself, such as
// looking for leaks: a program that is killed had no chance to free anything. In order, once.
void at_exit(void (*callback)());

// Registers work to be done right before the last report, however the program ends: by itself, or
// of a signal that the simulator sees.
void before_last_report(void (*callback)());

// Whether launches are to be seen from close up and shown so when the process exits: SIM_EXPLAIN=1,
// unless told otherwise.
bool closeups_are_wanted();
void want_closeups(bool wanted);
// The block whose barriers they show: SIM_EXPLAIN_BLOCK, the first one unless told otherwise.
Dim3 explained_block();
void explain_block(Dim3 block);

// The profile in use, as the report names it; "h100" until told otherwise.
void set_device(std::string profile);

// The report of what was recorded since the start or the last reset(), as simcc's JSON. Lists the
// first `most` launches; `unlisted_kernels` says how many more there were.
nlohmann::json collect_json(std::size_t most = most_launches);
std::string collect_text(std::size_t most);  // on one line
void reset();

// The launches recorded so far.
const std::deque<LaunchRecord>& recorded_launches();

// The findings as they would be told now, the first to fix first.
std::vector<Settled> settled_findings();

// True where a recorded finding is an error.
bool has_errors();

// Arranges for flush() when the process exits, and for exit status 66 where a program that
// returned 0 has errors. Called once, before main, by the recorder itself.
void report_at_exit();

// Writes what was recorded: the findings as text to stderr, and JSON to the file that SIM_REPORT
// names. Happens by itself when the process exits, also through _exit and abort, and at most
// once; a room that ends the process by a signal calls it first.
void flush();

}  // namespace cusim::report
