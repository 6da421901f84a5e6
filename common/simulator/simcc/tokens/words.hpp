// Tables of words.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace cusim::simcc {

template <std::size_t N>
bool among(const std::array<std::string_view, N>& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

}  // namespace cusim::simcc
