// Something that a submission may not contain, as one line for its author.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grader::vet {

struct Problem {
    std::uint32_t line = 0;  // 0: the file as a whole
    std::string text;

    bool operator==(const Problem&) const = default;
};
using Problems = std::vector<Problem>;

}  // namespace grader::vet
