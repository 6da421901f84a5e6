// Words for a number of things.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace words {

/// "1 row", "2 rows". `several`: the noun for any number but 1, where an s does not make it.
std::string number_of(std::integral auto count, std::string_view one,
                      std::string_view several = {}) {
    std::string text = std::to_string(count) + ' ';
    text += count == 1 || several.empty() ? one : several;
    if (count != 1 && several.empty()) text += 's';
    return text;
}

}  // namespace words
