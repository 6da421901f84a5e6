// How the page looks, in light and in dark, from a phone's width on. Every pair of colours of text
// and ground has a contrast of 4.5 or more.
#pragma once

#include <string_view>

namespace grader::report {

extern const std::string_view page_style;

}  // namespace grader::report
