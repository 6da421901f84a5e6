#include "simulator/report/advice/index_sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

// A subscript on the line, in an array that begins at element `begin` of the finding's variable.
struct Indexed {
    IndexReading reading;
    TokenSpan written;  // the subscript as the line has it, which may be one name for all of it
    long begin = 0;
    std::string array;  // as the line calls it
    std::string where;  // it begins, if that is not where the variable does

    long index(const Finding& finding) const { return *finding.index - begin; }
};

// In `&Q[t * Z]` and `Q + t * Z`, the part that counts elements of Q; nullopt in all else.
std::optional<TokenSpan> offset_in(const SourceTokens& tokens, TokenSpan argument,
                                   std::string_view variable) {
    const std::size_t at = argument.begin;
    if (tokens.is(at, "&") && tokens.is(at + 1, variable) && tokens.is(at + 2, "[") &&
        tokens.closing(at + 2) + 1 == argument.end)
        return TokenSpan{at + 3, argument.end - 1};
    if (tokens.is(at, variable) && tokens.is(at + 1, "+")) return TokenSpan{at + 2, argument.end};
    return std::nullopt;
}

bool mentions(const SourceTokens& tokens, TokenSpan span, std::string_view name) {
    for (std::size_t at = span.begin; at < span.end; ++at)
        if (tokens.is(at, name)) return true;
    return false;
}

// In a helper function, for a parameter that points into the variable.
std::optional<Indexed> in_part(const Settled& settled, const SourceTokens& tokens,
                               TokenSpan subscript) {
    const std::string& variable = settled.recorded.finding.variable;
    const std::string array(tokens[subscript.begin - 2].text);
    const Flow flow = flow_to(tokens, subscript.begin);
    const auto call = only_call_of(tokens, flow, settled.recorded.kernel);
    const auto argument = call ? argument_for(tokens, flow, *call, array) : std::nullopt;
    const auto offset = argument ? offset_in(tokens, *argument, variable) : std::nullopt;
    if (!offset) return std::nullopt;
    const Evaluator caller(tokens, call->caller, values_in_kernel(settled, tokens, call->caller));
    const auto begin = caller.value(*offset);
    if (!begin) return std::nullopt;
    std::string where =
        fmt::format("`{}` is `{}` in the call on line {}, here {}[{}]. ", array,
                    tokens.spelling(*argument), tokens[call->at].line, variable, *begin);
    for (std::size_t at = offset->begin; at < offset->end; ++at) {
        if (!tokens[at].is_name() || !mentions(tokens, subscript, tokens[at].text)) continue;
        const auto same = argument_for(tokens, flow, *call, std::string(tokens[at].text));
        if (!same || tokens.spelling(*same) != tokens[at].text) continue;
        where += fmt::format(
            "`{}` is in the index, too: does the index take in once more what the pointer has been "
            "moved by? ",
            tokens[at].text);
        break;
    }
    return Indexed{unread_index(settled, tokens, subscript), subscript, *begin, array, where};
}

std::vector<Indexed> all_on_line(const Settled& settled, const SourceTokens& tokens) {
    std::vector<Indexed> all;
    for (const TokenSpan subscript : subscripts_of(settled, tokens))
        all.push_back({unread_index(settled, tokens, subscript), subscript, 0,
                       std::string(tokens[subscript.begin - 2].text), ""});
    if (!all.empty()) return all;
    for (const TokenSpan subscript : subscripts_on(tokens, settled.self.line, ""))
        if (auto part = in_part(settled, tokens, subscript)) all.push_back(std::move(*part));
    return all;
}

// The one that may have the finding's index; nullopt if several may.
std::optional<Indexed> only_one(const Settled& settled, const SourceTokens& tokens) {
    std::optional<Indexed> only;
    for (Indexed& each : all_on_line(settled, tokens)) {
        const IndexReading& reading = each.reading;
        const auto value = reading.evaluator->value(reading.subscript);
        if (value && *value != each.index(settled.recorded.finding)) continue;
        if (only &&
            only->reading.spelled(only->reading.subscript) != reading.spelled(reading.subscript))
            return std::nullopt;
        only = std::move(each);
    }
    return only;
}

// Whether the parenthesis at `open` encloses a number that is made whole: `(int)(…)`, `int(…)`,
// `static_cast<int>(…)`, `floorf(…)`.
bool makes_whole(const SourceTokens& tokens, std::size_t open) {
    constexpr auto types = std::to_array<std::string_view>(
        {"int", "unsigned", "long", "short", "char", "size_t", "uint"});
    constexpr auto functions = std::to_array<std::string_view>(
        {"floor", "ceil", "round", "rint", "trunc", "lrint", "__float2", "__double2"});
    if (open < 2) return false;
    const std::size_t before = tokens.is(open - 1, ")") ? open - 2 : open - 1;
    const std::string_view word = tokens[before].text;
    return tokens.is(open - 1, ">") || std::ranges::count(types, word) > 0 ||
           std::ranges::any_of(functions,
                               [&](std::string_view name) { return word.starts_with(name); });
}

