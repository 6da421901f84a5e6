// Compares people's names as Unicode requires: some systems write é as one character, others as
// two.
#pragma once

#include <string>
#include <string_view>

namespace grader::classes {

/// With composed characters (Unicode normalization form C), as used by Linux and learning systems;
/// macOS and its archives use decomposed ones. Text that is not valid UTF-8 is not changed.
std::string composed(std::string_view text);

/// For comparisons: composed, and with Unicode case folding. If the text is not valid UTF-8, only
/// ASCII letters are folded.
std::string folded(std::string_view text);

}  // namespace grader::classes
