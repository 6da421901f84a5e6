// Words: the known one that is closest to a misspelled one ("did you mean"), and names in a text.
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

/// Whether the text has this name as a word: "n" in "n = 0", but not in "n_rows".
bool has_word(std::string_view text, std::string_view word);

}  // namespace grader::lab
