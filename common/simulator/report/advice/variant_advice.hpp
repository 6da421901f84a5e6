// What helps against a race whose variant says it all.
#pragma once

#include <string>

#include "simulator/report/findings/finding.hpp"

namespace cusim::report {

// Complete sentences; empty if the remedy depends on more than the variant.
std::string variant_advice(Variant variant);

}  // namespace cusim::report
