// Findings on their way to the report. A racing line races in a million threads: the same kind
// between the same two sites on the same variable is told once, with its count, when the kernel
// ends or stops.
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

// True where the finding is already waiting; then it was counted.
bool counted(const OutboxKey& key);
void put(const OutboxKey& key, report::Finding finding);
void send_all();

}  // namespace cusim::observe
