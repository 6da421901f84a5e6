#include "suite/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/random.hpp"
#include "suite/ordinal.hpp"
#include "suite/problem.hpp"
#include "suite/run.hpp"

namespace grader::suite {

namespace {

using runner::Judged;

// A single element, or a few computed from few numbers, can match several mistakes by chance.
bool is_telling(std::size_t elements, std::size_t terms) {
    constexpr std::size_t fewest_elements = 2, fewest_numbers = 64;
    return elements >= fewest_elements && elements * terms >= fewest_numbers;
}

enum class Of { all, wrong_ones };

bool explains(const Mistake& mistake, const Judged& output, Of which) {
    for (std::size_t i = 0; i < output.count(); ++i) {
        const bool counts = which == Of::all || !output.is_right(i);
        if (counts && !leaves(mistake, output, i)) return false;
    }
    return true;
}

std::string only_one(const Judged& output, std::span<const Mistake> mistakes, Of which) {
    std::string found;
    for (const Mistake& mistake : mistakes) {
        if (mistake.is_of_all && which != Of::all) continue;
        if (!explains(mistake, output, which)) continue;
        if (!found.empty() && found != mistake.words) return {};
        found = mistake.words;
    }
    return found;
}

std::string confirmed(const Suspect& make, std::uint64_t seed, const std::string& words,
                      const Judged& wrong, const Answer& answer) {
    constexpr int tries = 3;
    for (int i = 0; i < tries && !words.empty(); ++i) {
        seed = runner::mix(seed);
        const Suspected other = make(seed);
        const auto again = Run::current().call_once_more(make_call(other.problem), answer.order());
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

bool leaves(const Mistake& mistake, const Judged& output, std::size_t element) {
    const auto value = mistake.element(element);
    if (!value) return false;
    if (output.is_unwritten(element)) return *value == Mistake::unwritten;
    const double got = output.value(element);
    if (std::isnan(got) || std::isnan(*value)) return std::isnan(got) && std::isnan(*value);
    const double tolerance = output.array().expected(element).tolerance;
    return got == *value || std::abs(got - *value) <= tolerance;
}

std::string only_every(int step, std::string_view terms) {
    return fmt::format(
        "where only every {} {} is added, from the first on: the last steps of adding up are "
        "missing",
        ordinal(static_cast<std::size_t>(step)), terms);
}

std::string only_mistake(const Judged& output, std::span<const Mistake> mistakes,
                         std::size_t terms) {
    const std::size_t wrong = output.count_wrong();
    if (wrong == 0 || !is_telling(output.count(), terms)) return {};
    const std::string& name = output.array().name;
    if (const std::string words = only_one(output, mistakes, Of::all); !words.empty())
        return fmt::format("\n  {} is what comes out {}", name, words);
    if (!is_telling(wrong, terms)) return {};
    const std::string words = only_one(output, mistakes, Of::wrong_ones);
    return words.empty()
               ? ""
               : fmt::format("\n  where it is wrong, {} is what comes out {}", name, words);
}

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
