// Draws inputs, and the steps that all checks share.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/spelling.hpp"
#include "score/findings.hpp"
#include "suite/work.hpp"
#include "suites/09-julia/checks.hpp"

namespace julia_suite {

double draw_between(double least, double most) {
    return least + (most - least) * static_cast<double>(draw_seed() & 0xffffff) / 0x1p24;
}

std::uint32_t draw_stream() {
    return static_cast<std::uint32_t>(draw_seed()) >> 1;
}

Number draw_c() {
    const double sign = draw_seed() % 2 ? 1 : -1;
    return {static_cast<float>(draw_between(-1, 0.4)),
            static_cast<float>(sign * draw_between(0.2, 0.9))};
}

Number draw_expanding_c() {
    constexpr int soon = 10;
    const auto leaves = [](Number c) {
        Number z = c;
        for (int i = 1; i < soon && std::norm(z) <= 4; ++i) z = z * z + c;
        return std::norm(z) > 4;
    };
    for (;;) {
        const Number c = draw_c();
        if (std::abs(1.0 - std::sqrt(1.0 - 4.0 * c)) <= 0.6 || leaves(c)) return c;
    }
}

View around(Number c, int columns, int rows) {
    return {0, static_cast<float>(2.1 * julia::radius(c) * std::max(1.0, 1.0 * columns / rows)),
            columns, rows};
}

std::vector<unsigned> empty(const View& view) {
    return std::vector<unsigned>(view.pixels());
}

Problem hits_problem(Number c, const View& view, const Chains& chains) {
    return julia::hits_problem(c, view, draw_stream(), chains, empty(view));
}

std::vector<Number> ends(const Problem& problem, const Call& call, const Answer& answer) {
    check_values(problem, call, Outcome({answer}));  // of errors: no element is expected
    const auto last = answer.output<float>("last");
    std::vector<Number> z;
    for (std::size_t k = 0; k < last.size(); k += 2) {
        if (runner::is_unwritten(last[k]) || runner::is_unwritten(last[k + 1]))
            fail(Lines{{LineKind::unwritten, fmt::format("{}: last[{}] is never written: {}",
                                                         problem.function(), k, problem.words())}} +
                 repeat(call, answer.order()));
        z.emplace_back(last[k], last[k + 1]);
    }
    return z;
}

std::string where(const Problem& problem) {
    return problem.function() + ", " + problem.words() + ": ";
}

std::string asked(const Answer& answer, const std::string& question) {
    using grader::score::Finding;
    const bool is_explained = std::ranges::count(answer.findings(), grader::score::Severity::error,
                                                 &Finding::severity) > 0;
    if (!is_explained) return question;
    std::string text;
    for (const auto& line : grader::score::first_lines(answer.findings()))
        text += "\n  " + line.words;
    return text;
}

void expect_refused(const Problem& problem, std::initializer_list<const char*> names) {
    const Answer answer = run(make_call(problem).may_throw(), "forward");
    const bool is_named = std::ranges::any_of(
        names, [&](const char* name) { return grader::lab::has_word(answer.thrown(), name); });
    expect(is_named && answer.launch_count() == 0,
           fmt::format("{}, {} {}: throw an exception, with a sentence that names {}, and launch "
                       "nothing",
                       problem.function(), problem.words(),
                       answer.thrown().empty() ? "returns as if this were fine"
                                               : "says \"" + answer.thrown() + "\"",
                       *names.begin()));
}

}  // namespace julia_suite
