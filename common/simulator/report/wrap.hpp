// Running text for terminals and files.
#pragma once

#include <string>

namespace cusim::report {

// The words of `text` in lines of at most `width` characters, each behind `indent` and ended by a
// line break. A longer word gets a line of its own.
std::string wrapped(const std::string& text, const std::string& indent, std::size_t width);

}  // namespace cusim::report
