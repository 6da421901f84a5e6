#include "suite/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runner/random.hpp"
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

/// "second", "32nd", "4th"
std::string ordinal(std::size_t number) {
    if (number == 2) return "second";
    if (number == 3) return "third";
    const std::size_t last = number % 100 / 10 == 1 ? 0 : number % 10;
    return fmt::format("{}{}", number,
                       last == 1   ? "st"
                       : last == 2 ? "nd"
                       : last == 3 ? "rd"
                                   : "th");
}

std::string shape_of(const Answer& answer) {
    const auto& launches = answer.first_launches();
    if (launches.empty()) return {};
    const auto extent = [](const score::Dim3& d) {
        return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
    };
    const score::Kernel& last = launches.back();
    return fmt::format("; {} has {} blocks of {} threads", last.name, extent(last.grid),
                       extent(last.block));
}

/// If the last lines are all unwritten, the first of these; otherwise `lines`. `line_of`: the line
/// of an element.
template <class LineOf>
std::size_t first_unwritten(const Judged& output, std::size_t lines, LineOf line_of) {
    std::vector<std::size_t> written(lines), unwritten(lines);
    for (std::size_t i = 0; i < output.count(); ++i)
        ++(output.is_unwritten(i) ? unwritten : written)[line_of(i)];
    std::size_t first = lines;
    while (first > 0 && written[first - 1] == 0) --first;
    const bool rest_is_written =
        std::all_of(unwritten.begin(), unwritten.begin() + static_cast<std::ptrdiff_t>(first),
                    [](std::size_t count) { return count == 0; });
    return first > 0 && rest_is_written ? first : lines;
}

/// If a copy counts elements instead of bytes, a quarter of the floats arrives. If the last kernel
/// has enough threads to have stored everything, the kernel is not the cause.
std::string short_copy(std::size_t first, std::size_t all, const Answer& answer) {
    const auto& launches = answer.first_launches();
    if (launches.empty() || all < 2 || first != (all + sizeof(float) - 1) / sizeof(float))
        return {};
    if (launches.back().counter("writing_threads") != all) return {};
    return fmt::format(
        "; {} of {}'s threads store, and a copy of {} bytes leaves that: the size of a copy counts "
        "bytes, as in `n * sizeof(float)`",
        all, launches.back().name, all);
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

namespace {

/// If only every fourth element is written, say, from the first one on.
std::string written_in_steps(const Judged& output, const Answer& answer) {
    const std::size_t all = output.count();
    std::size_t step = 1;
    while (step < all && output.is_unwritten(step)) ++step;
    if (step < 2 || step == all) return {};
    for (std::size_t i = 0; i < all; ++i)
        if (output.is_unwritten(i) != (i % step != 0)) return {};
    return fmt::format("\n  only every {} element is written, from {} on{}", ordinal(step),
                       output.name(0), shape_of(answer));
}

}  // namespace

std::string unwritten_edge(const Judged& output, const Answer& answer) {
    const auto& extents = output.array().extents;
    const auto told = [&](const std::string& first, std::size_t left, std::size_t all,
                          const char* noun, const std::string& why) {
        return fmt::format("\n  nothing is written from {} on: the last {}of {} {}{}", first,
                           left == 1 ? "" : fmt::format("{} ", left), all, noun,
                           why.empty() ? shape_of(answer) : why);
    };
    if (extents.size() == 1) {
        const std::size_t all = output.count();
        const std::size_t first = first_unwritten(output, all, [](std::size_t i) { return i; });
        if (first == all) return written_in_steps(output, answer);
        const std::string copy =
            output.array().type == runner::ElementType::f32 ? short_copy(first, all, answer) : "";
        return told(output.name(first), all - first, all, "elements", copy);
    }
    if (extents.size() != 2 || extents[1] == 0) return {};
    const std::size_t rows = extents[0], columns = extents[1];
    const std::size_t row =
        first_unwritten(output, rows, [&](std::size_t i) { return i / columns; });
    if (row < rows) return told(fmt::format("row {}", row), rows - row, rows, "rows", "");
    const std::size_t column =
        first_unwritten(output, columns, [&](std::size_t i) { return i % columns; });
    return column < columns
               ? told(fmt::format("column {}", column), columns - column, columns, "columns", "")
               : "";
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
