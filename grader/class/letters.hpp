// Names of people as Unicode compares them: systems write an é as one letter or as two.
#pragma once

#include <string>
#include <string_view>

namespace grader::classes {

/// With composed letters (Unicode's form C), as Linux and learning systems write them; macOS and
/// its archives take them apart. Bytes that are no UTF-8 stay as they are, all of them.
std::string composed(std::string_view text);

/// For comparing: composed, and without a difference of capitals (Unicode's case folding). Of bytes
/// that are no UTF-8 only ASCII letters are folded.
std::string folded(std::string_view text);

}  // namespace grader::classes
