// Two sources of information about an index. If the student's source is available and agrees with
// the thread's values (index_reading.hpp), it shows why the index could occur. Otherwise there are
// only numbers: that of the thread, the launch's arguments, and the size of the array.
#include "simulator/report/advice/bounds_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "simulator/report/advice/bytes_advice.hpp"
#include "simulator/report/advice/index_causes.hpp"
#include "simulator/report/advice/index_sizes.hpp"
#include "simulator/report/advice/loop_advice.hpp"
#include "simulator/report/advice/meant_access.hpp"
#include "simulator/report/advice/moved_pointer.hpp"
#include "simulator/report/advice/null_pointer.hpp"
#include "simulator/report/advice/thread_numbers.hpp"
#include "simulator/report/findings/element_name.hpp"
#include "simulator/report/source/launch_reading.hpp"
#include "simulator/report/source/pointer_path.hpp"

namespace cusim::report {
namespace {

constexpr long unsigned_wrap = 1L << 32;

// For an index that equals the thread's number, when there are more threads than elements, and the
// source cannot be read.
std::optional<std::string> surplus_threads(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const ThreadNumber& own : own_numbers(settled)) {
        if (own.count <= f.elements || own.number != *f.index) continue;
        return fmt::format(
            "The index is {}, and {} of the {} {} have no element: only those may come here that "
            "have one, as by `if (i < n)`.",
            own.name, own.count - f.elements, own.count, own.those);
    }
    return std::nullopt;
}

// What the value of the index suggests.
std::optional<std::string> impossible(const Finding& f) {
    if (*f.index < 0)
        return "The index is negative: check the subtractions in it, and that it has not "
               "overflowed.";
    if (*f.index >= unsigned_wrap / 2 && *f.index < unsigned_wrap)
        return fmt::format("The index is {} in unsigned arithmetic: check the subtractions in it.",
                           *f.index - unsigned_wrap);
    return std::nullopt;
}

// For `x[columns[k]]`, where the launch hands another array to the parameter columns.
std::optional<std::string> exchanged_on_the_line(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || settled.recorded.finding.self.host) return std::nullopt;
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line || !(*tokens)[at].is_name()) continue;
        Flow flow = flow_to(*tokens, at);
        flow.launched_on = line_of_launch(settled);
        if (flow.function != settled.recorded.kernel) continue;
        if (auto words = exchanged_argument(*tokens, flow, std::string((*tokens)[at].text)))
            return words;
    }
    return std::nullopt;
}

// Where the only part of the index is computed, if that is on another line.
std::string pointer_words(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const auto all = tokens ? pointed_at(settled, *tokens) : std::vector<PointedAt>{};
    if (all.size() != 1 || (*tokens)[all[0].subscript.begin].line == settled.self.line) return {};
    return fmt::format("It comes from `{}` on line {}. ", tokens->spelling(all[0].subscript),
                       (*tokens)[all[0].subscript.begin].line);
}

// For `load<4>(walk.x)`: `walk.x`, the argument of the only call on the line, if it is one name.
std::string only_argument(const SourceTokens& tokens, const Call& call) {
    std::string found;
    for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
        if (tokens[at].line != call.place.line || !tokens.is(at, call.function)) continue;
        std::size_t open = at + 1;
        if (tokens.is(open, "<"))
            while (open < tokens.size() && !tokens.is(open - 1, ">")) ++open;
        if (!found.empty() || !tokens.is(open, "(")) return {};
        const std::size_t close = tokens.closing(open);
        for (std::size_t k = open + 1; k < close; ++k)
            if (!tokens[k].is_name() && !tokens.is(k, ".") && !tokens.is(k, "->")) return {};
        found = tokens.spelling({open + 1, close});
    }
    return found;
}

// What the only call on the line of the caller passes to the function of the access.
std::string argument_of_helper(const Settled& settled) {
    const bool is_called = settled.called && !settled.called->function.empty();
    const SourceTokens* const tokens = is_called ? source_of(settled.called->place) : nullptr;
    return tokens ? only_argument(*tokens, *settled.called) : "";
}

