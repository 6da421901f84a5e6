// "did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grader::lab {

/// By the number of letters to put in, leave out, change or swap with their neighbours: at most a
/// third of the word's, and at least one. None is that close: nothing.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

}  // namespace grader::lab
