// Bytes within text: pictures in a page, students' files in JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grader::report {

std::string to_base64(std::string_view bytes);
/// Nothing where the text is no base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace grader::report
