// The source shows at which distance from a thread's first element each line stores, and how many
// such lines there are. The two threads of the race show that the first element depends on the
// thread's number.
#include "simulator/report/advice/overlapping_parts.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "simulator/report/source/line_reading.hpp"

namespace cusim::report {
namespace {

// `mine[3] = …` is 3 after `mine [`; `list[at + 3] = …` is 3 after `list [ at`.
struct Store {
    std::string first;
    long behind = 0;
    friend bool operator==(const Store&, const Store&) = default;
};

std::optional<long> number_at(const SourceTokens& tokens, std::size_t at) {
    const std::string_view digits = tokens[at].text;
    long value = 0;
    const auto* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    return stop == end && error == std::errc{} ? std::optional(value) : std::nullopt;
}

Store store_to(const SourceTokens& tokens, TokenSpan subscript) {
    const std::size_t array = subscript.begin - 2, last = subscript.end - 1;
    const auto number = number_at(tokens, last);
    if (!number) return {tokens.spelling({array, subscript.end}), 0};
    if (last == subscript.begin) return {tokens.spelling({array, last}), *number};
    return tokens.is(last - 1, "+") ? Store{tokens.spelling({array, last - 1}), *number} : Store{};
}

// The only store on the line; nullopt if there are several, or none is a plain store.
std::optional<Store> store_on(const SourceTokens& tokens, int line) {
    std::optional<Store> found;
    for (const TokenSpan subscript : subscripts_on(tokens, line, "")) {
        if (!tokens.is(subscript.end + 1, "=")) continue;
        const Store store = store_to(tokens, subscript);
        if (found || store.first.empty()) return std::nullopt;
        found = store;
    }
    return found;
}

// How many consecutive elements, from `first` on, the function that contains the line stores; 0 if
// there are gaps.
long stores_in_function(const SourceTokens& tokens, int line, const std::string& first) {
    const auto subscripts = subscripts_on(tokens, line, "");
    const TokenSpan body = flow_to(tokens, subscripts.front().begin).body;
    std::set<long> behind;
    for (int each = tokens[body.begin].line; each <= tokens[body.end].line; ++each)
        if (const auto store = store_on(tokens, each); store && store->first == first)
            behind.insert(store->behind);
    const auto count = static_cast<long>(behind.size());
    return count > 0 && *behind.begin() == 0 && *behind.rbegin() == count - 1 ? count : 0;
}

bool is_race_of_two_stores(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.kind != FindingKind::race || !f.other || f.self.host || f.other->host || !f.index)
        return false;
    const bool plain = f.variant == Variant::none || f.variant == Variant::same_value ||
                       f.variant == Variant::missing_fence;
    return plain && f.self.op == Op::write && f.other->op == Op::write &&
           settled.self.path == settled.other->path;
}

// The thread's number in its block for shared memory, otherwise in the grid.
long number_of(Party party, const Settled& settled) {
    if (settled.recorded.finding.space == Space::shared) party.block = {};
    return number_in_grid(party, settled.recorded);
}

std::optional<Overlap> overlap_of(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || !is_race_of_two_stores(settled)) return std::nullopt;
    const auto here = store_on(*tokens, settled.self.line);
    const auto there = store_on(*tokens, settled.other->line);
    if (!here || !there || here->first != there->first) return std::nullopt;
    const Finding& f = settled.recorded.finding;
    const long one = number_of(f.self, settled), two = number_of(*f.other, settled);
    const long behind = here->behind - there->behind;
    if (one == two || behind % (two - one) != 0) return std::nullopt;
    const long apart = behind / (two - one);
    const long stores = stores_in_function(*tokens, settled.self.line, here->first);
    if (apart < 1 || apart >= stores || *f.index - here->behind != apart * one) return std::nullopt;
    return Overlap{stores, apart, here->first};
}

std::pair<int, int> both_lines(const Settled& settled) {
    return std::minmax(settled.self.line, settled.other->line);
}

// Keeps the race on the earlier lines, as an error if one of the two is an error.
void join(Settled& kept, const Settled& more) {
    const std::uint64_t count = kept.recorded.finding.count + more.recorded.finding.count;
    const Severity severity =
        std::min(kept.recorded.finding.severity, more.recorded.finding.severity);
    const auto witness = kept.recorded.finding.witness ? kept.recorded.finding.witness
                                                       : more.recorded.finding.witness;
    if (both_lines(more) < both_lines(kept)) kept = more;
    Finding& finding = kept.recorded.finding;
    finding.count = count;
    finding.severity = severity;
    finding.witness = witness;
    if (witness) finding.no_witness.clear();
    if (severity == Severity::error) finding.variant = Variant::none;
}

}  // namespace

long number_in_grid(const Party& party, const Recorded& of) {
    const auto number = [](const Dim3& at, const Dim3& extent) {
        return (static_cast<long>(at.z) * extent.y + at.y) * extent.x + at.x;
    };
    const long threads = static_cast<long>(of.block.x) * of.block.y * of.block.z;
    return number(party.block, of.grid) * threads + number(party.thread, of.block);
}

void join_overlapping_parts(std::vector<Settled>& all) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    std::vector<Settled> result;
    for (Settled& settled : all) {
        settled.overlap = overlap_of(settled);
        if (settled.overlap) {
            const auto [first, is_first] = known.try_emplace(
                {settled.recorded.kernel, settled.self.path, settled.overlap->first},
                result.size());
            if (!is_first) {
                join(result[first->second], settled);
                continue;
            }
        }
        result.push_back(std::move(settled));
    }
    all = std::move(result);
}

}  // namespace cusim::report
