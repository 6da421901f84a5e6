// A number as the place in a row.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace grader::suite {

/// "second", "32nd", "4th"
inline std::string ordinal(std::size_t number) {
    if (number == 2) return "second";
    if (number == 3) return "third";
    const std::size_t last = number % 100 / 10 == 1 ? 0 : number % 10;
    return fmt::format("{}{}", number,
                       last == 1   ? "st"
                       : last == 2 ? "nd"
                       : last == 3 ? "rd"
                                   : "th");
}

}  // namespace grader::suite
