#include "suite/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "score/findings.hpp"
#include "simulator/memory/garbage_byte.hpp"
#include "suite/calls/misconduct.hpp"
#include "suite/causes/order_dependence.hpp"
#include "suite/causes/unwritten_edge.hpp"
#include "suite/earlier_calls.hpp"
#include "suite/reproduction.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

using runner::Judged;

// An answer compared with the problem: which output is wrong first, and where.
struct Examined {
    const Answer* answer;
    std::vector<Judged> outputs;
    const Judged* wrong = nullptr;
    std::size_t first_wrong = 0;

    bool failed() const { return answer->has_cuda_error(); }
    bool is_wrong() const { return failed() || wrong; }
};

void examine(const Problem& problem, const Answer& answer, Examined& examined) {
    examined.answer = &answer;
    for (const Problem::Array& array : problem.arrays())
        if (array.is_judged())
            examined.outputs.emplace_back(array, answer.output_bytes(array.name));
    for (const Judged& output : examined.outputs) {
        examined.first_wrong = output.first_wrong();
        if (examined.first_wrong == output.count()) continue;
        examined.wrong = &output;
        return;
    }
}

double without_sign_of_nan(double value) {
    return std::isnan(value) ? std::abs(value) : value;
}

// The two elements before and after the first wrong one.
score::Lines context(const Judged& output, std::size_t wrong) {
    constexpr std::size_t neighbours = 2, narrowest = 8;
    const std::size_t first = wrong - std::min(wrong, neighbours);
    const std::size_t end = std::min(output.count(), wrong + neighbours + 1);
    const auto width = std::max(narrowest, output.name(end - 1).size());
    score::Lines rows{{score::LineKind::row,
                       fmt::format("  {:>{}} {:>16} {:>16}", "element", width, "expected", "got")}};
    for (std::size_t i = first; i < end; ++i) {
        const auto expected = output.array().expected(i);
        std::string row = fmt::format("{} {:>{}} {:>16.9g} {:>16}", output.is_right(i) ? " " : ">",
                                      output.name(i), width, without_sign_of_nan(expected.value),
                                      output.shown(i));
        if (i == wrong && expected.tolerance > 0 && std::isfinite(output.value(i)))
            row += fmt::format("   off by {:.2g}, rounding allows {:.2g}",
                               std::abs(output.value(i) - expected.value), expected.tolerance);
        rows.push_back({score::LineKind::row, std::move(row)});
    }
    return rows;
}

/// The elements around the first wrong one, as rows of the array's last dimension.
score::WrongElements neighbourhood(const Judged& output, std::size_t wrong) {
    constexpr std::size_t flat_row = 16, before = 4, rows = 12, columns = 24;
    const auto& extents = output.array().extents;
    const std::size_t width =
        extents.size() > 1 ? std::max<std::size_t>(1, extents.back()) : flat_row;
    const std::size_t all_rows = (output.count() + width - 1) / width;
    const std::size_t row = wrong / width, column = wrong % width;
    score::WrongElements shown{.array = output.array().name,
                               .row = row - std::min(row, before),
                               .column = width <= columns ? 0 : column - std::min(column, before),
                               .expected = {},
                               .got = {},
                               .right = {}};
    for (std::size_t r = shown.row; r < std::min(all_rows, shown.row + rows); ++r) {
        shown.expected.emplace_back();
        shown.got.emplace_back();
        shown.right.emplace_back();
        for (std::size_t c = shown.column; c < std::min(width, shown.column + columns); ++c) {
            const std::size_t element = r * width + c;
            if (element >= output.count()) break;
            shown.expected.back().push_back(
                fmt::format("{:.9g}", without_sign_of_nan(output.array().expected(element).value)));
            shown.got.back().push_back(output.shown(element));
            shown.right.back().push_back(output.is_right(element));
        }
    }
    return shown;
}

/// What the answers to a call in several orders of threads say together.
struct Orders {
    std::optional<OrderDifference> difference;  // the first of more than rounding
    const Answer* right = nullptr;              // in an order in which nothing is wrong
    bool are_the_cause = true;                  // otherwise two runs in one order differ, too
};

score::Lines words_on(const Orders& orders, const Examined& wrong) {
    if (!orders.are_the_cause) return another_result_in_another_run();
    if (!orders.right) return {};
    return {{score::LineKind::cause,
             fmt::format("with threads run {} the result is right, {} it is not: it depends on "
                         "which thread comes first",
                         orders.right->in_order(), wrong.answer->in_order())}};
}

bool has_errors(const Answer& answer) {
    return std::ranges::count(answer.findings(), score::Severity::error,
                              &score::Finding::severity) > 0;
}

/// Whether an output that appears unwritten is so in a program that makes just this call, too, and
/// not because of an earlier one. Nothing if this cannot be found out.
std::optional<bool> is_never_written_alone(const Call& call, const Judged& output,
                                           const Answer& wrong) {
    const auto alone = Run::current().calls().make_alone(call);
    if (!alone || has_errors(wrong)) return std::nullopt;
    return Judged(output.array(), alone->first().output_bytes(output.array().name))
        .is_never_written();
}

