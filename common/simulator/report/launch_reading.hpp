// Reads from the source how a kernel is launched: which expression is passed to which parameter.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/source_flow.hpp"

namespace cusim::report {

// What to say if a launch of the flow's function passes the variable `other` to the parameter
// `one`, and `one` to `other`; nullopt if none does. `d_A` counts as A.
std::optional<std::string> exchanged_arguments(const SourceTokens& tokens, const Flow& flow,
                                               const std::string& one, const std::string& other);

// The same for `one` and any other parameter.
std::optional<std::string> exchanged_argument(const SourceTokens& tokens, const Flow& flow,
                                              const std::string& one);

}  // namespace cusim::report
