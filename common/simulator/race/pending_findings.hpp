// Findings on their way to the report. A racing line races in a million threads: the same kind
// between the same two sites on the same variable is reported once, with its count, when the kernel
// ends or stops. Of all the pairs that race there, the two threads that are farthest apart speak
// for the rest: what orders them orders the others, too.
#pragma once

#include "simulator/race/finding_key.hpp"
#include "simulator/report/finding.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

const void* identity_of(const trace::MemoryObject& object);

enum class Apart : std::uint8_t { unknown, in_one_warp, in_one_block, beyond };

// Under this key two blocks met: at an element whose number is that of both threads in their block,
// or elsewhere. Noted of all that meet, since one case says little about the index.
void note_meeting(const FindingKey& key, std::uint32_t block, std::uint32_t other,
                  bool at_own_number);

// True where the finding is already waiting, with parties no less far apart; then it was counted.
bool counted(const FindingKey& key, Apart apart = Apart::unknown);
// Or takes the place of the one that waits under this key.
void put(const FindingKey& key, report::Finding finding, Apart apart = Apart::unknown);
void report_pending();

// What was read of shared memory without a value reached nothing: a note will do.
void excuse_garbage();

}  // namespace cusim::race
