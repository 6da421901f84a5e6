// Bytes as text: pictures in a page, students' files in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grader::report {

std::string to_base64(std::string_view bytes);
/// Returns nothing if the text is not base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace grader::report