bool is_dynamic_shared(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const std::uint64_t bytes = settled.recorded.dynamic_shared;
    return f.space == Space::shared && bytes != 0 &&
           bytes == std::uint64_t(f.elements) * f.element_size;
}

// Of an array whose size the launch gives, either that or the index is wrong.
std::string too_few_bytes(const Finding& f, const Settled& settled) {
    if (!is_dynamic_shared(settled) || *f.index < f.elements) return {};
    return fmt::format(
        "{}This access ends at byte {}: either the launch gives too few bytes (third in <<<blocks, "
        "threads, bytes>>>), or the index goes too far.",
        pointer_words(settled), (*f.index + 1) * f.element_size);
}

// For a helper that follows the pointer it is handed: no index is wrong, but the pointer.
std::string moved_too_far(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const std::string argument = argument_of_helper(settled);
    if (!tokens || argument.empty() || !subscripts_on(*tokens, settled.self.line, "").empty())
        return {};
    return fmt::format(
        "It is handed `{}`: check what moves that pointer on and how often, the sizes by which it "
        "goes, and the condition under which line {} comes to it.",
        argument, settled.called->place.line);
}

std::string from_numbers(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (const auto words = exchanged_on_the_line(settled)) return *words;
    if (f.variant == Variant::least_int)
        return "A float that is NaN, infinite or too large for an int becomes -2147483648 as one, "
               "and an int computation beyond 2147483647 goes on from there.";
    if (*f.index < 0 && !f.self.host && !source_of(settled.self))
        return "The index is negative, or that of another array is so far outside that it leads "
               "here.";
    // If the line does not use the array's name, the pointer itself may lead outside.
    const bool sure = f.self.host || !source_of(settled.self) || indexes_by_name(settled);
    if ((sure && !indexes_several(settled)) || subtracts_in_index(settled))
        if (const auto words = impossible(f)) return *words;
    // If the source is available but was not understood, it may contain a condition.
    if (!f.self.host && !source_of(settled.self))
        if (const auto words = surplus_threads(settled)) return *words;
    if (std::string words = index_sizes(settled); !words.empty()) return words;
    if (*f.index < 0)
        return pointer_words(settled) +
               "It lies before the array: where the step from element to element is negative, the "
               "first one lies last, and the pointer has to begin there.";
    if (std::string words = too_few_bytes(f, settled); !words.empty()) return words;
    if (std::string words = moved_too_far(settled); !words.empty()) return words;
    return pointer_words(settled) +
           "Check how the index is computed (in a matrix, row times the length of a row plus "
           "column), and the bounds of the loop round it.";
}

// `if (z <= stride) q[z] += q[z + stride];`
std::string step_of_a_tree(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || settled.recorded.finding.self.host) return {};
    for (const TokenSpan index : subscripts_on(*tokens, settled.self.line, "")) {
        const Flow flow = flow_to(*tokens, index.begin);
        for (const Bound& bound : bounds_in(*tokens, flow.conditions)) {
            const std::string own = tokens->spelling(bound.smaller),
                              stride = tokens->spelling(bound.larger);
            if (!bound.may_equal || tokens->spelling(index) != own + " + " + stride) continue;
            return fmt::format(
                "`{0} <= {1}` on line {2} lets {0} = {1} through: in a step of a tree the first "
                "{1} elements get one each of the {1} behind them, so write `{0} < {1}`.",
                own, stride, (*tokens)[bound.comparison].line);
        }
    }
    return {};
}

// For an index without subtractions: the only variable in it that is negative.
std::string negative_variable(const IndexReading& reading) {
    std::string found;
    for (const auto& [name, value] : reading.values) {
        if (value >= 0) continue;
        if (!found.empty()) return {};
        found = name;
    }
    for (std::size_t at = reading.subscript.begin; at < reading.subscript.end; ++at)
        if (reading.tokens->is(at, "-")) return {};
    return found;
}

