#include "suite/failing.hpp"

#include <fmt/format.h>

#include <functional>

#include "suite/calls/misconduct.hpp"

namespace grader::suite {

namespace {

/// Makes each CUDA call fail in turn. Stops at the first one that `check` rejects, since going on
/// after failures may take long.
void check_each_call_failing(const CheckedCall& checked,
                             const std::function<void(const Answer&)>& check) {
    constexpr int most_calls = 200;
    Call call = checked.call;
    call.may_throw();
    for (int number = 1; number <= most_calls; ++number) {
        call.fail_call(static_cast<std::uint64_t>(number));
        const Answer answer = run(call, "forward");
        if (answer.failed_call().empty()) {
            // A function that has not been begun is reported by its wrong values.
            if (answer.thrown().empty()) checked.check(checked.call, answer);
            expect(number > 1, call.request().function +
                                   " makes no call of CUDA that could fail, and no launch");
            if (answer.thrown().empty()) return;
            fail(call.request().function +
                 " ended with an exception, though no call was made to fail: " + answer.thrown());
        }
        check(answer);
    }
    // Otherwise calls of no use would hide those that follow.
    fail(fmt::format(
        "{} makes more than {} calls of CUDA: so that each can be made to fail, let it make fewer",
        call.request().function, most_calls));
}

std::string remedy_for(const std::string& failed_call) {
    const bool is_launch = failed_call.starts_with("the launch of");
    return std::string("wrap every call in CUDA_CHECK") +
           (is_launch ? ", and ask cudaGetLastError() after a launch" : "");
}

void expect_reported(const Answer& answer, const std::string& function) {
    const std::string& failed = answer.failed_call();
    expect(!answer.thrown().empty(),
           fmt::format("{} was made to fail, and {} returned as if nothing had happened: {}",
                       failed, function, remedy_for(failed)));
    expect(answer.next_call().empty(),
           fmt::format("{} was made to fail, and {} went on to {} before it noticed: {}", failed,
                       function, answer.next_call(), remedy_for(failed)));
}

void expect_nothing_kept(const Answer& answer, const std::string& function) {
    expect(!answer.freed_others(),
           fmt::format("{} was made to fail, and {} then freed memory that was not its own: {}",
                       answer.failed_call(), function, frees_only_its_own));
    expect(answer.leaked_bytes() <= 0,
           fmt::format("{} was made to fail; {} ended, and {} bytes that it had allocated "
                       "before stay allocated: let an object own each array, and free it in "
                       "its destructor",
                       answer.failed_call(), function, answer.leaked_bytes()));
}

}  // namespace

void expect_failures_reported(const CheckedCall& checked) {
    if (!on_simulator()) return;
    check_each_call_failing(checked, [&](const Answer& answer) {
        expect_reported(answer, checked.call.request().function);
    });
}

void expect_nothing_kept_after_failures(const CheckedCall& checked) {
    if (!on_simulator()) return;
    check_each_call_failing(checked, [&](const Answer& answer) {
        expect_nothing_kept(answer, checked.call.request().function);
    });
}

void expect_failures_handled(const CheckedCall& checked) {
    if (!on_simulator()) return;
    check_each_call_failing(checked, [&](const Answer& answer) {
        expect_reported(answer, checked.call.request().function);
        expect_nothing_kept(answer, checked.call.request().function);
    });
}

}  // namespace grader::suite
