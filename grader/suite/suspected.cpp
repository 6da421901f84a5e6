#include "suite/suspected.hpp"

#include <algorithm>
#include <string>

#include "runner/random.hpp"
#include "suite/problem.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

using runner::Judged;

std::string confirmed(const Suspect& make, std::uint64_t seed, const std::string& words,
                      const Judged& wrong, const Answer& answer) {
    constexpr int tries = 3;
    for (int i = 0; i < tries && !words.empty(); ++i) {
        seed = runner::mix(seed);
        const Suspected other = make(seed);
        const auto again =
            Run::current().calls().make_once_more(make_call(other.problem), answer.order());
        if (!again) return {};
        const auto array = std::ranges::find(other.problem.arrays(), wrong.array().name,
                                             &runner::Problem::Array::name);
        const Judged output(*array, again->output_bytes(array->name));
        if (output.count_wrong() == 0) continue;
        return only_mistake(output, other.mistakes(), other.terms) == words ? words : "";
    }
    return {};
}

}  // namespace

void check(const Suspect& make) {
    const std::uint64_t seed = draw_seed();
    const Suspected suspected = make(seed);
    const auto& twin = suspected.twin;
    Call call = make_call(suspected.problem);
    if (twin) call.twin(make_call(twin->problem));
    const auto explain = [&](const Judged& wrong, const Answer& answer) {
        return confirmed(make, seed, only_mistake(wrong, suspected.mistakes(), suspected.terms),
                         wrong, answer);
    };
    check(call, suspected.problem.words(), [&](const Outcome& outcome) {
        check_values(suspected.problem, call, outcome, explain);
        for (const Answer& answer : outcome.twins()) {
            check_values(twin->problem, *call.twin(), Outcome({answer}));
            twin->compare(outcome.first(), answer);
        }
    });
}

}  // namespace grader::suite