// What the source shows in addition to the values.
std::optional<std::string> from_text(const Settled& settled) {
    const auto reading = read_index(settled);
    if (!reading) return std::nullopt;
    const std::string facts = index_facts(*reading);
    Finding at_subscript = settled.recorded.finding;
    *at_subscript.index -= reading->rest;
    const std::string cause = index_cause(*reading, at_subscript);
    if (!cause.empty()) return facts.empty() ? cause : facts + ' ' + cause;
    // A value that was chosen to give the index may be that of another one.
    if (reading->is_guess)
        for (const std::string& words : {moved_pointer_words(settled), step_of_a_tree(settled)})
            if (!words.empty()) return words;
    if (const auto shared = reading->shared_variable(); shared && !facts.empty())
        return fmt::format(
            "{} {} lies in shared memory: where it races, or is read before it is set, that comes "
            "first.",
            facts, *shared);
    if (const auto name = negative_variable(*reading);
        *settled.recorded.finding.index < 0 && !name.empty() && !reading->is_guess)
        return fmt::format(
            "{} The index is negative: check where the array begins if {} is negative.", facts,
            name);
    if (const auto words = impossible(settled.recorded.finding); words && !facts.empty())
        return facts + ' ' + *words;
    return facts.empty() ? std::nullopt : std::optional(facts);
}

std::string last_element(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.variable.empty()) return fmt::format("The last index is {}.", f.elements - 1);
    const std::string last = "The last element is " + element_name(f, f.elements - 1);
    if (!is_dynamic_shared(settled)) return last + '.';
    return fmt::format("{}: its size is what the launch says, {} bytes.", last,
                       settled.recorded.dynamic_shared);
}

// When nothing is known about the index.
std::string in_general(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const std::uint64_t bytes = settled.recorded.dynamic_shared;
    if (f.space == Space::shared && f.elements == 0)
        return fmt::format(
            "If it is an `extern __shared__` array, its size is what the launch says: "
            "the third number in <<<blocks, threads, bytes>>>, here {}, which counts "
            "bytes, as in `sizeof(float) * n`.",
            bytes);
    if (f.space == Space::shared)
        return "Check the index against the size of the shared array, and the bytes of dynamic "
               "shared memory in the launch.";
    if (f.self.host && f.space == Space::host)
        return "Check how the index is computed and the bounds of the loop round it, and whether "
               "the pointer has been given a value.";
    if (f.space == Space::local) return "Check the index against the array's size.";
    if (!f.self.host && !f.variable.empty() && f.index == 0 && f.elements == 0)
        return "Not one element of that size lies there. Where the array is empty in this call: "
               "does a condition, or the bounds of the loop round it, keep all threads from it?";
    if (!f.self.host && f.variable.empty() && !settled.recorded.astray.empty())
        return handed_over_astray(settled);
    if (std::string words = moved_pointer_words(settled); !words.empty()) return words;
    return "Check how the pointer and the index are computed, and the size given to cudaMalloc, "
           "which takes the number of bytes.";
}

// Whether the line has a call such as cudaMemcpy(), and no subscript.
bool copies(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    bool has_call = false;
    for (std::size_t at = 0; tokens && at < tokens->size(); ++at) {
        if ((*tokens)[at].line != settled.self.line) continue;
        if (tokens->is(at, "[")) return false;
        has_call |= (*tokens)[at].text.starts_with("cudaMemcpy");
    }
    return has_call;
}

std::string element_of(const Finding& f) {
    return element_name(f, *f.index);
}

std::string strays_into_words(const Settled& settled) {
    return fmt::format(
        "This line does not {} {}: the index of another array is so far outside that it leads "
        "there.",
        indexes_by_name(settled) ? "read" : "index", settled.recorded.finding.variable);
}

std::string_view last_name(std::string_view path) {
    return path.substr(path.find_last_of(".>") + 1);
}

// `walk.a` is called after `task.A`.
bool is_called_alike(std::string_view one, std::string_view other) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return std::ranges::equal(last_name(one), last_name(other), {}, lower, lower);
}

// For a helper function whose argument is called after a pointer that the launch hands over astray.
std::string astray_in_helper(const Settled& settled) {
    if (settled.recorded.finding.self.host || settled.recorded.astray.empty()) return {};
    const std::string argument = argument_of_helper(settled);
    for (const std::string& name : settled.recorded.astray)
        if (!argument.empty() && is_called_alike(argument, name))
            return fmt::format("It is handed `{}`. {}", argument, handed_over_astray(settled));
    return {};
}

