#include "simulator/report/source/helper_call.hpp"

#include <algorithm>

namespace cusim::report {

std::vector<std::string> parameters_of(const SourceTokens& tokens, const Flow& function) {
    std::vector<std::string> names;
    for (std::size_t at = function.parameters.begin; at < function.parameters.end; ++at) {
        const bool ends =
            at + 1 == function.parameters.end || tokens.is(at + 1, ",") || tokens.is(at + 1, "[");
        if (ends && tokens[at].is_name()) names.emplace_back(tokens[at].text);
    }
    return names;
}

std::optional<HelperCall> only_call_of(const SourceTokens& tokens, const Flow& helper,
                                       std::string_view kernel) {
    if (helper.function.empty() || helper.function == kernel) return std::nullopt;
    std::optional<HelperCall> found;
    for (std::size_t at = helper.body.end; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, helper.function) || !tokens.is(at + 1, "(")) continue;
        Flow caller = flow_to(tokens, at);
        if (caller.function != kernel) continue;
        if (found) return std::nullopt;
        found = HelperCall{at, std::move(caller), tokens.arguments(at + 1)};
    }
    return found;
}

std::vector<HelperCall> calls_of(const SourceTokens& tokens, const Flow& function) {
    std::vector<HelperCall> found;
    if (function.function.empty()) return found;
    for (std::size_t at = function.body.end; at + 1 < tokens.size(); ++at) {
        if (!tokens.is(at, function.function)) continue;
        std::size_t open = at + 1;
        if (tokens.is(open, "<"))
            while (open < tokens.size() && !tokens.is(open, ";") && !tokens.is(open - 1, ">"))
                ++open;
        if (!tokens.is(open, "(")) continue;
        Flow caller = flow_to(tokens, at);
        if (!caller.function.empty())
            found.push_back({at, std::move(caller), tokens.arguments(open)});
    }
    return found;
}

std::optional<TokenSpan> argument_for(const SourceTokens& tokens, const Flow& helper,
                                      const HelperCall& call, std::string_view parameter) {
    const auto names = parameters_of(tokens, helper);
    const auto found = std::ranges::find(names, parameter);
    const auto position = static_cast<std::size_t>(found - names.begin());
    if (found == names.end() || position >= call.arguments.size()) return std::nullopt;
    return call.arguments[position];
}

std::string name_in_kernel(const SourceTokens& tokens, const Flow& helper, std::string_view kernel,
                           std::string_view parameter) {
    if (const auto call = only_call_of(tokens, helper, kernel))
        if (const auto argument = argument_for(tokens, helper, *call, parameter))
            if (argument->end - argument->begin == 1) return tokens.spelling(*argument);
    return std::string(parameter);
}

}  // namespace cusim::report
