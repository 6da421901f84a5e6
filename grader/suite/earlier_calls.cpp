#include "suite/earlier_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "suite/causes/order_dependence.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

/// Whether the call passes if no other call came before it. Not if that may be by chance.
bool is_right_alone(const Call& call, const std::function<void(const Outcome&)>& judge) {
    const auto outcome = Run::current().calls().make_alone(call);
    if (!outcome) return false;
    for (const Answer& answer : *outcome)
        if (allow_any_value(answer.findings())) return false;
    try {
        judge(*outcome);
        return true;
    } catch (const CaseFailed&) {
        return false;
    }
}

constexpr const char* beyond_own_memory =
    "beyond the end of what it allocated by new, malloc or a container";

score::Lines another_end_in_another_run() {
    return {{score::LineKind::cause,
             fmt::format("in a program that makes this call alone it is right, and the same calls "
                         "do not always end so: this call or an earlier one has stored {}, or is "
                         "led by {}",
                         beyond_own_memory, what_no_call_sets)}};
}

}  // namespace

score::Lines another_result_in_another_run() {
    return {{score::LineKind::cause,
             fmt::format("the same calls in another run of the program give another result: it is "
                         "made of {}",
                         what_no_call_sets)}};
}

score::Lines words_on_earlier_calls(const Call& call, const std::optional<Outcome>& made,
                                    const CaseFailed& failure,
                                    const std::function<void(const Outcome&)>& judge) {
    if (!is_right_alone(call, judge)) return {};
    const CaseCalls& calls = Run::current().calls();
    std::vector<std::optional<bool>> are_given_again;
    if (made)
        for (const Answer& answer : *made)
            are_given_again.push_back(calls.is_given_again(call, answer));
    else
        are_given_again.push_back(calls.is_given_again(call, failure.message));
    if (std::ranges::count(are_given_again, false) > 0)
        return failure.is_crash ? another_end_in_another_run() : another_result_in_another_run();
    if (std::ranges::count(are_given_again, true) == 0) return {};
    const std::string by_stores =
        failure.is_crash ? fmt::format(", or has stored {}", beyond_own_memory) : "";
    return {{score::LineKind::cause,
             "in a program that makes this call alone it is right: an earlier call has left "
             "something behind, such as a __device__ or static variable that is not set back" +
                 by_stores}};
}

}  // namespace grader::suite