// For a helper function that accesses memory through its argument: the array there need not be the
// one that was meant.
std::string handed_to_helper(const Settled& settled) {
    const std::string& variable = settled.recorded.finding.variable;
    const SourceTokens* const here = source_of(settled.self);
    if (variable.empty() || !here || !subscripts_on(*here, settled.self.line, "").empty())
        return {};
    const std::string argument = argument_of_helper(settled);
    if (argument.empty() || is_called_alike(argument, variable)) return {};
    return fmt::format(
        "It is handed `{}`: where that is to point into another array than {}, it has gone so far "
        "beyond it that it leads here.",
        argument, variable);
}

}  // namespace

std::string strayed_words(const Settled& settled) {
    if (settled.recorded.finding.self.host) return {};
    const bool unnamed = settled.recorded.finding.variable.empty();
    if (const auto meant = unnamed ? meant_access(settled) : std::nullopt)
        return fmt::format("It is {}, which lies outside of that array: the index comes first.",
                           element_of(meant->recorded.finding));
    if (!strays_into(settled) || may_have_other_name(settled)) return {};
    return strays_into_words(settled);
}

std::string handed_over_astray(const Settled& settled) {
    return fmt::format(
        "The launch hands over `{}` as an address at which nothing is allocated: has the pointer "
        "been moved beyond its array, as by a step of the wrong sign, or its memory been freed?",
        fmt::join(settled.recorded.astray, "`, `"));
}

std::string bounds_advice(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (settled.is_in_library)
        return "The algorithm that is called here goes beyond it: check the range that it is "
               "given, and that the other arrays have as many elements.";
    if (strays_into(settled)) return strays_into_words(settled);
    if (const std::string words = astray_in_helper(settled); !words.empty()) return words;
    if (const std::string words = handed_to_helper(settled); !words.empty()) return words;
    if (f.variant == Variant::outside_texture)
        return "It returns 0 there, on a device, too, and reports no error. Where that is not "
               "meant, check the index, which counts elements, and sizeInBytes of the resource, "
               "which counts bytes.";
    if (f.variant == Variant::null_pointer) return null_pointer_words(settled);
    if (f.variant == Variant::dead_variable)
        return "A function's local variables end with it: return the value, not a pointer to it, "
               "or let the caller own the memory.";
    if (!f.index || f.elements == 0) return in_general(settled);
    const std::string last = last_element(settled) + ' ';
    if (settled.garbage_on > 0)
        return fmt::format(
            "{}The index is negative, and what this thread has read on line {} held no value: that "
            "comes first.",
            last, settled.garbage_on);
    if (f.self.host && f.space == Space::host && f.self.op == Op::read && copies(settled))
        return fmt::format(
            "{}A copy on this line takes more than the {} bytes of {}: is that the array that is "
            "meant, and is the size its own?",
            last, f.elements * f.element_size, f.variable.empty() ? "the array" : f.variable);
    if (f.self.host && f.space != Space::host) return last + in_general(settled);
    constexpr long vector_bytes = 16;  // a smaller element may end there by a wrong size
    if (!f.self.host && *f.index == f.elements && f.element_size >= vector_bytes && f.begins_inside)
        return fmt::format(
            "{}{} bytes are accessed at once here, and fewer are left: leave them out, or access "
            "what is left over one element at a time.",
            last, f.element_size);
    if (!f.self.host)
        if (const auto words = bytes_for_elements(settled)) return last + *words;
    if (const auto words = from_text(settled)) return last + *words;
    if (const std::string words = moved_pointer_words(settled); !words.empty()) return last + words;
    if (const std::string words = step_of_a_tree(settled); !words.empty()) return last + words;
    if (const std::string words = unsigned_comparison(settled); !words.empty()) return last + words;
    if (const std::string words = unsigned_difference(settled); !words.empty()) return last + words;
    return last + from_numbers(settled);
}

}  // namespace cusim::report
