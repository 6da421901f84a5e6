// Translates a text as the file a.cu, for the translator's tests.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "simulator/simcc/translate.hpp"

namespace cusim::simcc::tests {

inline Translation translated(std::string_view text) {
    return translate(text, {"a.cu", "/own", false});
}

/// The diagnostic's text with its file and line; there must be exactly one.
inline std::string complaint(std::string_view text) {
    const Translation result = translated(text);
    REQUIRE(result.diagnostics.size() == 1);
    const Diagnostic& only = result.diagnostics[0];
    return only.file + ":" + std::to_string(only.line) + ": " + only.message;
}

}  // namespace cusim::simcc::tests
