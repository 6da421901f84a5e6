#include "simulator/exec/step.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/report/setting.hpp"

namespace cusim::exec {

std::uint64_t steps_left = time_slice;
std::uintptr_t stack_limit = 0;

namespace {

// A second or two of simulation, and far beyond any kernel of a course.
constexpr std::uint64_t usual_millions = 100;
constexpr std::uint64_t most_millions = 1'000'000'000;
std::optional<std::uint64_t> parse_limit(std::string_view text) {
    const char* const last = text.data() + text.size();
    std::uint64_t millions = 0;
    const auto [end, error] = std::from_chars(text.data(), last, millions);
    if (error != std::errc{} || end != last || millions < 1 || millions > most_millions)
        return std::nullopt;
    return millions * 1'000'000;
}

std::uint64_t& limit() {
    static std::uint64_t steps =
        report::setting("SIM_STEP_LIMIT", usual_millions * 1'000'000, parse_limit,
                        "millions of steps, from 1 to " + std::to_string(most_millions));
    return steps;
}

}  // namespace

std::uint64_t step_limit() {
    return limit();
}

void set_step_limit(std::uint64_t steps) {
    limit() = steps;
}

}  // namespace cusim::exec
