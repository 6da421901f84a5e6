// Findings that wait to be reported. A line that races may do so in a million threads. Races of the
// same kind between the same two sites on the same variable are reported once, with their count,
// when the kernel ends or stops. Of all the pairs, the two threads that are farthest apart are
// shown: synchronisation that orders these two orders the others as well.
#pragma once

#include "simulator/race/findings/finding_key.hpp"
#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

const void* identity_of(const trace::MemoryObject& object);

enum class Apart : std::uint8_t { unknown, in_one_warp, in_one_block, beyond };

// Records whether the threads of two blocks met at an element whose number equals that of both
// threads in their blocks, or elsewhere. All meetings are recorded, since a single one says little
// about how the index is computed.
void note_meeting(const FindingKey& key, std::uint32_t block, std::uint32_t other,
                  bool at_own_number);

// If a finding with this key and with parties at least as far apart is waiting, counts it and
// returns true.
bool counted(const FindingKey& key, Apart apart = Apart::unknown);
// Adds the finding, or replaces the one that waits under this key.
void put(const FindingKey& key, report::Finding finding, Apart apart = Apart::unknown);
void report_pending();

// Reads of unwritten shared memory had no effect: lowers these findings to notes.
void excuse_garbage();

}  // namespace cusim::race
