// Calls of transpose, and where it goes wrong.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "score/findings.hpp"
#include "suites/05-coalescing/checks.hpp"

namespace coalescing {

namespace {

Call call_of_transpose(Shape shape, const std::vector<float>& A) {
    Call call("transpose");
    call.size("n", shape.n).size("m", shape.m).input("A", A).output<float>("At", A.size());
    return call;
}

std::vector<float> draw_matrix(Shape shape, std::uint64_t seed) {
    std::vector<float> A(elements(shape));
    runner::fill(A, runner::InputKind::reals, seed, "A");
    return A;
}

std::string shown(float value) {
    return runner::is_unwritten(value) ? "(not written)" : fmt::format("{:.9g}", value);
}

// The first errors found in the call, since the value of an element rarely shows what is wrong.
std::string first_errors(const Answer& answer) {
    constexpr std::size_t most = 2;
    std::string text;
    std::size_t told = 0;
    for (const auto& finding : answer.findings())
        if (finding.severity == grader::score::Severity::error && told++ < most)
            text += "\n  " + grader::score::one_line(finding);
    return text;
}

void check_elements(const Answer& answer, Shape shape, const std::vector<float>& A,
                    const std::string& repetition) {
    expect(answer.error() == "cudaSuccess",
           answer.error_after(fmt::format("transpose, n = {}, m = {}", shape.n, shape.m)) +
               repetition);
    const auto At = answer.output<float>("At");
    for (std::size_t at = 0; at < At.size(); ++at) {
        const std::size_t i = at / shape.m, j = at % shape.m;
        const float expected = A[j * shape.n + i];
        if (At[at] == expected) continue;
        const std::string copied =
            shape.n > 1 && shape.m > 1 && At == A
                ? "\n  At is what comes out where A is copied in the order in which it lies: are "
                  "the index of what is read and that of what is stored the same?"
                : "";
        fail(fmt::format("At is wrong: n = {}, m = {}, At[{}] is element ({}, {}) of the "
                         "transpose: expected {:.9g}, got {}",
                         shape.n, shape.m, at, j, i, expected, shown(At[at])) +
             copied + first_errors(answer) + repetition);
    }
}

}  // namespace

CheckedCall checked_transpose(Shape shape) {
    const auto seed = draw_seed();
    const auto A = draw_matrix(shape, seed);
    Call made = call_of_transpose(shape, A);
    made.reproduce_with(
        fmt::format("--function transpose --rows {} --cols {} --seed {} --inputs reals", shape.n,
                    shape.m, seed));
    return {std::move(made), [shape, A](const Call& call, const Answer& answer) {
                check_elements(answer, shape, A, repeat(call, answer.order()));
            }};
}

void check_transpose(Shape shape) {
    const auto [call, check] = checked_transpose(shape);
    for (const Answer& answer : run(call)) check(call, answer);
}

const Answer& counts_of_transpose(Shape shape) {
    return counts_of(fmt::format("transpose {} {}", shape.n, shape.m),
                     [&] { return checked_transpose(shape); });
}

}  // namespace coalescing