// Whether what stands at `at` is a part of such a number, as in `bins[(int)(x * count)]`: what it
// is multiplied by is no length of a row.
bool is_made_whole(const SourceTokens& tokens, std::size_t at, std::size_t begin) {
    int depth = 0;
    for (std::size_t k = at; k-- > begin;) {
        depth += tokens.is(k, ")") - tokens.is(k, "(");
        if (depth < 0 && makes_whole(tokens, k)) return true;
        depth = std::max(depth, 0);
    }
    return false;
}

// The only number above 1 by which the subscript multiplies; nullopt if there is none, or several.
std::optional<std::pair<std::string, long>> factor_of(const IndexReading& reading) {
    const SourceTokens& tokens = *reading.tokens;
    std::optional<std::pair<std::string, long>> only;
    for (std::size_t at = reading.subscript.begin; at < reading.subscript.end; ++at) {
        const bool is_factor = (at > reading.subscript.begin && tokens.is(at - 1, "*")) ||
                               (at + 1 < reading.subscript.end && tokens.is(at + 1, "*"));
        const TokenSpan name{at, at + 1};
        if (!is_factor || !tokens[at].is_name() || reading.depends_on("threadIdx", name) ||
            reading.depends_on("blockIdx", name) ||
            is_made_whole(tokens, at, reading.subscript.begin))
            continue;
        const auto value = reading.evaluator->value(name);
        if (!value || *value < 2) continue;
        if (only && only->first != tokens[at].text) return std::nullopt;
        only.emplace(tokens[at].text, *value);
    }
    return only;
}

// The variable in `i * m + i`, where m is the factor; empty if the subscript has another form.
std::string row_and_column(const IndexReading& reading, const std::string& factor) {
    const SourceTokens& tokens = *reading.tokens;
    const std::size_t at = reading.subscript.begin;
    const std::string variable(tokens[at].text);
    const bool is_both = reading.subscript.end - at == 5 && tokens[at].is_name() &&
                         tokens.is(at + 1, "*") && tokens.is(at + 2, factor) &&
                         tokens.is(at + 3, "+") && tokens.is(at + 4, variable);
    return is_both ? variable : "";
}

std::string row_words(const Indexed& indexed, const Finding& f) {
    const auto factor = factor_of(indexed.reading);
    if (!factor || indexed.begin != 0 || *f.index < 0) return {};
    const auto& [name, length] = *factor;
    if (const std::string both = row_and_column(indexed.reading, name); !both.empty())
        return fmt::format(
            "With rows of {0} ({1}) elements, `{2}` is both the row and the column: is another "
            "variable meant for one of the two?",
            name, length, both);
    const std::string rows_of = fmt::format("rows of {} ({}) elements", name, length);
    if (f.elements % length != 0)
        return fmt::format(
            "The {} elements of {} are no whole number of {}: is {} the length of a "
            "row?",
            f.elements, f.variable, rows_of, name);
    return fmt::format(
        "With {}, that is column {} of row {}, and {} has {}: is {} the length of a row, and which "
        "condition keeps out a row or a column that is too large?",
        rows_of, *f.index % length, *f.index / length, f.variable, f.elements / length, name);
}

// For an index that is one variable of the function itself.
std::string condition_words(const Indexed& indexed, const Finding& f) {
    const IndexReading& r = indexed.reading;
    const SourceTokens& tokens = *r.tokens;
    const TokenSpan written = indexed.written;
    if (written.end != written.begin + 1 || !tokens[written.begin].is_name()) return {};
    const std::string name(tokens[written.begin].text);
    if (is_parameter(tokens, r.flow, name) || *f.index < 0) return {};
    std::vector<std::string> said;
    for (const Condition& condition : r.flow.conditions)
        if (mentions(tokens, condition.expression, name))
            said.push_back(fmt::format("{}`{}`", condition.is_true ? "" : "not ",
                                       r.spelled(condition.expression)));
    const std::string room =
        fmt::format("{} has room for {}, so `{}` must be below that where it is used.", f.variable,
                    f.elements, name);
    if (said.empty())
        return fmt::format("No condition on the way here looks at `{}`: {}", name, room);
    return fmt::format("What the conditions on the way here say of `{}` is {}: {}", name,
                       fmt::join(said, " and "), room);
}

}  // namespace

std::string index_sizes(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || f.self.host || !f.index || f.elements == 0 || f.variable.empty()) return {};
    const auto indexed = only_one(settled, *tokens);
    if (!indexed || indexed->written.empty()) return {};
    const std::string fact = fmt::format("{}Here `{}` is {}.", indexed->where,
                                         tokens->spelling(indexed->written), indexed->index(f));
    for (const std::string& more : {row_words(*indexed, f), condition_words(*indexed, f)})
        if (!more.empty()) return fact + ' ' + more;
    return fact;
}

}  // namespace cusim::report
