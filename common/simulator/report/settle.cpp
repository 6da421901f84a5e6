// Merges and orders findings. Beyond equal lines, these rules give one finding for one cause:
// - A race is the same in either direction and for all combinations of operations. (`a[i] += a[j]`
//   races as write against read, read against write and write against write.)
// - Of two races between the same two threads on the same element that share a line, the second
//   follows from the first. If thread 1 clears what thread 0 still reads, its next store to the
//   same element races with that read, too.
// - Races between the same two threads of different blocks on one array are one, whichever elements
//   they meet at (two elements exchanged in place): within the launch, nothing can order these
//   threads.
// - If those two threads both read and both write the element, and one line does all the writing,
//   it is an update of which one is lost.
// - Races between lines that each store one of a thread's consecutive elements are one
//   (overlapping_parts.hpp).
#include "simulator/report/settle.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "simulator/report/advice/meant_access.hpp"
#include "simulator/report/advice/overlapping_parts.hpp"
#include "simulator/report/findings/kinds.hpp"
#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/struct_members.hpp"

namespace cusim::report {
namespace {

using Line = std::pair<std::string, int>;
using Key = std::tuple<FindingKind, Line, Line, std::string, std::string>;

Line line_of(const Place& place) {
    return {place.file, place.line};
}

Key key_of(const Settled& settled) {
    Line first = line_of(settled.self);
    Line second = settled.other ? line_of(*settled.other) : Line{};
    const Finding& finding = settled.recorded.finding;
    if (finding.kind == FindingKind::race && second < first) std::swap(first, second);
    // Several divisions, conversions and shifts of one line are errors of their own.
    const bool tells_numbers = finding.kind == FindingKind::crash;
    return {finding.kind, first, second, finding.variable, tells_numbers ? finding.cause : ""};
}

bool same_threads(const Finding& a, const Finding& b) {
    const auto same = [](const Party& p, const Party& q) {
        return p.host == q.host && p.block == q.block && p.thread == q.thread;
    };
    return (same(a.self, b.self) && same(*a.other, *b.other)) ||
           (same(a.self, *b.other) && same(*a.other, b.self));
}

bool is_plain(Op op) {
    return op == Op::read || op == Op::write;
}

// Whether two races between the same threads on one element are the two halves of an unprotected
// `y[i] += ...`: one thread reads what the other writes, and both write on the same line.
bool is_lost_update(const Settled& one, const Settled& two) {
    const Finding& a = one.recorded.finding;
    const Finding& b = two.recorded.finding;
    if (a.kind != FindingKind::race || b.kind != FindingKind::race || !a.other || !b.other)
        return false;
    if (!a.index || a.index != b.index || a.variable != b.variable || !same_threads(a, b))
        return false;
    const auto writes = [](const Finding& f) {
        return (f.self.op == Op::write) + (f.other->op == Op::write);
    };
    for (const Op op : {a.self.op, a.other->op, b.self.op, b.other->op})
        if (!is_plain(op)) return false;
    const Settled& both_write = writes(a) == 2 ? one : two;
    return writes(a) + writes(b) == 3 && line_of(both_write.self) == line_of(*both_write.other);
}

bool is_between_blocks(const Finding& f) {
    return f.kind == FindingKind::race && f.other && !f.self.host && !f.other->host &&
           f.space == Space::global && !(f.self.block == f.other->block);
}

void absorb(Settled& kept, const Settled& more) {
    const bool lost_update = is_lost_update(kept, more);
    const std::uint64_t a = kept.recorded.finding.count, b = more.recorded.finding.count;
    const std::uint64_t count = lost_update ? std::max(a, b) : a + b;
    const auto blocks = std::minmax(kept.recorded.finding.blocks_at_own_number,
                                    more.recorded.finding.blocks_at_own_number);
    const std::uint64_t at_own_number = blocks.first == 0 ? 0 : blocks.second;
    const Finding& less = more.recorded.finding;
    const bool blocks_meet_too = kept.recorded.finding.blocks_meet_too || less.blocks_meet_too ||
                                 is_between_blocks(kept.recorded.finding) ||
                                 is_between_blocks(less);
    const auto witness =
        kept.recorded.finding.witness ? kept.recorded.finding.witness : less.witness;
    if (less.severity < kept.recorded.finding.severity) kept = more;
    Finding& finding = kept.recorded.finding;
    finding.witness = witness;
    if (witness) finding.no_witness.clear();
    finding.count = count;
    finding.blocks_at_own_number = at_own_number;
    finding.blocks_meet_too = blocks_meet_too;
    const bool unexplained = finding.variant == Variant::none ||
                             finding.variant == Variant::same_value ||
                             finding.variant == Variant::lockstep;
    if (lost_update && unexplained) finding.variant = Variant::lost_update;
}

bool share_a_line(const Settled& a, const Settled& b) {
    const Line lines[] = {line_of(a.self), line_of(*a.other)};
    return std::any_of(std::begin(lines), std::end(lines), [&](const Line& line) {
        return line == line_of(b.self) || line == line_of(*b.other);
    });
}

// Several missing __syncwarp() are usually one mistake, repeated.
bool is_same_habit(const Settled& one, const Settled& two) {
    const Finding& a = one.recorded.finding;
    const Finding& b = two.recorded.finding;
    return a.variant == Variant::lockstep && b.variant == Variant::lockstep &&
           a.variable == b.variable && one.recorded.kernel == two.recorded.kernel &&
           share_a_line(one, two);
}

// Such as two elements of one array that threads of different blocks exchange in place.
bool is_same_pair_of_blocks(const Settled& one, const Settled& two) {
    const Finding& a = one.recorded.finding;
    const Finding& b = two.recorded.finding;
    const auto plain = [](const Finding& f) {
        return f.kind == FindingKind::race && f.other && !f.self.host && !f.other->host &&
               !(f.self.block == f.other->block) && is_plain(f.self.op) && is_plain(f.other->op) &&
               (f.variant == Variant::none || f.variant == Variant::same_value);
    };
    return plain(a) && plain(b) && !a.variable.empty() && a.variable == b.variable &&
           one.recorded.kernel == two.recorded.kernel && same_threads(a, b);
}

// Whether the race `later` is a consequence of the race `earlier`.
bool follows(const Settled& later, const Settled& earlier) {
    const Finding& a = earlier.recorded.finding;
    const Finding& b = later.recorded.finding;
    return a.kind == FindingKind::race && b.kind == FindingKind::race && a.other && b.other &&
           a.severity == b.severity && earlier.recorded.kernel == later.recorded.kernel &&
           a.variable == b.variable && a.index && a.index == b.index && same_threads(a, b) &&
           share_a_line(earlier, later);
}

bool is_astray(const Settled& settled) {
    return strays_into(settled) || meant_access(settled).has_value();
}

bool is_in_helper(const Settled& settled, const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    const std::string& variable = settled.recorded.finding.variable;
    if (!tokens || variable.empty()) return false;
    const std::string name = variable.substr(variable.find_last_of('.') + 1);
    std::size_t on_line = tokens->size();
    for (std::size_t at = tokens->size(); at-- > 0;) {
        if ((*tokens)[at].line != place.line) continue;
        if (tokens->is(at, name)) return false;
        on_line = at;
    }
    if (on_line == tokens->size()) return false;
    const std::string function = flow_to(*tokens, on_line).function;
    return !function.empty() && function != settled.recorded.kernel;
}

// The place, if it is in a helper function that does not use the variable's name; the names in a
// helper function are not those of the launch.
const Place* place_in_helper(const Settled& settled) {
    const auto is_one = [&](const Party& party, const Place& place) {
        return !party.host && is_in_helper(settled, place);
    };
    const Finding& f = settled.recorded.finding;
    if (is_one(f.self, settled.self)) return &settled.self;
    return f.other && is_one(*f.other, *settled.other) ? &*settled.other : nullptr;
}

// The side of a race that comes to the memory by a pointer that has left its own.
const Place* place_of_astray_pointer(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.kind != FindingKind::race || !f.other) return nullptr;
    const auto is_one = [&](const Party& party, const Place& place) {
        return !party.host && !party.kernel && !astray_on(settled, place).empty();
    };
    if (is_one(f.self, settled.self)) return &settled.self;
    return is_one(*f.other, *settled.other) ? &*settled.other : nullptr;
}

// Whether an index out of bounds, which is reported itself, has also led this access into another
// array.
bool is_of_bad_index(const Settled& settled, const std::vector<Settled>& all) {
    const FindingKind kind = settled.recorded.finding.kind;
    const bool outside =
        kind == FindingKind::out_of_bounds || kind == FindingKind::uninitialized_read;
    const Place* strayed = outside && is_astray(settled) ? &settled.self : strayed_access(settled);
    if (!strayed) strayed = place_of_astray_pointer(settled);
    if (!strayed && kind != FindingKind::out_of_bounds) strayed = place_in_helper(settled);
    return strayed && std::any_of(all.begin(), all.end(), [&](const Settled& cause) {
               const Finding& finding = cause.recorded.finding;
               return finding.kind == FindingKind::out_of_bounds &&
                      finding.severity == Severity::error &&
                      finding.variable != settled.recorded.finding.variable &&
                      cause.recorded.kernel == settled.recorded.kernel &&
                      line_of(cause.self) == line_of(*strayed) &&
                      (kind != FindingKind::out_of_bounds || !is_astray(cause));
           });
}

// Whether it is not known which of two arrays is meant, and the line's index of one of them is
// reported for itself.
bool is_of_either_array(const Settled& settled, const std::vector<Settled>& all) {
    const Finding& f = settled.recorded.finding;
    return f.kind == FindingKind::out_of_bounds && f.neighbour && f.variable.empty() &&
           std::ranges::any_of(all, [&](const Settled& cause) {
               const Finding& finding = cause.recorded.finding;
               return finding.kind == FindingKind::out_of_bounds && !finding.variable.empty() &&
                      cause.recorded.kernel == settled.recorded.kernel &&
                      line_of(cause.self) == line_of(settled.self);
           });
}

// If a kernel races or reads unwritten memory, its results may depend on the order of threads: only
// the cause is reported.
bool is_consequence(const Settled& settled, const std::vector<Settled>& all) {
    if (is_of_bad_index(settled, all) || is_of_either_array(settled, all)) return true;
    if (settled.recorded.finding.kind != FindingKind::order_dependence) return false;
    return std::any_of(all.begin(), all.end(), [&](const Settled& cause) {
        const Finding& finding = cause.recorded.finding;
        return cause.recorded.kernel == settled.recorded.kernel &&
               finding.severity == Severity::error &&
               (finding.kind == FindingKind::race ||
                finding.kind == FindingKind::uninitialized_read);
    });
}

// Whether two threads of a block write one element on the same line.
bool stores_twice(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    return f.kind == FindingKind::race && f.other && !f.self.host && !f.other->host &&
           f.self.block == f.other->block && line_of(settled.self) == line_of(*settled.other) &&
           (f.variant == Variant::lost_update ||
            (f.self.op == Op::write && f.other->op == Op::write));
}

// Other findings about such an array are consequences.
void note_elements_stored_twice(std::vector<Settled>& all) {
    for (const Settled& cause : all) {
        if (!stores_twice(cause)) continue;
        for (Settled& settled : all)
            if (settled.recorded.finding.kind == FindingKind::race && !stores_twice(settled) &&
                settled.recorded.kernel == cause.recorded.kernel &&
                settled.recorded.finding.variable == cause.recorded.finding.variable)
                settled.stored_twice_on = cause.self.line;
    }
}

// Other findings about an access that also goes out of bounds may be consequences.
void note_elements_outside(std::vector<Settled>& all) {
    for (const Settled& cause : all) {
        if (cause.recorded.finding.kind != FindingKind::out_of_bounds) continue;
        for (Settled& settled : all) {
            const bool is_of_it =
                settled.recorded.finding.kind == FindingKind::race && settled.other &&
                settled.recorded.kernel == cause.recorded.kernel &&
                settled.recorded.finding.variable == cause.recorded.finding.variable &&
                (line_of(settled.self) == line_of(cause.self) ||
                 line_of(*settled.other) == line_of(cause.self));
            if (is_of_it) settled.outside_on = cause.self.line;
        }
    }
}

// A negative index may come from what the same thread has read before it held a value.
void note_garbage_before(std::vector<Settled>& all) {
    for (Settled& settled : all) {
        const Finding& f = settled.recorded.finding;
        if (f.kind != FindingKind::out_of_bounds || f.self.host || !f.index || *f.index >= 0)
            continue;
        for (const Settled& cause : all) {
            const Finding& read = cause.recorded.finding;
            if (read.kind == FindingKind::uninitialized_read && read.severity == Severity::error &&
                read.self.block == f.self.block && read.self.thread == f.self.thread &&
                line_of(cause.self) != line_of(settled.self) &&
                cause.recorded.kernel == settled.recorded.kernel)
                settled.garbage_on = cause.self.line;
        }
    }
}

// The line of an algorithm's header says nothing to a reader who has called it.
void name_call_of_library(Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool self = is_of_library(settled.self);
    const bool other = f.other && !f.self.host && !f.other->host && !f.other->kernel &&
                       is_of_library(*settled.other);
    if ((!self && !other) || settled.recorded.asked_from.empty()) return;
    const auto call = place_in_program(settled.recorded.asked_from);
    if (!call) return;
    if (self) settled.self = *call;
    if (other) settled.other = *call;
    settled.is_in_library = self && !f.self.host;
}

// A fetch from an object that was never made follows from the call that was to make it: that its
// refusal was not noticed is the mistake.
void tell_unnoticed_refusal(std::vector<Settled>& all) {
    const auto is_refused = [](const Settled& settled) {
        const Finding& f = settled.recorded.finding;
        return f.variant == Variant::refused_call && f.variable == "cudaCreateTextureObject";
    };
    const auto fetches = [](const Settled& settled) {
        return settled.recorded.finding.variant == Variant::no_texture;
    };
    if (std::ranges::none_of(all, is_refused) || std::erase_if(all, fetches) == 0) return;
    for (Settled& settled : all) {
        if (!is_refused(settled)) continue;
        settled.recorded.finding.severity = Severity::error;
        settled.recorded.finding.cause +=
            ". Nothing has noticed that, and a kernel fetches from the object that was not made: "
            "check the call, as by CUDA_CHECK";
    }
}

std::optional<Place> place_of_free(const Finding& finding) {
    if (!finding.freed_by) return std::nullopt;
    Place place = resolve(finding.freed_by->site);
    if (place.file.empty() || is_of_library(place)) return std::nullopt;
    return place;
}

// With all places that the report shows, and the names that the source gives.
Settled with_places(const Recorded& record) {
    Settled settled{record, resolve(record.finding.self.site), std::nullopt};
    if (record.finding.other) settled.other = resolve(record.finding.other->site);
    if (!record.finding.self.host) settled.called = call_of(record.finding.self.site);
    settled.freed = place_of_free(record.finding);
    const Site& launched_from = record.launched_from;
    if (launched_from.pc || launched_from.file) settled.launched = resolve(launched_from);
    if (record.refused) settled.refused = resolve(record.refused->site);
    name_by_member(settled);
    name_meant_array(settled);
    name_call_of_library(settled);
    return settled;
}

// One for each cause: a finding that follows from an earlier one is counted there.
std::vector<Settled> merged_by_cause(const std::vector<Recorded>& recorded) {
    std::vector<Settled> merged;
    std::map<Key, std::size_t> seen;
    for (const Recorded& record : recorded) {
        Settled settled = with_places(record);
        const auto [entry, is_new] = seen.emplace(key_of(settled), merged.size());
        if (!is_new) {
            absorb(merged[entry->second], settled);
            continue;
        }
        const auto cause = std::find_if(merged.begin(), merged.end(), [&](const Settled& earlier) {
            return follows(settled, earlier) || is_same_habit(settled, earlier) ||
                   is_same_pair_of_blocks(settled, earlier);
        });
        if (cause == merged.end()) {
            merged.push_back(std::move(settled));
        } else {
            entry->second = static_cast<std::size_t>(cause - merged.begin());
            absorb(*cause, settled);
        }
    }
    return merged;
}

// Errors first, and of these the most urgent.
void sort_by_urgency(std::vector<Settled>& all) {
    const auto rank = [](const Settled& settled) {
        const Finding& finding = settled.recorded.finding;
        const auto kind = settled.garbage_on > 0 ? FindingKind::uninitialized_read : finding.kind;
        return std::tuple{finding.severity, row_of(kind).urgency, settled.garbage_on > 0};
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const Settled& a, const Settled& b) { return rank(a) < rank(b); });
}

}  // namespace

std::vector<Settled> settle(const std::vector<Recorded>& recorded) {
    std::vector<Settled> merged = merged_by_cause(recorded);
    tell_unnoticed_refusal(merged);
    join_overlapping_parts(merged);
    note_elements_stored_twice(merged);
    note_elements_outside(merged);
    note_garbage_before(merged);
    std::vector<Settled> result;
    std::copy_if(merged.begin(), merged.end(), std::back_inserter(result),
                 [&](const Settled& settled) { return !is_consequence(settled, merged); });
    sort_by_urgency(result);
    return result;
}

}  // namespace cusim::report
