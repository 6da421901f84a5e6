#include "suite/matvec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "number_of.hpp"
#include "score/work_gate.hpp"
#include "suite/causes/value_causes.hpp"
#include "suite/limits.hpp"
#include "suite/problem.hpp"
#include "suite/run.hpp"
#include "suite/work.hpp"

namespace grader::suite::matvec {

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

std::string words_of(const Problem& problem) {
    return words::number_of(problem.rows(), "row") + " and " +
           words::number_of(problem.columns(), "column");
}

/// The shapes, with a drawn one of them twice in a row: the second call has other inputs, so that
/// nothing left by the first call answers it.
std::vector<Shape> with_one_again(std::span<const Shape> shapes) {
    std::vector<Shape> all(shapes.begin(), shapes.end());
    const auto drawn = all.begin() + static_cast<std::ptrdiff_t>(draw_seed() % all.size());
    all.insert(drawn, Shape(*drawn));
    return all;
}

/// The sizes that are not the matrix's: " (sx = 8, sy = 4)"; empty if there are none.
std::string sizes_of(const Call& call) {
    std::string sizes;
    for (const auto& [name, value] : call.request().sizes)
        if (name != "n" && name != "m")
            sizes += fmt::format("{}{} = {}", sizes.empty() ? "" : ", ", name, value);
    return sizes.empty() ? "" : " (" + sizes + ")";
}

/// The function with these sizes: "tiles (sx = 8, sy = 4)".
std::string named(const Call& call) {
    return call.request().function + sizes_of(call);
}

Problem with_numbers(const Subject& subject, Shape shape, runner::InputKind kind,
                     std::uint64_t seed) {
    Problem problem;
    problem.kind = kind;
    problem.seed = seed;
    static_cast<runner::MatvecProblem&>(problem) =
        runner::make_matvec_problem(shape.n, shape.m, subject.layout, kind, seed);
    return problem;
}

runner::Problem judged_problem(const Problem& problem, const std::string& name) {
    runner::Problem judged(name);
    judged.words(words_of(problem))
        .output<float>("y", {static_cast<std::size_t>(problem.n)}, [&problem](std::size_t i) {
            return runner::expected_element(problem, static_cast<int>(i));
        });
    return judged;
}

/// The problem with another seed: other numbers, changed in the same way.
Problem with_other_numbers(const Subject& subject, const Problem& problem, runner::InputKind kind,
                           std::uint64_t seed) {
    Problem other = with_numbers(subject, problem.shape(), kind, seed);
    if (problem.change) problem.change(other);
    return other;
}

Split split_of(const Subject& subject, const Answer& answer) {
    Split split{.adds_to_y = subject.adds_to_y,
                .sizes = {subject.sizes.begin(), subject.sizes.end()}};
    if (answer.first_launches().empty()) return split;
    const score::Kernel& last = answer.first_launches().back();
    split.block = static_cast<int>(score::volume(last.block));
    split.blocks_along_x = static_cast<int>(last.grid[0]);
    split.blocks_along_y = static_cast<int>(last.grid[1]);
    split.shuffles = last.counter("shuffles") > 0;
    split.barriers = static_cast<int>(last.counter("barriers") / score::volume(last.grid));
    return split;
}

/// The call's answer for other numbers; nothing if it does not complete.
std::optional<std::vector<std::byte>> y_of(const Subject& subject, const Problem& problem,
                                           const Answer& answer) {
    const auto again =
        Run::current().calls().make_once_more(make_call(subject, problem), answer.order());
    if (!again) return std::nullopt;
    const auto bytes = again->output_bytes("y");
    return std::vector<std::byte>(bytes.begin(), bytes.end());
}

bool is_whole(double value) {
    return value == std::floor(value);
}

/// Whether b was added to an integer: rounding removes a part of b.
bool is_whole_but_for(double b, double y) {
    constexpr double rounding = 1e-5;
    const double rest = y - b;
    return std::abs(rest - std::round(rest)) <= rounding * (1 + std::abs(b) + std::abs(y));
}

/// For a y that contains only integers, or would without b, although reals are expected, from a
/// function that is right if all numbers are integers.
std::string whole_numbers_only(const Subject& subject, const Problem& problem,
                               const runner::Judged& wrong, const Answer& answer) {
    constexpr std::size_t fewest = 3;
    std::size_t cut = 0;
    bool whole = true, whole_but_for_b = true;
    for (std::size_t i = 0; i < wrong.count(); ++i) {
        if (wrong.is_unwritten(i)) return {};
        whole = whole && is_whole(wrong.value(i));
        whole_but_for_b = whole_but_for_b && is_whole_but_for(problem.b[i], wrong.value(i));
        cut += !wrong.is_right(i);
    }
    const bool has_cause = whole || whole_but_for_b;
    if (!has_cause || cut < fewest || problem.kind != runner::InputKind::reals) return {};
    const Problem integers =
        with_other_numbers(subject, problem, runner::InputKind::integers, problem.seed);
    const auto y = y_of(subject, integers, answer);
    const runner::Problem judged = judged_problem(integers, subject.function);
    if (!y || runner::Judged(judged.arrays().front(), *y).count_wrong() > 0) return {};
    return fmt::format(
        "\n  {}y holds whole numbers only, and is right where all numbers are whole: is a sum or a "
        "product kept in an int?",
        whole ? "" : "but for b, ");
}

// A mistake may give y by chance, for example if two elements of x are equal. So it is named only
// if the same call with other numbers shows it, too. Numbers that hide it prove nothing.
std::string confirmed_cause(const Subject& subject, const Problem& problem,
                            const runner::Judged& wrong, const Answer& answer) {
    constexpr int tries = 3;
    if (problem.kind == runner::InputKind::cancellation) return {};  // its error bounds are wide
    if (auto words = whole_numbers_only(subject, problem, wrong, answer); !words.empty())
        return words;
    const Split split = split_of(subject, answer);
    const std::string words = value_cause(problem, wrong, split);
    if (words.empty()) return {};
    std::uint64_t seed = problem.seed;
    for (int i = 0; i < tries; ++i) {
        seed = runner::mix(seed);
        const Problem other = with_other_numbers(subject, problem, problem.kind, seed);
        const auto again = y_of(subject, other, answer);
        if (!again) return {};
        const runner::Problem judged = judged_problem(other, subject.function);
        const runner::Judged y(judged.arrays().front(), *again);
        if (y.count_wrong() == 0) continue;
        return value_cause(other, y, split) == words ? words : "";
    }
    return {};
}

void check_values(const Subject& subject, const Problem& problem, const Call& call,
                  const Outcome& outcome) {
    const auto explain = [&](const runner::Judged& wrong, const Answer& answer) {
        return confirmed_cause(subject, problem, wrong, answer);
    };
    suite::check_values(judged_problem(problem, named(call)), call, outcome, explain);
}

void check(const Subject& subject, std::span<const Shape> shapes, runner::InputKind kind) {
    for (const Shape shape : with_one_again(shapes)) {
        const Problem problem = make_problem(subject, shape, kind);
        const Call call = make_call(subject, problem);
        suite::check(call, words_of(problem) + sizes_of(call), [&](const Outcome& outcome) {
            check_values(subject, problem, call, outcome);
        });
    }
}

// Checks small integers among which `change` has put special values.
void check_changed(const Subject& subject, Shape shape,
                   const std::function<void(Problem&)>& change) {
    Problem problem = make_problem(subject, shape, runner::InputKind::integers);
    change(problem);
    problem.change = change;
    const Call call = make_call(subject, problem);
    check_values(subject, problem, call, run(call));
}

/// The program's arguments for making the same call.
std::string by_hand(const Subject& subject, const Problem& problem) {
    std::string arguments =
        fmt::format("--function {} --rows {}", subject.function, problem.rows());
    if (!subject.square) arguments += fmt::format(" --cols {}", problem.columns());
    for (const auto& [name, value] : subject.sizes)
        arguments += fmt::format(" --{} {}", name, value);
    return arguments + fmt::format(" --seed {} --inputs {}", problem.seed, name_of(problem.kind));
}

}  // namespace

