#include "simulator/report/advice/meant_access.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "simulator/report/findings/element_name.hpp"
#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/index_sign.hpp"

namespace cusim::report {
namespace {

// The access as one to the memory of this argument.
std::optional<Settled> as_one_to(const Settled& settled, const Pointer& pointer) {
    const Finding& finding = settled.recorded.finding;
    const auto distance = static_cast<long>(finding.address - pointer.address);
    const bool inside = distance >= 0 && distance < pointer.bytes;
    if (distance % finding.element_size != 0 || inside || pointer.name == finding.variable)
        return std::nullopt;
    Settled other = settled;
    other.recorded.finding.variable = pointer.name;
    other.recorded.finding.index = distance / finding.element_size;
    other.recorded.finding.elements = pointer.bytes / finding.element_size;
    return other;
}

// No sum of what is not negative leads before an array, unless it is beyond what an int holds.
bool is_impossible(const Settled& settled) {
    constexpr long far = 1L << 30;
    const auto index = settled.recorded.finding.index;
    if (!index || *index >= 0 || *index <= -far) return false;
    const auto all = unread_indices(settled);
    return !all.empty() && std::ranges::all_of(all, [&](const IndexReading& each) {
        return is_never_negative(each, settled);
    });
}

std::string bytes(long n) {
    return fmt::format("{} byte{}", n, n == 1 ? "" : "s");
}

// As the detecting code says it of the nearest array.
std::string distance_words(const Finding& f) {
    const long size = f.elements * f.element_size, offset = *f.index * f.element_size;
    const std::string whole = fmt::format("the {} of {}", bytes(size), f.variable);
    if (offset < 0) return fmt::format("it is {} before {}", bytes(-offset), whole);
    if (offset == size) return fmt::format("it is right behind {}", whole);
    return fmt::format("it is {} past the end of {}", bytes(offset - size), whole);
}

// Whether a reading shows that the line means the array that lies nearest.
bool is_read(const Settled& settled) {
    const auto own = read_index(settled);
    return own && !own->is_guess && !is_impossible(settled);
}

// What a local variable begins as, also a pointer: `float* row = A + i * n`.
TokenSpan definition_of(const SourceTokens& tokens, const Flow& flow, std::string_view name) {
    if (const auto local = flow.locals.find(name); local != flow.locals.end()) return local->second;
    for (std::size_t at = flow.body.begin + 2; at < flow.body.end; ++at) {
        if (!tokens.is(at - 1, "*") || !tokens[at - 2].is_name() || !tokens.is(at, name) ||
            !tokens.is(at + 1, "="))
            continue;
        return {at + 2, tokens.semicolon(at + 2, flow.body.end)};
    }
    return {};
}

// Whether the line contains the name, such as `task.y`, or a local variable computed from it.
bool uses(const Settled& settled, const Place& place, const std::string& name) {
    const SourceTokens& tokens = *source_of(place);
    const auto is_here = [&](const Flow& flow, std::size_t at) {
        if (tokens.is(at - 1, ".") || tokens.is(at - 1, "->")) return false;
        std::size_t end = at + 1;
        while (tokens.is(end, ".") || tokens.is(end, "->")) end += 2;
        const std::string first =
            name_in_kernel(tokens, flow, settled.recorded.kernel, tokens[at].text);
        return first + tokens.spelling({at + 1, end}) == name;
    };
    const auto is_made_of_it = [&](const Flow& flow, TokenSpan span) {
        for (std::size_t at = span.begin; at < span.end; ++at)
            if (tokens[at].is_name() && is_here(flow, at)) return true;
        return false;
    };
    for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (tokens[at].line != place.line || !tokens[at].is_name()) continue;
        const Flow flow = flow_to(tokens, at);
        if (is_here(flow, at) || is_made_of_it(flow, definition_of(tokens, flow, tokens[at].text)))
            return true;
    }
    return false;
}

bool uses(const Settled& settled, const std::string& name) {
    return uses(settled, settled.self, name);
}

// Whether it is known where each pointer of the line points: it is a parameter, an array of the
// function, or set only where it is declared.
bool knows_all_pointers(const Settled& settled) {
    const SourceTokens& tokens = *source_of(settled.self);
    const auto is_known = [&](std::size_t at) {
        const Flow flow = flow_to(tokens, at);
        const std::string_view name = tokens[at].text;
        if (is_own_array(tokens, flow, name)) return true;
        if (is_parameter(tokens, flow, name)) return !is_set_in(tokens, flow.body, name);
        const TokenSpan definition = definition_of(tokens, flow, name);
        return !definition.empty() && !is_set_in(tokens, {definition.end, flow.body.end}, name) &&
               !is_set_in(tokens, {flow.body.begin, definition.begin - 2}, name);
    };
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != settled.self.line) continue;
        const bool is_factor = at > 0 && (tokens[at - 1].is_name() || tokens.is(at - 1, ")") ||
                                          tokens.is(at - 1, "]"));
        if (tokens.is(at, "*") && !is_factor && !(tokens[at + 1].is_name() && is_known(at + 1)))
            return false;
        if (tokens[at].is_name() && tokens.is(at + 1, "[") && !is_known(at)) return false;
        if (tokens.is(at, "->") || (tokens.is(at, ")") && tokens.is(at + 1, "["))) return false;
    }
    return true;
}

