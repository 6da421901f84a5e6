#include "json_text.hpp"

#include <nlohmann/json.hpp>

namespace json_text {

nlohmann::json parse(std::string_view text) {
    return nlohmann::json::parse(text);
}

nlohmann::json parse_or_discard(std::string_view text) {
    return nlohmann::json::parse(text, nullptr, false);
}

std::string write(const nlohmann::json& value, int indentation) {
    return value.dump(indentation, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace json_text
