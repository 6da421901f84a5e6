// Findings on their way to the report. A racing line races in a million threads: the same kind
// between the same two sites on the same variable is told once, with its count, when the kernel
// ends or stops. Of all the pairs that race there, the two threads that are farthest apart speak
// for the rest: what orders them orders the others, too.
#pragma once

#include "simulator/observe/places.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::observe {

struct OutboxKey {
    report::Kind kind;
    report::Severity severity;
    SiteId site, other;
    const void* object;      // tells variables apart
    report::Op op, earlier;  // clang++ gives a read and the write after it one site

    friend auto operator<=>(const OutboxKey&, const OutboxKey&) = default;
};

const void* object_of(const Place& place);

enum class Apart : std::uint8_t { unknown, in_one_warp, in_one_block, beyond };

// True where the finding is already waiting, with parties no less far apart; then it was counted.
bool counted(const OutboxKey& key, Apart apart = Apart::unknown);
// Or takes the place of the one that waits under this key.
void put(const OutboxKey& key, report::Finding finding, Apart apart = Apart::unknown);
void send_all();

}  // namespace cusim::observe
