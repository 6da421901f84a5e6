// How the source launches a kernel: which expression it hands to which parameter.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source_flow.hpp"

namespace cusim::report {

// The line of a launch of the flow's function that hands the variable `other` to the parameter
// `one`, and `one` to `other`; nothing where none does.
std::optional<int> launch_that_exchanges(const SourceTokens& tokens, const Flow& flow,
                                         const std::string& one, const std::string& other);

}  // namespace cusim::report
