// Two findings with equal keys are reported as one: the same kind, between the same two sites, on
// the same variable.
#pragma once

#include <compare>

#include "simulator/report/findings/finding.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct FindingKey {
    report::FindingKind kind;
    report::Severity severity;
    trace::SiteId site, other;
    const void* object;      // distinguishes variables
    report::Op op, earlier;  // clang++ gives a read and the following write the same site

    friend auto operator<=>(const FindingKey&, const FindingKey&) = default;
};

}  // namespace cusim::race
