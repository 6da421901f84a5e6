// A message begins with the threads and what they did, continues with what only the detecting code
// knew (`cause`), and ends with the usual remedy.
#include "simulator/report/advice/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "simulator/report/advice/party.hpp"
#include "simulator/report/advice/remedies.hpp"
#include "simulator/report/findings/element_name.hpp"
#include "simulator/report/findings/kinds.hpp"
#include "simulator/report/source/helper_call.hpp"

namespace cusim::report {
namespace {

std::string space_name(Space space) {
    switch (space) {
        case Space::global:
            return "global memory";
        case Space::shared:
            return "shared memory";
        case Space::constant:
            return "constant memory";
        case Space::managed:
            return "managed memory";
        case Space::pinned:
            return "pinned memory";
        case Space::local:
            return "an array";
        case Space::host:
            return "host memory";
        case Space::unknown:
            return "memory";
    }
    return "memory";
}

std::string object(const Finding& finding) {
    if (finding.variable.empty()) return space_name(finding.space);
    if (!finding.index || (finding.elements == 1 && *finding.index == 0)) return finding.variable;
    return element_name(finding, *finding.index);
}

std::string verb(Op op) {
    switch (op) {
        case Op::read:
            return "reads";
        case Op::write:
            return "writes";
        case Op::atomic:
            return "atomically updates";
        case Op::copy:
        case Op::function:
            return "touches";
        case Op::allocate:
            return "allocates";
        case Op::free:
            return "frees";
        case Op::barrier:
            return "waits at the barrier";
        case Op::launch:
            return "launches";
        case Op::none:
            return "reaches";
    }
    return "reaches";
}

bool waits(const Party& party) {
    return party.op == Op::barrier;
}

// Such as " on line 12, by thread 3 of block 0"; empty if it is not known where the memory was
// freed.
std::string where_freed(const Settled& settled) {
    if (!settled.freed) return {};
    const Place& place = *settled.freed;
    Party party = *settled.recorded.finding.freed_by;
    if (party.kernel && party.kernel == settled.recorded.kernel) party.kernel = nullptr;
    const bool same_line = place.file == settled.self.file && place.line == settled.self.line;
    const std::string where = same_line ? "on the same line"
                              : place.file == settled.self.file
                                  ? fmt::format("on line {}", place.line)
                                  : fmt::format("at {}:{}", place.file, place.line);
    const std::string who =
        party.host ? "" : fmt::format(", by {}", describe(party, settled.recorded));
    return fmt::format(" {}{}", where, who);
}

// What the kind of the finding says about the access itself.
std::string manner(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    if (finding.variant == Variant::half_written) return ", of which only one half has been stored";
    if (finding.variant == Variant::partly_written) return ", of which a part was never stored";
    if (finding.variant == Variant::absent_lane || finding.variant == Variant::shuffle_width)
        return {};
    if (finding.kind == FindingKind::uninitialized_read)
        return ", where nothing has been stored yet";
    if (finding.variant == Variant::ended_block) return " of another block of its cluster";
    if (finding.kind == FindingKind::use_after_free)
        return " after it was freed" + where_freed(settled);
    return {};
}

std::string other_line(const Settled& settled) {
    if (settled.other->file.empty()) return "elsewhere";
    if (settled.other->file != settled.self.file)
        return fmt::format("at {}:{}", settled.other->file, settled.other->line);
    if (settled.other->line == settled.self.line) return "on the same line";
    return fmt::format("on line {}", settled.other->line);
}

// Such as "thread 5 of block 0 reads Q[9]".
std::string who_does_what(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    // A cause of a wrong copy is a complete statement already.
    if (finding.self.host && finding.self.op == Op::copy && !finding.cause.empty()) return "";
    if (finding.kind == FindingKind::unsynchronized_access && finding.self.op == Op::free)
        return "";
    if (finding.variant == Variant::copied_to_host)
        return fmt::format("the host reads what it has copied {} from {}{}", other_line(settled),
                           object(finding), manner(settled));
    const std::string subject = describe(finding.self, settled.recorded);
    if (waits(finding.self)) return subject + " waits here";
    if (finding.self.op == Op::none) return finding.self.host ? "" : subject;
    return fmt::format("{} {} {}{}", subject, verb(finding.self.op), object(finding),
                       manner(settled));
}

// Such as "while thread 9 of the same block writes it on line 21".
std::string other_does(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    const Party& other = *finding.other;
    std::string subject = describe(other, settled.recorded);
    if (!other.host && !finding.self.host && other.block == finding.self.block &&
        finding.variant != Variant::other_launch && finding.variant != Variant::child_launch &&
        finding.variant != Variant::overlapped_launch)
        subject = fmt::format("thread {} of the same block",
                              coordinates(other.thread, settled.recorded.block));
    if (finding.variant == Variant::unfinished_copy)
        subject = "the asynchronous copy of " + subject;
    if (waits(other)) return fmt::format("{} waits {}", subject, other_line(settled));
    if (finding.variant == Variant::uneven_barriers)
        return subject + " came here before, and has returned";
    // A lane may have passed a warp operation by without a return.
    if (other.op == Op::none)
        return subject +
               (finding.variant == Variant::warp_barrier ? " has ended" : " has returned");
    return fmt::format("{} {} it {}", subject, verb(other.op), other_line(settled));
}

// "add_up is called by one_block_kernel on line 39."; empty for a line of the kernel itself, and
// where its source shows no call.
std::string calls_in_kernel(const Settled& settled, const Place& place) {
    const SourceTokens* const tokens = source_of(place);
    const std::string& kernel = settled.recorded.kernel;
    if (!tokens || kernel.empty()) return {};
    const Flow helper = flow_to_line(*tokens, place.line);
    if (helper.function == kernel) return {};
    std::vector<int> lines;
    for (const HelperCall& call : calls_of(*tokens, helper)) {
        const int line = (*tokens)[call.at].line;
        if (call.caller.function == kernel && std::ranges::count(lines, line) == 0)
            lines.push_back(line);
    }
    if (lines.empty()) return {};
    return fmt::format("{} is called by {} on line{} {}.", helper.function, kernel,
                       lines.size() == 1 ? "" : "s", fmt::join(lines, " and "));
}

// For a line in a helper function: the call shows more than the line itself.
std::string where_called(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    const bool is_race = finding.other && finding.kind == FindingKind::race;
    if (is_race && !finding.self.host && !finding.other->host) {
        const std::string here = calls_in_kernel(settled, settled.self);
        const std::string there = calls_in_kernel(settled, *settled.other);
        return here == there || there.empty() ? here : here.empty() ? there : here + ' ' + there;
    }
    if (finding.other) return {};
    if (!settled.called || settled.called->function.empty())
        return finding.self.host ? "" : calls_in_kernel(settled, settled.self);
    const auto& [function, place] = *settled.called;
    const std::string file = place.file == settled.self.file ? "" : " of " + place.file;
    return fmt::format("{} is called here on line {}{}.", function, place.line, file);
}

// For a copy, whose cause says itself that the memory is freed.
std::string freed_before(const Settled& settled) {
    const Party& self = settled.recorded.finding.self;
    const bool is_copy = self.host && self.op == Op::copy;
    return is_copy && settled.freed ? "It was freed" + where_freed(settled) + "." : "";
}

// Adds a capital letter and a full stop. A first word that is code, such as `assert(...)`, is not
// changed.
std::string sentence(std::string text) {
    if (text.empty()) return text;
    const std::size_t word = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (word > 0 && word < text.size() && text[word] == ' ') text.front() += 'A' - 'a';
    return text + (text.back() == '.' ? "" : ".");
}

// The nearest array is none that is meant where an argument of the launch points to no array.
std::string cause_of(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    const bool is_nameless = finding.variable.empty() && !settled.recorded.astray.empty() &&
                             finding.cause.ends_with(" allocated there");
    return is_nameless ? "no array of the launch lies there" : finding.cause;
}

// Where the title of the kind would say less.
constexpr std::pair<Variant, const char*> titles_of_variants[] = {
    {Variant::endless_loop, "endless loop"},
    {Variant::absent_lane, "shuffle from a lane that takes no part"},
    {Variant::shuffle_width, "shuffle of a width that CUDA lacks"},
    {Variant::time_is_up, "out of time"},
    {Variant::refused_call, "call refused"},
    {Variant::endless_capture, "capture never ended"},
    {Variant::kernel_fault, "fault"},
    {Variant::division, "division by zero"},
    {Variant::wide_quotient, "quotient that does not fit"},
    {Variant::wide_conversion, "number that does not fit"},
    {Variant::wide_shift, "shift by too many bits"},
    {Variant::other_texel, "elements of another type"},
    {Variant::stream, "stream never destroyed"},
    {Variant::event, "event never destroyed"},
    {Variant::graph, "graph never destroyed"},
    {Variant::executable_graph, "executable graph never destroyed"},
    {Variant::surface_object, "surface object never destroyed"},
};

const char* title_of(const Finding& finding) {
    if (finding.kind == FindingKind::leak && finding.variant == Variant::texture_object)
        return "texture object never destroyed";
    for (const auto& [variant, title] : titles_of_variants)
        if (finding.variant == variant) return title;
    return row_of(finding.kind).title;
}

}  // namespace

std::string title(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    std::string result = title_of(finding);
    const bool wrong_side =
        finding.kind == FindingKind::host_pointer || finding.kind == FindingKind::device_pointer;
    if (!finding.variable.empty() || (finding.space != Space::unknown && !wrong_side))
        result += ": " + object(finding);
    if (!settled.recorded.kernel.empty()) result += ", in kernel " + settled.recorded.kernel;
    return result;
}

std::string message(const Settled& settled) {
    const Finding& finding = settled.recorded.finding;
    std::string facts = who_does_what(settled);
    if (finding.other && finding.variant != Variant::copied_to_host)
        facts += (facts.empty() ? "" : " while ") + other_does(settled);
    const bool is_said = finding.self.op == Op::free && settled.freed;
    if (!finding.cause.empty() && !is_said)
        facts += (facts.empty() ? "" : ": ") + cause_of(settled);
    std::string result;
    for (const std::string& part :
         {sentence(facts), freed_before(settled), where_called(settled), remedy(settled)})
        if (!part.empty()) result += (result.empty() ? "" : " ") + part;
    return result;
}

}  // namespace cusim::report
