// A helper function in which an access lies, and its only call in the kernel: what the kernel's
// values are called there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/report/source/source_flow.hpp"

namespace cusim::report {

struct HelperCall {
    std::size_t at = 0;  // the helper's name, in the kernel
    Flow caller;         // to that place
    std::vector<TokenSpan> arguments;
};

// The names of a function's parameters, in order.
std::vector<std::string> parameters_of(const SourceTokens& tokens, const Flow& function);

// nullopt if the function is the kernel itself, or if the kernel calls it not at all or several
// times.
std::optional<HelperCall> only_call_of(const SourceTokens& tokens, const Flow& helper,
                                       std::string_view kernel);

// All calls of the function in the functions behind it, also `f<4>(…)`.
std::vector<HelperCall> calls_of(const SourceTokens& tokens, const Flow& function);

// What the call passes for the parameter; nullopt if the function has no such parameter.
std::optional<TokenSpan> argument_for(const SourceTokens& tokens, const Flow& helper,
                                      const HelperCall& call, std::string_view parameter);

// What the launch calls a parameter of the helper, where it is passed on as it is; otherwise the
// parameter's own name.
std::string name_in_kernel(const SourceTokens& tokens, const Flow& helper, std::string_view kernel,
                           std::string_view parameter);

}  // namespace cusim::report
