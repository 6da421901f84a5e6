#include "suite/value_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "score/findings.hpp"
#include "score/record.hpp"
#include "score/work_gate.hpp"
#include "suite/estimate.hpp"
#include "suite/limits.hpp"

namespace grader::suite {

namespace {

// A launch of nothing takes 2 us, and small calls may be organised in any way.
constexpr double free_microseconds = 5;

/// Infinite for more launches than are listed, or for one whose work was not counted.
double quickest(std::span<const Answer> answers, const std::string& device) {
    double least = std::numeric_limits<double>::infinity();
    for (const Answer& answer : answers) try {
            if (!answer.has_unlisted_launches())
                least = std::min(least, estimate_all(answer, device).microseconds);
        } catch (const CaseFailed&) {
            continue;
        }
    return least;
}

Sizes sizes_of(const Call& call) {
    Sizes sizes(call.request().sizes.begin(), call.request().sizes.end());
    sizes.insert(call.measures().begin(), call.measures().end());
    return sizes;
}

std::string sizes_in_words(const Call& call) {
    std::string words;
    for (const auto& [name, size] : call.request().sizes)
        words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name, size);
    return words;
}

}  // namespace

std::optional<RungWork> too_slow(const Call& call, std::span<const Answer> answers,
                                 const Request& request, bool names_sizes) {
    const auto raced = [](const Answer& answer) { return score::has_race(answer.findings()); };
    if (!call.device().empty() || std::ranges::any_of(answers, raced)) return std::nullopt;
    const std::string& function = call.request().function;
    const auto limit = find_limit(request, function, sizes_of(call));
    if (!limit) return std::nullopt;
    const double taken = quickest(answers, request.device);
    const double share =
        share_of_ratio((taken - free_microseconds) / *limit, score::Work::full_marks_up_to);
    if (score::worth_beside_work(share) == 1) return std::nullopt;
    std::string words = fmt::format(
        "takes about {:.3g} us in a call of {}{}, where {:.3g} us are enough", taken, function,
        names_sizes ? " with " + sizes_in_words(call) : " whose values are judged", *limit);
    return RungWork{
        .share = share, .words = std::move(words), .function = function, .of_whole_rung = true};
}

}  // namespace grader::suite
