// Reads from the source how a kernel is launched: which expression is passed to which parameter.
#pragma once

#include <optional>
#include <string>

#include "simulator/report/findings/settled.hpp"
#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {

// The bytes of shared memory that the kernel's launches give it, as written, if they are computed
// without sizeof; empty if not, or if that is not known of all of them.
std::string bytes_without_sizeof(const SourceTokens& tokens, const std::string& kernel);

// The line for Flow::launched_on: none is a launch's where the launch is in another file.
std::optional<int> line_of_launch(const Settled& settled);

// What to say if a launch of the flow's function passes the variable `other` to the parameter
// `one`, and `one` to `other`; nullopt if none does. `d_A` counts as A.
std::optional<std::string> exchanged_arguments(const SourceTokens& tokens, const Flow& flow,
                                               const std::string& one, const std::string& other);

// What to say if the only launch of the flow's function passes another variable to the parameter
// `one`, though the function that launches it has a parameter of that name, or d_ and that name.
std::optional<std::string> other_argument(const SourceTokens& tokens, const Flow& flow,
                                          const std::string& one);

// As exchanged_arguments() for `one` and any other parameter.
std::optional<std::string> exchanged_argument(const SourceTokens& tokens, const Flow& flow,
                                              const std::string& one);

}  // namespace cusim::report
