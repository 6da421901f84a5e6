// C++20 in host code: ranges, spans, concepts, comparison, formatting by hand.
#include <algorithm>
#include <compare>
#include <concepts>
#include <ranges>
#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <vector>

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
constexpr T square(T x) {
    return x * x;
}

struct Shape {
    int rows, cols;
    auto operator<=>(const Shape&) const = default;
};

float sum(std::span<const float> values) {
    float total = 0;
    for (float value : values | std::views::filter([](float x) { return x > 0; }) |
                           std::views::transform([](float x) { return square(x); }))
        total += value;
    return total;
}

std::string f(std::vector<float>& v, std::string_view name,
              std::source_location where = std::source_location::current()) {
    std::ranges::sort(v, std::ranges::greater{});
    auto last = std::ranges::max_element(v);
    std::string text(name.substr(0, name.find('.')));
    for (int i : std::views::iota(0, 5)) text += std::to_string(i);
    for (float x : v | std::views::reverse | std::views::take(3) | std::views::drop(1))
        text += std::to_string(x) + where.file_name();
    if (Shape{1, 2} < Shape{1, 3} && last != v.end() &&
        std::ranges::any_of(v, [](float x) { return x < 0; }))
        text.insert(0, "negative ").append(3, '.').replace(0, 2, "xy");
    return text.starts_with("a") ? text
                                 : text + std::to_string(sum(v)) + std::to_string(where.line());
}
