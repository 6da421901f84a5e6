// Host code only, in a separate file.
#include "life.cuh"

Rules parse_rules(const std::string& text) {
    Rules result{0, 0};
    unsigned* part = &result.birth;
    for (char c : text) {
        if (c == 'S') part = &result.survival;
        if (c >= '0' && c <= '8') *part |= 1u << (c - '0');
    }
    return result;
}
