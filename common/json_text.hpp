// Converts JSON to text and back. nlohmann's reader and writer are templates that take seconds to
// compile wherever they are used, so the kit uses these functions. The text is always valid UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace json_text {

/// Throws nlohmann::json::parse_error.
nlohmann::json parse(std::string_view text);

/// Returns a discarded value (is_discarded) if the text is not JSON.
nlohmann::json parse_or_discard(std::string_view text);

/// With an indentation, on several lines; otherwise on one. Bytes that are not UTF-8, which a
/// student's program may put into names and messages, become U+FFFD.
std::string write(const nlohmann::json& value, int indentation = -1);

}  // namespace json_text
