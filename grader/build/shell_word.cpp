#include "build/shell_word.hpp"

namespace grader::build {

std::string shell_word(const std::string& argument) {
    std::string text = "'";
    for (const char c : argument) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + '\'';
}

}  // namespace grader::build