// The only other array of the launch that the line uses.
std::optional<Settled> only_other(const Settled& settled) {
    if (!knows_all_pointers(settled)) return std::nullopt;
    std::optional<Settled> found;
    for (const Pointer& pointer : settled.recorded.pointers) {
        auto other = as_one_to(settled, pointer);
        if (!other || !uses(settled, pointer.name)) continue;
        if (found) return std::nullopt;
        found = std::move(other);
    }
    return found;
}

// An index that is wrong by one, or by little, leads to the next array's gap near its own array.
bool is_close(const Finding& f) {
    constexpr long close = 32;  // bytes
    const long offset = *f.index * f.element_size;
    return -close <= offset && offset < f.elements * f.element_size + close;
}

Finding of_neighbour(const Finding& finding) {
    const auto distance = static_cast<long>(finding.address - finding.neighbour->address);
    Finding other = finding;
    other.variable = finding.neighbour->variable;
    other.index = distance / finding.element_size;
    other.elements = finding.neighbour->bytes / finding.element_size;
    other.cause = distance_words(other);
    return other;
}

// Whether the line uses the array, and its index may lead there.
bool may_mean(Settled settled, const Finding& access) {
    settled.recorded.finding = access;
    return uses(settled, access.variable) && !is_impossible(settled);
}

// There is no telling which array the line means.
void name_none(Finding& finding) {
    finding.variable.clear();
    finding.index.reset();
    finding.elements = 0;
}

// The line means one of the two arrays, and there is no telling which.
void name_both(Finding& finding, const Finding& other, bool both_indexed) {
    finding.cause = fmt::format("{} and {}", finding.cause, distance_words(other).substr(6));
    if (both_indexed)
        finding.cause += fmt::format(", so it is {} or {}", element_name(finding, *finding.index),
                                     element_name(other, *other.index));
    name_none(finding);
}

// Whether the line uses a pointer of the launch that points to where nothing is allocated.
bool uses_astray(const Settled& settled) {
    return std::ranges::any_of(settled.recorded.astray,
                               [&](const std::string& name) { return uses(settled, name); });
}

// In a helper, any caller's pointer may stand behind a parameter.
bool is_in_kernel(const Settled& settled) {
    const Flow flow = flow_to_line(*source_of(settled.self), settled.self.line);
    return !flow.function.empty() && flow.function == settled.recorded.kernel;
}

void choose_of_two(Settled& settled) {
    Finding& finding = settled.recorded.finding;
    const bool is_told_by_address = finding.index && finding.element_size != 0;
    if (!is_told_by_address || finding.self.host || finding.variable.empty() ||
        !source_of(settled.self) || is_read(settled))
        return;
    const bool is_used = uses(settled, finding.variable);
    if (auto other = is_used ? std::nullopt : only_other(settled)) {
        other->recorded.finding.cause = distance_words(other->recorded.finding);
        settled = std::move(*other);
        return;
    }
    if (!is_used && is_in_kernel(settled) && knows_all_pointers(settled)) {
        name_none(finding);
        return;
    }
    if (!finding.neighbour || finding.neighbour->variable.empty() || is_close(finding)) return;
    const Finding other = of_neighbour(finding);
    const bool nearer = may_mean(settled, finding), further = may_mean(settled, other);
    if (further && !nearer)
        finding = other;
    else if (further == nearer)
        name_both(finding, other, nearer);
}

}  // namespace

std::optional<Settled> meant_access(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    if (finding.self.host || finding.space != Space::global || finding.address == 0 ||
        finding.element_size == 0)
        return std::nullopt;
    if (is_impossible(settled))
        if (auto other = only_other(settled)) return other;
    const bool strays = strays_into(settled);
    const auto own = strays ? std::nullopt : read_index(settled);
    if (own && !own->is_guess) return std::nullopt;
    std::optional<Settled> found;
    for (const Pointer& pointer : settled.recorded.pointers) {
        auto other = as_one_to(settled, pointer);
        const auto reading = other ? read_index(*other) : std::nullopt;
        if (!reading || (reading->is_guess && !strays)) continue;
        if (found) return std::nullopt;
        found = std::move(other);
    }
    return found;
}

std::string astray_on(const Settled& settled, const Place& place) {
    const std::string& variable = settled.recorded.finding.variable;
    if (!source_of(place) || (!variable.empty() && uses(settled, place, variable))) return {};
    for (const std::string& name : settled.recorded.astray)
        if (uses(settled, place, name)) return name;
    return {};
}

void name_meant_array(Settled& settled) {
    Finding& finding = settled.recorded.finding;
    if (finding.kind != FindingKind::out_of_bounds && finding.kind != FindingKind::use_after_free)
        return;
    const bool is_of_the_kernel = !finding.self.host && source_of(settled.self);
    if (is_of_the_kernel && finding.space == Space::global && uses_astray(settled)) {
        name_none(finding);
        return;
    }
    if (auto meant = meant_access(settled)) {
        meant->recorded.finding.kind = FindingKind::out_of_bounds;
        meant->recorded.finding.cause = distance_words(meant->recorded.finding);
        settled = std::move(*meant);
        return;
    }
    if (finding.kind == FindingKind::out_of_bounds) choose_of_two(settled);
}

}  // namespace cusim::report
