#include "suite/causes/order_dependence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grader::suite {

namespace {

// After one of these findings, any value may result.
constexpr std::array causes{"race",          "unsynchronized_access", "uninitialized_read",
                            "out_of_bounds", "use_after_free",        "barrier_divergence",
                            "bad_copy"};

const score::Finding* cause_among(std::span<const score::Finding> known) {
    const auto cause = std::ranges::find_if(known, [](const score::Finding& finding) {
        return finding.severity == score::Severity::error &&
               std::ranges::find(causes, finding.kind) != causes.end();
    });
    return cause == known.end() ? nullptr : &*cause;
}

std::string launches_of(const Answer& answer) {
    const auto& launches = answer.first_launches();
    if (launches.empty()) return {};
    if (launches.size() < answer.launch_count())
        return fmt::format(" after {} launches", answer.launch_count());
    std::string text = launches.size() == 1
                           ? " after the launch of "
                           : fmt::format(" after {} launches, the last of ", launches.size());
    return text + launches.back().name;
}

}  // namespace

bool allow_any_value(std::span<const score::Finding> findings) {
    return cause_among(findings) != nullptr;
}

OrderDependence::OrderDependence(const std::string& function, const OrderDifference& difference) {
    const auto& [one, other] = difference.answers;
    const bool without_threads = one->launch_count() == 0 && other->launch_count() == 0;
    const bool is_of_run = without_threads || !difference.is_of_order;
    fact_ =
        is_of_run
            ? fmt::format("{} of {} is {} in one run of the program and {} in another",
                          difference.element, function, difference.values[0], difference.values[1])
            : fmt::format("{} of {} is {} with the threads {} and {} {}{}", difference.element,
                          function, difference.values[0], one->in_order(), difference.values[1],
                          other->in_order(), launches_of(*one));
    if (!difference.is_of_order)
        ending_ = fmt::format(", after the same calls with the same inputs: it is made of {}",
                              what_no_call_sets);
    else if (without_threads)
        ending_ =
            ", for the same inputs: does it use what an earlier call has left behind, or a "
            "variable that has been given no value?";
    else
        ending_ = ": the result must not depend on which thread comes first";
}

score::Finding OrderDependence::beside(std::span<const score::Finding> known) const {
    score::Finding finding;
    finding.kind = kind;
    finding.host = true;  // no thread of a block is known
    const score::Finding* const cause = cause_among(known);
    finding.severity = cause ? score::Severity::note : score::Severity::error;
    finding.message = fact_ + (cause ? ", as the " + cause->kind + " lets it" : ending_);
    return finding;
}

}  // namespace grader::suite
