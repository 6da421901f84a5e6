#include "cli/cases.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

#include "lab/spelling.hpp"
#include "suite/registry.hpp"

namespace grader::cli {

void expect_case(const std::vector<lab::Lab>& labs, const std::string& words) {
    if (words.empty()) return;
    for (const auto& lab : labs) {
        if (!suite::cases_named(lab.slug, words).empty()) continue;
        const auto rungs = suite::rungs_of(lab.slug);
        throw std::invalid_argument(
            fmt::format("--case: no case of {} has '{}' in its name; they begin with {}{}",
                        lab.slug, words, fmt::join(rungs, ", "), lab::suggestion(words, rungs)));
    }
}

}  // namespace grader::cli
