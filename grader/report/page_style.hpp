// The style of the page, light and dark, from the width of a phone on. Every pair of text and
// background colours has a contrast of at least 4.5.
#pragma once

#include <string_view>

namespace grader::report {

extern const std::string_view page_style;

}  // namespace grader::report
