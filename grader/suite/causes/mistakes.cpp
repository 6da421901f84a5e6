#include "suite/causes/mistakes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "suite/causes/ordinal.hpp"

namespace grader::suite {

namespace {

using runner::Judged;

// A single element, or a few computed from few numbers, can match several mistakes by chance.
bool is_telling(std::size_t elements, std::size_t terms) {
    constexpr std::size_t fewest_elements = 2, fewest_numbers = 64;
    return elements >= fewest_elements && elements * terms >= fewest_numbers;
}

enum class Of { all, wrong_ones };

// Many mistakes give 0 in some elements, as whatever stores nothing there does: that shows none of
// them.
bool explains(const Mistake& mistake, const Judged& output, Of which) {
    bool gives_other_than_0 = which == Of::all || mistake.zeros_tell;
    for (std::size_t i = 0; i < output.count(); ++i) {
        const bool counts = which == Of::all || !output.is_right(i);
        if (!counts) continue;
        if (!leaves(mistake, output, i)) return false;
        gives_other_than_0 |= output.is_unwritten(i) || output.value(i) != 0;
    }
    return gives_other_than_0;
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

}  // namespace grader::suite
