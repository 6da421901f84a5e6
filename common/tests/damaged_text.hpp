// Random damage to a text, for tests of what reads it: whatever comes, it is read or refused.
#pragma once

#include <random>
#include <string>

struct Damage {
    unsigned edits;     // at most so many, and one at least
    unsigned erased;    // bytes, at most, by an edit
    unsigned repeated;  // bytes of the text, fewer than these, inserted by an edit
};

/// The text with bytes replaced, erased and inserted; never empty.
inline std::string damaged(std::string text, const Damage& most, std::mt19937& random) {
    const char first = text.front();
    for (unsigned edits = 1 + random() % most.edits; edits > 0; --edits) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
            case 0:
                text[at] = static_cast<char>(random());
                break;
            case 1:
                text.erase(at, 1 + random() % most.erased);
                break;
            case 2:
                text.insert(at, text.substr(random() % text.size(), random() % most.repeated));
                break;
        }
        if (text.empty()) text = first;
    }
    return text;
}
