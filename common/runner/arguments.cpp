#include "runner/arguments.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <regex>
#include <string_view>

namespace runner {

namespace {

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

template <class Value>
std::optional<Value> number_in(std::string_view word) {
    Value value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (error != std::errc{} || end != last) return std::nullopt;
    return value;
}

std::string is_none(const std::string& word, const std::string& least, const std::string& most) {
    return "'" + word + "' is not a whole number from " + least + " to " + most;
}

bool is_order(std::string_view word) {
    constexpr std::string_view random = "random:";
    return word == "forward" || word == "reverse" ||
           (word.starts_with(random) &&
            number_in<std::uint64_t>(word.substr(random.size())).has_value());
}

}  // namespace

std::string wrong_whole_number(const std::string& word, std::int64_t least, std::int64_t most) {
    const auto value = number_in<std::int64_t>(word);
    if (value && *value >= least && *value <= most) return {};
    return is_none(word, std::to_string(least), std::to_string(most));
}

std::string wrong_real(const std::string& word) {
    double value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    return error == std::errc{} && end == last ? "" : "'" + word + "' is not a number";
}

std::string wrong_seed(const std::string& word) {
    return number_in<std::uint64_t>(word) ? "" : is_none(word, "0", std::to_string(any));
}

std::string wrong_order(const std::string& word) {
    return is_order(word) ? "" : "'" + word + "' is not an order: " + orders;
}

std::string wrong_order_of_run(const std::string& word) {
    const std::string::size_type witness = word.find("witness");
    if (word == "interleaved" || is_order(word)) return {};
    if (witness == std::string::npos) return "'" + word + "' is not an order: " + orders_of_run;
    static const std::regex form{R"(witness(:\d+(\+\d+)?:\d+\.\d+@\d+:\d+\.\d+@\d+(:wait)?)?)"};
    if (!std::regex_match(word.substr(witness), form))
        return "'" + word +
               "' is not an order: \"witness\" stands alone or with the text that a finding gives";
    if (witness == 0) return {};
    return wrong_order(word[witness - 1] == '+' ? word.substr(0, witness - 1) : word);
}

}  // namespace runner
