#include "simulator/report/source/launch_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace cusim::report {
namespace {

// The items of a list in parentheses; `list` is what is between the parentheses.
std::vector<TokenSpan> items_of(const SourceTokens& tokens, TokenSpan list) {
    std::vector<TokenSpan> items;
    std::size_t begin = list.begin;
    for (std::size_t at = list.begin; at < list.end; ++at) {
        if (tokens.is(at, "(") || tokens.is(at, "[") || tokens.is(at, "{")) at = tokens.closing(at);
        if (!tokens.is(at, ",")) continue;
        items.push_back({begin, at});
        begin = at + 1;
    }
    if (begin < list.end) items.push_back({begin, list.end});
    return items;
}

// The index of the parameter with this name; the number of parameters if there is none.
std::size_t place_of(const SourceTokens& tokens, const std::vector<TokenSpan>& parameters,
                     const std::string& name) {
    const auto has_name = [&](TokenSpan parameter) { return tokens.is(parameter.end - 1, name); };
    return static_cast<std::size_t>(std::ranges::find_if(parameters, has_name) -
                                    parameters.begin());
}

// Host code calls the device's copy of A d_A.
bool is_called(std::string_view argument, std::string_view parameter) {
    if (argument.starts_with("d_")) argument.remove_prefix(2);
    return argument == parameter;
}

// `kernel<<<` or `kernel<tile><<<`
bool is_launch_of(const SourceTokens& tokens, std::size_t chevrons, const std::string& kernel) {
    std::size_t at = chevrons;
    if (at > 0 && tokens.is(at - 1, ">"))
        while (at > 0 && !tokens.is(at, "<")) --at;
    return at > 0 && tokens.is(at - 1, kernel);
}

// Whether the expression, or what its names are declared as in the function, says sizeof or a
// number of bytes; nullopt if a name's value comes from elsewhere, and it is the only one.
std::optional<bool> counts_bytes(const SourceTokens& tokens, TokenSpan expression, int depth = 4) {
    const Flow flow = flow_to(tokens, expression.begin);
    std::size_t names = 0;
    bool is_known = true;
    for (std::size_t at = expression.begin; at < expression.end; ++at) {
        if (tokens.is(at, "sizeof") || tokens.is(at, "4") || tokens.is(at, "8")) return true;
        if (!tokens[at].is_name()) continue;
        ++names;
        const auto local = flow.locals.find(tokens[at].text);
        if (local == flow.locals.end() || depth == 0) {
            is_known = false;
            continue;
        }
        const auto of_local = counts_bytes(tokens, local->second, depth - 1);
        if (!of_local || *of_local) return of_local;
        is_known = true;
    }
    if (names == 1 && !is_known) return std::nullopt;
    return false;
}

struct LaunchArguments {
    std::size_t parenthesis;  // that opens their list
    std::vector<TokenSpan> arguments;
};

// Those that may be the one for which the function runs.
std::vector<LaunchArguments> launches_of(const SourceTokens& tokens, const Flow& flow) {
    const std::string& kernel = flow.function;
    const auto is_meant = [&](std::size_t begin, std::size_t end) {
        return !flow.launched_on ||
               (tokens[begin].line <= *flow.launched_on && *flow.launched_on <= tokens[end].line);
    };
    std::vector<LaunchArguments> all;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (!tokens.is(at, "<<<") || !is_launch_of(tokens, at, kernel)) continue;
        std::size_t open = at;
        while (open < tokens.size() && !tokens.is(open, ">>>")) ++open;
        ++open;
        if (tokens.is(open, "(") && is_meant(at - 1, tokens.closing(open)))
            all.push_back({open, items_of(tokens, {open + 1, tokens.closing(open)})});
    }
    return all;
}

}  // namespace

std::string bytes_without_sizeof(const SourceTokens& tokens, const std::string& kernel) {
    std::string found;
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (!tokens.is(at, "<<<") || !is_launch_of(tokens, at, kernel)) continue;
        std::size_t end = at;
        while (end < tokens.size() && !tokens.is(end, ">>>")) ++end;
        const auto numbers = items_of(tokens, {at + 1, end});
        if (numbers.size() < 3 || counts_bytes(tokens, numbers[2]).value_or(true)) return {};
        found = tokens.spelling(numbers[2]);
    }
    return found;
}

std::optional<std::string> exchanged_arguments(const SourceTokens& tokens, const Flow& flow,
                                               const std::string& one, const std::string& other) {
    const auto parameters = items_of(tokens, flow.parameters);
    const std::size_t first = place_of(tokens, parameters, one),
                      second = place_of(tokens, parameters, other);
    if (std::max(first, second) >= parameters.size() || first == second) return std::nullopt;
    for (const auto& [open, arguments] : launches_of(tokens, flow)) {
        if (arguments.size() != parameters.size()) continue;
        const std::string to_first = tokens.spelling(arguments[first]),
                          to_second = tokens.spelling(arguments[second]);
        if (is_called(to_first, other) && is_called(to_second, one))
            return fmt::format(
                "The launch on line {} hands `{}` to the parameter {}, and `{}` to {}: are two "
                "arguments of the launch exchanged?",
                tokens[open].line, to_first, one, to_second, other);
    }
    return std::nullopt;
}

std::optional<std::string> other_argument(const SourceTokens& tokens, const Flow& flow,
                                          const std::string& one) {
    const auto parameters = items_of(tokens, flow.parameters);
    const std::size_t place = place_of(tokens, parameters, one);
    Flow of_any_launch = flow;  // others may hand over other sizes, and be right
    of_any_launch.launched_on.reset();
    const auto launches = launches_of(tokens, of_any_launch);
    if (launches.size() != 1 || place >= parameters.size() ||
        launches[0].arguments.size() != parameters.size())
        return std::nullopt;
    const TokenSpan given = launches[0].arguments[place];
    const bool is_name = given.end - given.begin == 1 && tokens[given.begin].is_name();
    if (!is_name || is_called(tokens[given.begin].text, one)) return std::nullopt;
    for (const TokenSpan own :
         items_of(tokens, flow_to(tokens, launches[0].parenthesis).parameters))
        if (const auto& name = tokens[own.end - 1]; is_called(name.text, one))
            return fmt::format(
                "The only launch, on line {}, hands `{}` to the parameter {}: is `{}` meant?",
                tokens[launches[0].parenthesis].line, tokens.spelling(given), one, name.text);
    return std::nullopt;
}

std::optional<int> line_of_launch(const Settled& settled) {
    if (!settled.launched || settled.launched->line == 0) return std::nullopt;
    constexpr int elsewhere = -1;
    return settled.launched->file == settled.self.file ? settled.launched->line : elsewhere;
}

std::optional<std::string> exchanged_argument(const SourceTokens& tokens, const Flow& flow,
                                              const std::string& one) {
    for (const TokenSpan parameter : items_of(tokens, flow.parameters))
        if (auto words =
                exchanged_arguments(tokens, flow, one, std::string(tokens[parameter.end - 1].text)))
            return words;
    return std::nullopt;
}

}  // namespace cusim::report
