// Reads from the source how a kernel is launched: which expression is passed to which parameter.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source_flow.hpp"

namespace cusim::report {

// The line of a launch, in the flow's function, that passes the variable `other` to the parameter
// `one`, and `one` to `other`; nullopt if there is none.
std::optional<int> launch_that_exchanges(const SourceTokens& tokens, const Flow& flow,
                                         const std::string& one, const std::string& other);

}  // namespace cusim::report
