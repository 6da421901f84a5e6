#include "suite/failing.hpp"

#include <fmt/format.h>

namespace grader::suite {

std::vector<Answer> with_each_call_failing(Call call) {
    constexpr int most_calls = 100;
    call.may_throw();
    std::vector<Answer> answers;
    for (int number = 1; number <= most_calls; ++number) {
        call.fail_call(static_cast<std::uint64_t>(number));
        Answer answer = run(call, "forward");
        if (answer.failed_call().empty()) break;
        answers.push_back(std::move(answer));
    }
    return answers;
}

void expect_failures_reported(const Call& call) {
    if (backend() != "sim") return;
    const auto& function = call.request().function;
    const auto answers = with_each_call_failing(call);
    expect(!answers.empty(), function + " makes no call of CUDA that could fail, and no launch");
    for (const Answer& answer : answers) {
        expect(!answer.thrown().empty(),
               fmt::format("{} was made to fail, and {} returned as if nothing had happened: wrap "
                           "every call in CUDA_CHECK, and ask cudaGetLastError() after a launch",
                           answer.failed_call(), function));
        expect(answer.next_call().empty(),
               fmt::format("{} was made to fail, and {} went on to {} before it noticed: wrap "
                           "every call in CUDA_CHECK",
                           answer.failed_call(), function, answer.next_call()));
    }
}

}  // namespace grader::suite
