#include "simulator/exec/step.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "simulator/report/setting.hpp"

namespace cusim::exec {

namespace {

constexpr std::uint64_t usual_slice = 512;
constexpr std::uint64_t longest_slice = long_slice;

// Accepts only a number from 1 to `most`.
std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t most) {
    const char* const last = text.data() + text.size();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), last, number);
    if (error != std::errc{} || end != last || number < 1 || number > most) return std::nullopt;
    return number;
}

std::optional<std::uint64_t> parse_slice(std::string_view text) {
    return parse_number(text, longest_slice);
}

// A second or two of simulation, far more than any kernel of a course needs.
constexpr std::uint64_t usual_millions = 100;
constexpr std::uint64_t most_millions = 1'000'000'000;

std::optional<std::uint64_t> parse_limit(std::string_view text) {
    const auto millions = parse_number(text, most_millions);
    if (!millions) return std::nullopt;
    return *millions * 1'000'000;
}

// SIM_STEP_LIMIT is read on first use.
std::uint64_t& limit() {
    static std::uint64_t steps =
        report::setting("SIM_STEP_LIMIT", usual_millions * 1'000'000, parse_limit,
                        "millions of steps, from 1 to " + std::to_string(most_millions));
    return steps;
}

std::uint64_t most_of_launch = std::numeric_limits<std::uint64_t>::max();

}  // namespace

const std::uint64_t time_slice =
    report::setting("SIM_TIME_SLICE", usual_slice, parse_slice,
                    "a number of steps from 1 to " + std::to_string(longest_slice));
std::uint64_t steps_left = time_slice;
std::uintptr_t stack_limit = 0;

std::uint64_t step_limit() {
    return limit();
}

void set_step_limit(std::uint64_t steps) {
    limit() = steps;
}

void limit_launch(std::uint64_t steps) {
    most_of_launch = steps;
}

std::uint64_t launch_limit() {
    return most_of_launch;
}

}  // namespace cusim::exec
