#include "suite/value_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "score/result.hpp"
#include "score/work_gate.hpp"
#include "suite/estimate.hpp"
#include "suite/limits.hpp"
#include "suite/reproduction.hpp"

namespace grader::suite {

namespace {

// A launch of nothing takes 2 us, and small calls may be organised in any way.
constexpr double free_microseconds = 5;

struct Quickest {
    // Infinite for more launches than are listed, or for one whose work was not counted.
    TotalEstimate total{.microseconds = std::numeric_limits<double>::infinity()};
    const Answer* answer = nullptr;
};

Quickest quickest(std::span<const Answer> answers, const std::string& device) {
    Quickest least;
    for (const Answer& answer : answers) {
        if (answer.has_unlisted_launches()) continue;
        try {
            const TotalEstimate total = estimate_all(answer, device);
            if (total.microseconds < least.total.microseconds) least = {total, &answer};
        } catch (const CaseFailed&) {
            continue;
        }
    }
    return least;
}

std::string uncounted(std::span<const Answer> answers) {
    for (const Answer& answer : answers)
        if (answer.has_unlisted_launches())
            return fmt::format("makes {} launches", answer.launch_count());
    return "is more than can be counted";
}

Sizes sizes_of(const Call& call) {
    Sizes sizes(call.request().sizes.begin(), call.request().sizes.end());
    sizes.insert(call.measures().begin(), call.measures().end());
    return sizes;
}

std::string sizes_in_words(const Call& call) {
    std::string words;
    for (const auto& [name, size] : call.request().sizes)
        if (!call.is_secret(name))
            words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name, size);
    return words;
}

}  // namespace

std::optional<RungWork> too_slow(const Call& call, std::span<const Answer> answers,
                                 const Request& request, bool names_sizes) {
    // An error that ends a launch costs the case that made the call. The work was not all counted.
    const auto failed = [](const Answer& answer) {
        return !answer.thrown().empty() || answer.error() != "cudaSuccess";
    };
    if (!call.device().empty() || std::ranges::any_of(answers, failed)) return std::nullopt;
    const std::string& function = call.request().function;
    auto limit = find_limit(request, function + ", any shape", sizes_of(call));
    if (!limit) limit = find_limit(request, function, sizes_of(call));
    if (!limit) return std::nullopt;
    const auto [total, answer] = quickest(answers, request.device);
    const double share = share_of_ratio((total.microseconds - free_microseconds) / *limit,
                                        score::Work::full_marks_up_to);
    if (score::worth_beside_work(share) == 1) return std::nullopt;
    const std::string place = fmt::format(
        "in a call of {}{}, where {:.3g} us are enough", function,
        names_sizes ? " with " + sizes_in_words(call) : " whose values are judged", *limit);
    RungWork work{.share = share, .function = function, .of_whole_rung = true};
    if (!answer) {
        work.words = uncounted(answers) + " " + place;
        return work;
    }
    work.words = fmt::format("takes about {:.3g} us {}: {}", total.microseconds, place,
                             reason_for_time(total, *answer));
    if (names_sizes) work.how = see_why(request, call, answer->order());
    return work;
}

}  // namespace grader::suite
