#include "class/letters.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <optional>

namespace grader::classes {
namespace {

constexpr int form_c = UTF8PROC_STABLE | UTF8PROC_COMPOSE;

std::optional<std::string> mapped(std::string_view text, int options) {
    utf8proc_uint8_t* result = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &result,
                                   static_cast<utf8proc_option_t>(options));
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(result, std::free);
    if (size < 0) return std::nullopt;
    return std::string(reinterpret_cast<const char*>(result), static_cast<std::size_t>(size));
}

}  // namespace

std::string composed(std::string_view text) {
    return mapped(text, form_c).value_or(std::string(text));
}

std::string folded(std::string_view text) {
    if (auto result = mapped(text, form_c | UTF8PROC_CASEFOLD)) return *result;
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
    return small;
}

}  // namespace grader::classes