/// Whether such an output is only added to: it changes if it holds zeros at first. Nothing if this
/// cannot be found out.
std::optional<bool> is_added_to(const Call& call, const Judged& output) {
    const std::string& name = output.array().name;
    const auto on_zeros = Run::current().calls().make_alone(call.with_zeros_in(name));
    if (!on_zeros) return std::nullopt;
    const Judged added(output.array(), on_zeros->first().output_bytes(name));
    bool is_changed = false;
    for (std::size_t i = 0; i < added.count(); ++i) {
        if (std::isnan(added.value(i))) return std::nullopt;
        is_changed |= added.value(i) != 0;
    }
    return is_changed;
}

score::Message never_written(const Call& call, const Examined& wrong, const std::string& where) {
    const std::string& name = wrong.wrong->array().name;
    const auto unwritten_alone = is_never_written_alone(call, *wrong.wrong, *wrong.answer);
    const auto added_to =
        unwritten_alone == true ? is_added_to(call, *wrong.wrong) : unwritten_alone;
    if (added_to == true)
        return fmt::format(
            "{} is added to before it is set: {}\n  What is added to must have a value first: "
            "an output holds no zeros by itself",
            name, where);
    score::Message never(fmt::format("{} is never written: {}", name, where));
    never.lines.front().kind = score::LineKind::unwritten;
    if (!added_to)
        never.lines.push_back({score::LineKind::cause,
                               "or added to before it is set, or made of what is not set: no "
                               "memory holds zeros at first"});
    if (wrong.answer->reads_by_atomics() && unwritten_alone == true)
        never.lines.push_back(
            {score::LineKind::cause,
             "where only the thread or block that an atomic finds to be the last one stores: does "
             "any count as that one? An atomic returns what was there before it"});
    return never;
}

score::Message message(const Problem& problem, const Call& call, const Orders& orders,
                       const Examined& wrong) {
    const std::string where =
        problem.function() + (problem.words().empty() ? "" : ", " + problem.words());
    if (wrong.failed()) return wrong.answer->error_after(where);
    const Judged& output = *wrong.wrong;
    const std::string& name = output.array().name;
    score::Message message =
        output.is_never_written()
            ? never_written(call, wrong, where)
            : fmt::format("{} is wrong: {}, {} of {} elements, the first is {}", name, where,
                          output.count_wrong(), output.count(), output.name(wrong.first_wrong)) +
                  context(output, wrong.first_wrong);
    if (!has_errors(*wrong.answer))
        message.lines += score::causes_in(kernels_that_leave_zeros(output, *wrong.answer));
    return message + words_on(orders, wrong);
}

/// Shuffles that cannot have brought anything from another lane.
std::string shuffles_of_own(const Answer& answer) {
    for (const score::Kernel& launch : answer.first_launches()) {
        const auto own = launch.counter("shuffles_of_own");
        if (own == 0) continue;
        return fmt::format(
            "\n  in {} of {}'s shuffles every lane gets its own value, since the offset is at "
            "least the width, which is 32 unless a call says otherwise",
            own, launch.name);
    }
    return {};
}

// If a finding allows any value to result, the value says nothing.
score::Lines explanation(const Call& call, const Explain& explain, const Orders& orders,
                         const Examined& wrong) {
    const Request& request = Run::current().request();
    const std::string by_copy = not_by_a_kernel(call, *wrong.answer);
    const std::string slips = words_of(request.slips, *wrong.answer);
    std::string unset =
        slips + words_of(request.unset, *wrong.answer) + words_of(request.unshared, *wrong.answer);
    if (unset.empty() && wrong.wrong) unset = words_on_fill(*wrong.wrong);
    if (!wrong.wrong || has_errors(*wrong.answer) || orders.right || !orders.are_the_cause)
        return score::causes_in(by_copy + unset) + score::first_lines(wrong.answer->findings());
    std::string words = explain ? explain(*wrong.wrong, *wrong.answer) : "";
    if (!words.empty())
        words = slips + words;
    else
        words = by_copy + (unset.empty() ? unwritten_edge(*wrong.wrong, *wrong.answer) : unset);
    return score::causes_in(words + shuffles_of_own(*wrong.answer)) +
           score::first_lines(wrong.answer->findings());
}

// What nothing has stored is another number at each address.
bool is_garbage(const Judged& output, std::size_t element) {
    return output.array().type == runner::ElementType::f32 &&
           cusim::memory::looks_like_garbage(
               std::bit_cast<std::uint32_t>(static_cast<float>(output.value(element))));
}

// Whether two values, at least one of them wrong, differ by more than the error bound of one.
bool differ(const Judged& one, const Judged& other, std::size_t element) {
    if (one.is_right(element) && other.is_right(element)) return false;
    if (is_garbage(one, element) && is_garbage(other, element)) return false;
    if (one.is_unwritten(element) != other.is_unwritten(element)) return true;
    const double a = one.value(element), b = other.value(element);
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) != std::isnan(b);
    return a != b && !(std::abs(a - b) <= one.array().expected(element).tolerance);
}

