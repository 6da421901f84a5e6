// JSON as text and back. nlohmann's reader and writer are templates that take seconds to compile
// wherever they are used; the kit uses them here. Promises that what it writes is valid UTF-8.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace json_text {

/// Throws nlohmann::json::parse_error.
nlohmann::json parse(std::string_view text);

/// A discarded value (is_discarded) where the text is no JSON.
nlohmann::json parse_or_discard(std::string_view text);

/// With an indentation of several lines, else of one. Bytes that are no UTF-8, as a student's
/// program may leave them in names and messages, become U+FFFD.
std::string write(const nlohmann::json& value, int indentation = -1);

}  // namespace json_text
