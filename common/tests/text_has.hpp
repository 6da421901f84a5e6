// For CHECK(text_has(text, words)): whether the words occur in the text. A check that fails shows
// the text.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>

struct TextHas {
    bool found;
    std::string text;

    explicit operator bool() const { return found; }
};

inline TextHas text_has(std::string_view text, std::string_view words) {
    return {text.find(words) != text.npos, std::string(text)};
}

template <>
struct doctest::StringMaker<TextHas> {
    static String convert(const TextHas& has) { return has.text.c_str(); }
};