std::optional<OrderDifference> difference_of(const Examined& first, const Examined& other) {
    for (std::size_t k = 0; k < first.outputs.size(); ++k) {
        const Judged &one = first.outputs[k], &two = other.outputs[k];
        for (std::size_t i = 0; i < one.count(); ++i)
            if (differ(one, two, i))
                return OrderDifference{.element = one.name(i),
                                       .answers = {first.answer, other.answer},
                                       .values = {one.shown(i), two.shown(i)}};
    }
    return std::nullopt;
}

/// The first element for which the order of threads makes more than a rounding difference.
std::optional<OrderDifference> difference_of_orders(std::span<const Examined> all) {
    if (all.front().failed()) return std::nullopt;
    for (const Examined& other : all.subspan(1)) {
        if (other.failed()) continue;
        if (auto difference = difference_of(all.front(), other)) return difference;
    }
    return std::nullopt;
}

Orders orders_of(const Call& call, std::span<const Examined> all, const Examined& wrong) {
    Orders orders{.difference = difference_of_orders(all)};
    for (const Examined& other : all)
        if (!other.is_wrong() && !orders.right) orders.right = other.answer;
    const auto differs_in_one_order = [&](const Answer& answer) {
        return Run::current().calls().is_given_again(call, answer) == false;
    };
    if (orders.difference)
        orders.are_the_cause = std::ranges::none_of(
            orders.difference->answers,
            [&](const Answer* answer) { return differs_in_one_order(*answer); });
    else if (orders.right)
        orders.are_the_cause =
            !differs_in_one_order(*orders.right) && !differs_in_one_order(*wrong.answer);
    if (orders.difference) orders.difference->is_of_order = orders.are_the_cause;
    return orders;
}

/// The failure of a call in one order, with the answers in the other orders.
CaseFailed seen_in_every_order(const Call& call, const std::function<void(const Outcome&)>& judge,
                               const CaseFailed& failure) {
    Run& run = Run::current();
    if (run.calls().is_made_in_every_order(call) || run.request().until_first_failure)
        return failure;
    try {
        judge(run.calls().make_in_every_order(call));
        return failure;
    } catch (const CaseFailed& fuller) {
        return fuller;
    }
}

}  // namespace

void check(const Call& call, const std::string& words,
           const std::function<void(const Outcome&)>& judge) {
    std::optional<Outcome> made;
    try {
        made.emplace(run(call));
        judge(*made);
    } catch (CaseFailed failure) {
        CaseCalls& calls = Run::current().calls();
        failure.is_final = failure.is_final || calls.has_used_up_a_limit(call.request().function);
        const auto of_earlier_calls =
            failure.is_final ? score::Lines() : words_on_earlier_calls(call, made, failure, judge);
        if (!failure.is_final) failure = seen_in_every_order(call, judge, failure);
        if (!of_earlier_calls.empty()) {
            failure.why = of_earlier_calls + failure.why;
            failure.how = repeat_case(Run::current().request(), Run::current().registration());
            failure.is_final = true;  // what later calls show follows from it
        }
        Run::current().calls().defer(failure, call, words);
    }
}

Call make_call(const Problem& problem) {
    Call call(problem.function());
    for (const auto& [name, value] : problem.sizes()) call.size(name, value);
    for (const std::string& name : problem.secrets()) call.keep_secret(name);
    for (const auto& [name, value] : problem.measures()) call.measure(name, value);
    for (const auto& [name, value] : problem.reals()) call.real(name, value);
    for (const Problem::Array& array : problem.arrays()) {
        if (array.written && array.sent)
            call.in_out(array.name, array.type, array.bytes);
        else if (array.sent)
            call.input(array.name, array.type, array.bytes);
        else
            call.output(array.name, array.type, array.count);
        if (array.is_scratch) call.as_scratch(array.name);
        if (array.is_added_to) call.added_to(array.name);
    }
    return call.reproduce_with(problem.command());
}

void check(const Problem& problem) {
    const Call call = make_call(problem);
    check(call, problem.words(),
          [&](const Outcome& outcome) { check_values(problem, call, outcome); });
}

CheckedCall checked(Problem problem) {
    Call made = make_call(problem);
    return {std::move(made),
            [problem = std::move(problem)](const Call& call, const Answer& answer) {
                check_values(problem, call, Outcome({answer}));
            }};
}

void check_values(const Problem& problem, const Call& call, const Outcome& outcome,
                  const Explain& explain) {
    std::vector<Examined> all(
        static_cast<std::size_t>(std::distance(outcome.begin(), outcome.end())));
    std::size_t next = 0;
    for (const Answer& answer : outcome) examine(problem, answer, all[next++]);
    const auto wrong = std::ranges::find_if(all, &Examined::is_wrong);
    if (wrong == all.end()) return;
    const Orders orders = orders_of(call, all, *wrong);
    if (orders.difference) note_order_dependence(call, *orders.difference);
    if (wrong->wrong) Run::current().note_wrong(neighbourhood(*wrong->wrong, wrong->first_wrong));
    throw CaseFailed{message(problem, call, orders, *wrong),
                     explanation(call, explain, orders, *wrong),
                     repeat(call, wrong->answer->order())};
}

}  // namespace grader::suite
