#include "runner/arguments.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace runner {

namespace {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> number_in(std::string_view word) {
    std::uint64_t value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (error != std::errc{} || end != last) return std::nullopt;
    return value;
}

}  // namespace

std::string wrong_whole_number(const std::string& word, std::uint64_t least, std::uint64_t most) {
    const auto value = number_in(word);
    if (value && *value >= least && *value <= most) return {};
    return "'" + word + "' is no whole number from " + std::to_string(least) + " to " +
           std::to_string(most);
}

std::string wrong_real(const std::string& word) {
    double value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    return error == std::errc{} && end == last ? "" : "'" + word + "' is no number";
}

std::string wrong_seed(const std::string& word) {
    return wrong_whole_number(word, 0, any);
}

std::string wrong_order(const std::string& word) {
    constexpr std::string_view random = "random:";
    if (word == "forward" || word == "reverse") return {};
    if (word.starts_with(random) && number_in(std::string_view(word).substr(random.size())))
        return {};
    return "'" + word + "' is no order: forward, reverse or random:SEED";
}

}  // namespace runner
