// The parts of a mark, in the order in which they are graded.
#pragma once

#include <optional>
#include <string_view>

namespace grader::score {

enum class Part { correct, safe, fast, predict };

inline constexpr Part parts[] = {Part::correct, Part::safe, Part::fast, Part::predict};

constexpr std::string_view name_of(Part part) {
    switch (part) {
        case Part::correct:
            return "correct";
        case Part::safe:
            return "safe";
        case Part::fast:
            return "fast";
        case Part::predict:
            return "predict";
    }
    return "";
}

constexpr std::optional<Part> part_named(std::string_view name) {
    for (const Part part : parts)
        if (name_of(part) == name) return part;
    return std::nullopt;
}

}  // namespace grader::score
