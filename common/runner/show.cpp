#include "runner/show.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/by_hand.hpp"
#include "runner/staging.hpp"

namespace runner {

namespace {

bool show_wrong(const Judged& got, std::size_t wrong) {
    const Expected expected = got.array().expected(wrong);
    std::printf("  %s is %s, expected %.9g; %zu of %zu elements are wrong\n",
                got.name(wrong).c_str(), got.shown(wrong).c_str(), expected.value,
                got.count_wrong(), got.count());
    return false;
}

// Prints the largest error with its bound. Returns true if all elements are right.
bool show_error(const Judged& got) {
    if (const std::size_t wrong = got.first_wrong(); wrong < got.count())
        return show_wrong(got, wrong);
    double largest = 0, allowed = 0;
    for (std::size_t i = 0; i < got.count(); ++i) {
        const Expected expected = got.array().expected(i);
        const double error = std::abs(got.value(i) - expected.value);
        if (!(error > largest)) continue;  // also skips two NaNs
        largest = error;
        allowed = expected.tolerance;
    }
    std::printf("  %s: all %zu elements right", got.array().name.c_str(), got.count());
    if (largest > 0)
        std::printf(": largest error %.2g, %.2g is allowed there\n", largest, allowed);
    else
        std::printf(", exactly\n");
    return true;
}

}  // namespace

double microseconds(const Program& program, const Problem& problem) {
    constexpr int runs = 21;
    const CallByHand by_hand(problem);
    std::vector<std::byte> outputs(by_hand.output_memory());
    Staging staging(by_hand.request(), by_hand.inputs(), outputs);
    Call call(staging);
    const auto once = [&, function = program.find(problem.function())] { (*function)(call); };
    once();
    std::vector<float> times(runs);
    for (float& time : times) time = kit::milliseconds(once);
    std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
    return 1e3 * times[runs / 2];
}

int show(const Program& program, const Problem& problem) {
    std::printf("%s: %s\n%s%s%s, on %s\n", program.lab().c_str(), program.summary().c_str(),
                problem.function().c_str(), problem.words().empty() ? "" : ": ",
                problem.words().c_str(), backend::description().c_str());
    CallByHand call(problem);
    bool right = call.perform(program);
    for (const Problem::Array& array : problem.arrays())
        if (array.is_judged())
            right = show_error(Judged(array, call.output_bytes(array.name, array.type))) && right;
    if (backend::is_simulated())
        call.show_launches();
    else if (right)
        std::printf("  %.2f us, the median of several calls\n", microseconds(program, problem));
    return right ? 0 : 1;
}

}  // namespace runner
