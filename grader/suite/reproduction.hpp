// The commands that show a failure again, which stand at the end of its message.
#pragma once

#include <string>
#include <string_view>

#include "score/message.hpp"
#include "suite/calls/call.hpp"
#include "suite/registry.hpp"
#include "suite/request.hpp"

namespace grader::suite {

/// Makes the call again, in this order of threads.
score::Lines repeat(const Request& request, const Call& call, std::string_view order);
/// Makes the case's calls again, up to the one that failed.
score::Lines repeat_case(const Request& request, const Registration& registration);
/// Shows where the counts of the call come from. Empty if no command makes that call.
score::Lines see_why(const Request& request, const Call& call, std::string_view order);
/// Runs in the order of a call's witness; empty if no command makes that call.
std::string command_for_witness(const Request& request, const Call& call, std::string_view order);

}  // namespace grader::suite
