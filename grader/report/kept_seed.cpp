#include "report/kept_seed.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string>
#include <utility>

#include "report/json.hpp"

namespace grader::report {

std::string without_seed(std::string text, std::uint64_t seed) {
    const auto words = fmt::format(" --seed {}", seed);
    for (auto at = text.find(words); at != text.npos; at = text.find(words, at)) {
        const auto end = at + words.size();
        if (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
            at = end;  // another seed, which begins with the same digits
        else
            text.erase(at, words.size());
    }
    return text;
}

score::RunResult without_seed(score::RunResult run) {
    const auto seed = std::exchange(run.seed, std::nullopt);
    if (!seed) return run;
    for (auto& lab : run.labs) lab = from_line(without_seed(to_line(lab), *seed));
    return run;
}

}  // namespace grader::report
