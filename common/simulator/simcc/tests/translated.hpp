// Translates a text as the file a.cu, for the translator's tests.
#pragma once

#include <doctest/doctest.h>

#include <cctype>
#include <string>
#include <string_view>

#include "simulator/simcc/translator/translate.hpp"
#include "tests/text_has.hpp"

namespace cusim::simcc::tests {

/// `separate`: with -rdc=true.
inline Translation translated(std::string_view text, bool separate = false) {
    return translate(text, {"a.cu", "/own", separate});
}

/// The diagnostic's text with its file and line; there must be exactly one.
inline std::string complaint(std::string_view text) {
    const Translation result = translated(text);
    REQUIRE(result.diagnostics.size() == 1);
    const Diagnostic& only = result.diagnostics[0];
    return only.file + ":" + std::to_string(only.line) + ": " + only.message;
}

/// With each run of blanks as one blank.
inline std::string folded(std::string_view text) {
    std::string result;
    for (char c : text) {
        if (!std::isspace(static_cast<unsigned char>(c))) {
            result += c;
        } else if (!result.empty() && result.back() != ' ') {
            result += ' ';
        }
    }
    if (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

/// The text, folded; there must be no diagnostic.
inline std::string text_of(std::string_view text) {
    const Translation result = translated(text);
    CHECK(result.diagnostics.empty());
    return folded(result.text);
}

}  // namespace cusim::simcc::tests
