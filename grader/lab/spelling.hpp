// "did you mean": the known word that is closest to a misspelled one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grader::lab {

/// Distance is the number of letters to insert, delete, replace or swap with a neighbour. It may be
/// at most a third of the word's length, and at least one is allowed. Nothing if no word is that
/// close.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> known);

/// For the end of a message that the word is not known: "; did you mean X?", or nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace grader::lab
