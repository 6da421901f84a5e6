#include "suite/matvec_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "score/deduction.hpp"

namespace grader::suite::matvec {

namespace {

std::string plural(int count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string shown(float value) {
    if (runner::is_unwritten(value)) return "(not written)";
    return std::isnan(value) ? "nan" : fmt::format("{:.9g}", value);
}

// Two elements before the first wrong one, and two after.
std::string context(const Problem& problem, std::span<const float> y, int wrong) {
    constexpr int neighbours = 2;
    std::string text = fmt::format("\n    {:>8} {:>16} {:>16}", "element", "expected", "got");
    const int end = std::min(problem.n, wrong + neighbours + 1);
    for (int i = std::max(0, wrong - neighbours); i < end; ++i) {
        const auto expected = runner::expected_element(problem, i);
        text += fmt::format("\n  {} {:>8} {:>16.9g} {:>16}",
                            runner::is_right(expected, y[i]) ? " " : ">", fmt::format("y[{}]", i),
                            expected.value, shown(y[i]));
        if (i == wrong && expected.tolerance > 0 && std::isfinite(y[i]))
            text += fmt::format("   off by {:.2g}, rounding allows {:.2g}",
                                std::abs(y[i] - expected.value), expected.tolerance);
    }
    return text;
}

int count_wrong(const Problem& problem, std::span<const float> y) {
    int wrong = 0;
    for (int i = 0; i < problem.n; ++i)
        wrong += !runner::is_right(runner::expected_element(problem, i), y[i]);
    return wrong;
}

std::string right_elsewhere(std::span<const Judged> judged, const Judged& wrong) {
    for (const Judged& other : judged)
        if (!other.is_wrong())
            return fmt::format(
                "\n  with threads run in {} order the result is right, in {} order it is not: it "
                "depends on which thread comes first",
                other.answer->order(), wrong.answer->order());
    return {};
}

std::string findings(const Answer& answer) {
    constexpr std::size_t most_shown = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(answer.findings().size(), most_shown); ++i)
        text += "\n  " + score::one_line(answer.findings()[i]);
    return text;
}

// Whether two values, at least one of them wrong, differ by more than the bound allows for one.
bool differ(const runner::Expected& expected, float one, float other) {
    if (runner::is_right(expected, one) && runner::is_right(expected, other)) return false;
    if (std::isnan(one) || std::isnan(other))
        return runner::is_unwritten(one) != runner::is_unwritten(other) ||
               std::isnan(one) != std::isnan(other);
    return one != other && !(std::abs(double{one} - other) <= expected.tolerance);
}

}  // namespace

std::optional<OrderDifference> difference_of_orders(const Problem& problem,
                                                    std::span<const Judged> judged) {
    const Answer& first = *judged.front().answer;
    if (judged.front().failed()) return std::nullopt;
    const auto y = first.output<float>("y");
    for (const Judged& other : judged.subspan(1)) {
        if (other.failed()) continue;
        const auto others_y = other.answer->output<float>("y");
        for (int i = 0; i < problem.n; ++i)
            if (differ(runner::expected_element(problem, i), y[i], others_y[i]))
                return OrderDifference{.array = "y",
                                       .index = static_cast<std::size_t>(i),
                                       .answers = {&first, other.answer},
                                       .values = {shown(y[i]), shown(others_y[i])}};
    }
    return std::nullopt;
}

std::string message(const std::string& function, const Problem& problem,
                    std::span<const Judged> judged, const Judged& wrong) {
    const std::string where = fmt::format("{}, {} and {}", function, plural(problem.rows(), "row"),
                                          plural(problem.columns(), "column"));
    if (wrong.failed())
        return fmt::format("CUDA reports {} after {}", wrong.answer->error(), where) +
               findings(*wrong.answer);
    const auto y = wrong.answer->output<float>("y");
    const int count = count_wrong(problem, y);
    const bool unwritten = std::ranges::all_of(y, runner::is_unwritten);
    std::string text = unwritten
                           ? fmt::format("y is never written: {}", where)
                           : fmt::format("y is wrong: {}, {} of {} elements, the first is y[{}]",
                                         where, count, problem.n, *wrong.first_wrong);
    text += unwritten ? "\n  or added to before it is set: an output holds no zeros at first"
                      : context(problem, y, *wrong.first_wrong);
    return text + right_elsewhere(judged, wrong) + findings(*wrong.answer);
}

}  // namespace grader::suite::matvec
