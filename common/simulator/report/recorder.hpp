// Collects the findings (merged, so that one cause is one finding) and launches of the process. The
// state is global, like the simulated device. It is never destroyed, so that static destructors may
// still emit findings. For one OS thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simulator/report/findings/finding.hpp"
#include "simulator/report/findings/launch_record.hpp"

namespace cusim::report {

struct Settled;  // settle.hpp

// How many launches are recorded with lines and arrays, and how many at all: the first ones. The
// limits keep a program from making the report grow without bound.
inline constexpr std::size_t most_detailed_launches = 256;
inline constexpr std::size_t most_launches = 65536;

// Records `finding`. If the same kind between the same two lines (in either order) on the same
// variable is recorded already, only increases its count: the first one represents all. A finding
// is held only while all that it represents are held.
void emit(Finding finding);

// For a race that was emitted in this launch: the result of the search for a witness.
struct RaceSites {
    const void *self, *other;  // return addresses
    Op self_op, other_op;
    std::string variable;
};
void add_witness(const RaceSites& race, std::shared_ptr<const Witness> witness,
                 std::string no_witness);

// Identifies an uninitialized_read that was emitted as `held`; release() lets it be reported.
struct ReadSite {
    const void* pc;
    Op op;
    std::string variable;
};
void release(const ReadSite& read);

// The program has checked for errors of its launches. Refused launches so far become notes.
void refusals_are_known();

// There was no room for an allocation. A kernel that uses a null pointer later is told of it.
void allocation_is_refused(const RefusedAllocation& refused);

// Opens the record of a launch. Findings emitted until launch_ends() belong to it. The reference is
// valid until the next launch_begins() or reset(); counters are added to it.
LaunchRecord& launch_begins(LaunchRecord record);
void launch_ends();
// A launch that has ended continues: further findings belong to it. Its record stays as it was.
void launch_goes_on(LaunchRecord record);
// The latest launch, which has ended, was a trial: its findings are kept, and its record is
// removed.
void launch_was_a_trial();
LaunchRecord* current_launch();  // nullptr outside a launch
// The number of the latest launch since reset(), from 1; 0 before the first.
std::uint64_t launch_number();

// From now on, only the first `most` launches since reset() run, and later ones are counted. For a
// caller that rejects programs with more launches.
inline constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
void limit_launches(std::uint64_t most);
// Returns whether the next launch is beyond that limit, and if so counts it.
bool is_only_counted();

// Registers a function to be called, once and in order of registration, before the last report of a
// program that exits by itself. Used to look for leaks: a program that is killed could not free
// anything.
void at_exit(void (*callback)());

// Registers a function to be called right before the last report, however the program ends: by
// itself, or by a signal that the simulator handles.
void before_last_report(void (*callback)());

// Whether close-ups of launches are collected, and shown when the process exits: SIM_EXPLAIN=1,
// unless set otherwise.
bool closeups_are_wanted();
void want_closeups(bool wanted);
// The block whose barriers the close-ups show: that of SIM_EXPLAIN_BLOCK, or the first one, unless
// set otherwise.
Dim3 explained_block();
void explain_block(Dim3 block);

// The name of the profile in use, for the report; "h100" unless set otherwise.
void set_device(std::string profile);

// The program is in Python: the remedies of findings from now on use PyCUDA's names.
void program_is_python();

// The JSON report of everything recorded since the start or the latest reset(). Lists the first
// `most` launches; `unlisted_kernels` is the number of the others.
nlohmann::json collect_json(std::size_t most = most_launches);
std::string collect_text(std::size_t most);  // on one line
void reset();

// The launches recorded so far.
const std::deque<LaunchRecord>& recorded_launches();

// The findings as they would be reported now, in the order in which to fix them.
std::vector<Settled> settled_findings();

// Whether a recorded finding is an error.
bool has_errors();

// Arranges for flush() at exit, and for exit status 66 if a program that returned 0 has errors. The
// recorder itself calls it once, before main.
void report_at_exit();

// Writes the findings as text to stderr, and the JSON report to the file that SIM_REPORT names.
// Called automatically at exit, including _exit and abort; only the first call writes. Code that
// ends the process by a signal must call it first.
void flush();

}  // namespace cusim::report
