// The three parts of a mark, in the order they are graded.
#pragma once

#include <string_view>

namespace grader::score {

enum class Part { correct, safe, fast };

inline constexpr Part parts[] = {Part::correct, Part::safe, Part::fast};

constexpr std::string_view name_of(Part part) {
    switch (part) {
        case Part::correct:
            return "correct";
        case Part::safe:
            return "safe";
        case Part::fast:
            return "fast";
    }
    return "";
}

}  // namespace grader::score