std::vector<Shape> shapes(const Limits& limits) {
    const int block = limits.block;
    const int side = static_cast<int>(std::sqrt(limits.large_elements)) | 1;
    std::vector<Shape> all{{1, 1}, {1, 2}, {2, 1}, {1, 37}, {37, 1}, {7, 13}, {31, 37}, {97, 101}};
    for (const int edge : {block - 1, block, block + 1}) {
        all.push_back({edge, 3});
        all.push_back({3, edge});
    }
    all.push_back({1, 2 * block + 5});
    all.push_back({2 * block + 5, 1});
    all.push_back({limits.large_elements / 16 + 1, 16});  // tall
    all.push_back({16, limits.large_elements / 16 + 1});  // wide
    all.push_back({side, side});
    for (Shape& shape : all) shape.m = std::min(shape.m, limits.max_m);
    std::erase_if(all, [](Shape shape) { return shape.n < 1 || shape.m < 1; });
    std::ranges::sort(
        all, {}, [](Shape shape) { return std::tuple(std::int64_t{shape.n} * shape.m, shape.n); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

Shape draw_shape(Shape about) {
    const int n = draw_size(about.n);
    return {n, draw_size(about.m)};
}

std::vector<Shape> draw_aspects(int elements, int max_m) {
    std::vector<Shape> shapes;
    for (const auto& [n, m] : suite::draw_aspects(elements))
        shapes.push_back({n, std::min(m, max_m)});
    return shapes;
}

Shape draw_work_shape(Shape about, const std::string& name, int of) {
    return {draw_work_size(about.n, name + " n", of), draw_work_size(about.m, name + " m", of)};
}

Problem make_problem(const Subject& subject, Shape shape, runner::InputKind kind) {
    return with_numbers(subject, shape, kind, draw_seed());
}

Call make_call(const Subject& subject, const Problem& problem) {
    Call call(subject.function);
    call.size("n", problem.rows())
        .size("m", problem.columns())
        .input("A", problem.A)
        .input("x", problem.x)
        .input("b", problem.b)
        .output<float>("y", problem.b.size());
    for (const auto& [name, value] : subject.sizes) call.size(name, value);
    for (const auto& [name, elements] : subject.scratch)
        call.scratch<float>(name, elements(problem.shape()));
    if (subject.shares_rows) call.watch_rows("A", problem.columns());
    if (subject.is_of_host) call.of_the_host();
    if (subject.adds_to_y) call.added_to("y");
    if (!problem.change) call.reproduce_with(by_hand(subject, problem));
    return call;
}

CheckedCall call_with(runner::InputKind kind, const Subject& subject, Shape shape) {
    Problem problem = make_problem(subject, shape, kind);
    Call made = make_call(subject, problem);
    return {std::move(made),
            [subject, problem = std::move(problem)](const Call& call, const Answer& answer) {
                check_values(subject, problem, call, Outcome({answer}));
            }};
}

CheckedCall integers_call(const Subject& subject, Shape shape) {
    return call_with(runner::InputKind::integers, subject, shape);
}

const Answer& counts_of(const Subject& subject, Shape shape) {
    std::string name = fmt::format("{} {} {}", subject.function, shape.n, shape.m);
    for (const auto& [size, value] : subject.sizes) name += fmt::format(" {} {}", size, value);
    return suite::counts_of(
        name, [&](runner::InputKind kind) { return call_with(kind, subject, shape); });
}

const Answer& only_launch(const Subject& subject, Shape shape) {
    const Answer& answer = counts_of(subject, shape);
    expect_launched(answer);
    expect(answer.launch_count() == 1, fmt::format("{} makes {} launches; one computes all of y",
                                                   subject.function, answer.launch_count()));
    return answer;
}

namespace {

double limit_of_work(const Subject& subject, Shape shape) {
    Sizes sizes = sizes_of(shape);
    for (const auto& [name, value] : subject.sizes) sizes[name] = value;
    return limit_of(subject.function, sizes);
}

}  // namespace

void expect_work(const Subject& subject, Shape shape) {
    const double ratio =
        estimated_microseconds(counts_of(subject, shape)) / limit_of_work(subject, shape);
    expect(score::worth_beside_work(share_of_ratio(ratio, score::Work::full_marks_up_to)) == 1,
           fmt::format("{} of {} and {}, which is asked for, takes {:.0f} times what is enough: "
                       "the questions are about the program whose work is judged",
                       subject.function, words::number_of(shape.n, "row"),
                       words::number_of(shape.m, "column"), ratio));
}

void check_work(const Subject& subject, Shape shape, double times) {
    const std::string rows = words::number_of(shape.n, "row");
    const int each = subject.rows_a_block;
    const int blocks = each == 0 ? 0 : (shape.n + each - 1) / each;
    grade_work(
        counts_of(subject, shape), times * limit_of_work(subject, shape),
        fmt::format("{} of {} and {}", subject.function, rows, words::number_of(shape.m, "column")),
        {.blocks = static_cast<std::uint64_t>(blocks), .work = rows});
}

void check_integers(const Subject& subject, std::span<const Shape> shapes) {
    check(subject, shapes, runner::InputKind::integers);
}

void check_reals(const Subject& subject, std::span<const Shape> shapes) {
    check(subject, shapes, runner::InputKind::reals);
}

void check_cancellation(const Subject& subject, std::span<const Shape> shapes) {
    check(subject, shapes, runner::InputKind::cancellation);
}

void check_rounding(const Subject& subject, std::span<const Shape> shapes) {
    check_reals(subject, shapes);
    check_cancellation(subject, shapes);
}

void check_special_values(const Subject& subject, Shape shape) {
    const bool transposed = subject.layout == Layout::column_major_transposed;
    const int outputs = transposed ? shape.m : shape.n, inputs = transposed ? shape.n : shape.m;
    const int i = outputs / 2, j = inputs / 2, zero = inputs / 4, last = outputs - 1;
    check(subject, std::array{shape}, runner::InputKind::zeros);
    check_changed(subject, shape, [](Problem& p) { std::ranges::fill(p.A, 0.0f); });
    check_changed(subject, shape, [](Problem& p) { std::ranges::fill(p.x, 0.0f); });
    check_changed(subject, shape, [&](Problem& p) {
        p.x[j] = 2;
        p.A[p.at(i, j)] = inf;
        p.A[p.at(0, j)] = -inf;
        // Zero times infinity is NaN, so neither may be skipped.
        p.x[zero] = 0;
        p.A[p.at(last, zero)] = inf;
    });
    check_changed(subject, shape, [&](Problem& p) {
        p.x[j] = inf;
        p.A[p.at(i, j)] = 0;
    });
    check_changed(subject, shape, [&](Problem& p) { p.A[p.at(last, j)] = nan; });
    check_changed(subject, shape, [&](Problem& p) {
        p.b[0] = nan;
        p.b[last] = -inf;
    });
}

}  // namespace grader::suite::matvec
