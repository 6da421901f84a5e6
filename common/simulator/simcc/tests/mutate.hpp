// Makes wrong programs from right ones, reproducibly for the same random numbers: tokens are
// dropped, doubled, swapped, moved, taken from another program, and sometimes cut in two.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "simulator/simcc/tokens/lexer.hpp"

namespace cusim::simcc {

using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t limit) {
    return limit == 0 ? 0 : random() % limit;
}

// At most `most` changes. `other` may be the source itself.
inline std::string mutated(const Tokens& source, const Tokens& other, Random& random,
                           std::size_t most = 12) {
    std::vector<std::string> words;
    for (const Token& token : source.tokens) words.emplace_back(token.text);
    if (words.empty()) words.emplace_back("k");
    const std::size_t changes = 1 + below(random, most);
    for (std::size_t n = 0; n < changes; ++n) {
        const std::size_t at = below(random, words.size());
        const std::size_t from = below(random, words.size());
        const auto place = words.begin() + static_cast<std::ptrdiff_t>(at);
        switch (below(random, 7)) {
            case 0:
                words.erase(place);
                break;
            case 1:
                words.insert(place, std::string(words[from]));
                break;
            case 2:
                std::swap(words[at], words[from]);
                break;
            case 3:
                words[at] = words[from];
                break;
            case 4:
                words[at].resize(below(random, words[at].size() + 1));
                break;
            case 5:
                words[at] += "\n";
                break;
            case 6:
                if (!other.tokens.empty())
                    words[at] = other.tokens[below(random, other.tokens.size())].text;
                break;
        }
        if (words.empty()) words.emplace_back("k");
    }
    std::string text;
    for (const std::string& word : words) text += word + (below(random, 8) ? " " : "");
    return text;
}

}  // namespace cusim::simcc
