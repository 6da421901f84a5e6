#include "lab/hints.hpp"

#include <algorithm>

namespace grader::lab {

std::vector<std::string> hint_steps(std::string_view markdown) {
    std::vector<std::string> steps;
    while (!markdown.empty()) {
        const auto length = std::min(markdown.find('\n'), markdown.size() - 1) + 1;
        const auto line = markdown.substr(0, length);
        markdown.remove_prefix(length);
        if (line.starts_with("## ")) steps.emplace_back();
        if (!steps.empty()) steps.back() += line;
    }
    for (auto& step : steps) step.erase(step.find_last_not_of(" \n") + 1);
    return steps;
}

}  // namespace grader::lab
