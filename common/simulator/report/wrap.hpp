// Breaks running text into lines, for terminals and files.
#pragma once

#include <string>

namespace cusim::report {

// The words of `text` in lines of at most `width` characters. Each line begins with `indent` and
// ends with a line break. A longer word gets a line of its own.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width);

}  // namespace cusim::report
