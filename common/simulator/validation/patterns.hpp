// Patterns of elements that the lanes of a warp access: regular ones, and random ones that are
// always the same.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

struct Pattern {
    std::uint32_t mask;
    std::uint16_t x[32];
    std::uint16_t y[32];
};

inline std::mt19937 random_bits{1};

inline std::uint32_t some_mask() {
    switch (random_bits() % 4) {
        case 0:
            return ~0u;
        case 1:
            return 0xffffu << random_bits() % 17;
        case 2:
            return random_bits() | 1;
        default:
            return (random_bits() & random_bits()) | 0x80;
    }
}

template <class Index>
Pattern pattern(Index index, std::uint32_t mask = ~0u) {
    Pattern made{mask, {}, {}};
    for (int l = 0; l < 32; ++l) made.x[l] = static_cast<std::uint16_t>(index(l));
    return made;
}

// Random elements among the first 32, 256 and `span`; also several lanes on the same one.
inline void add_random(std::vector<Pattern>& all, int span, int count) {
    for (int i = 0; i < count; ++i) {
        const int reach = i % 4 == 0 ? 32 : i % 4 == 1 ? std::min(span, 256) : span;
        const int repeat = i % 4 == 3 ? 1 + random_bits() % 4 : 1;
        Pattern made = pattern([=](int) { return random_bits() % reach; }, some_mask());
        for (int l = 0; l < 32; ++l)
            if (random_bits() % 4 < static_cast<unsigned>(repeat - 1)) made.x[l] = made.x[l / 2];
        all.push_back(made);
    }
}

// Element indices below `span`.
inline std::vector<Pattern> patterns(int span, int randoms, bool all_regular = true) {
    std::vector<Pattern> all;
    for (int shift : {0, 1, 3, 4}) all.push_back(pattern([=](int l) { return l + shift; }));
    for (int stride : {2, 3, 4, 8, 16, 32, 33})
        if (31 * stride < span) all.push_back(pattern([=](int l) { return l * stride; }));
    all.push_back(pattern([](int) { return 5; }));
    all.push_back(pattern([](int l) { return l; }, 0x00ff'00ffu));
    if (all_regular) {
        for (int lanes : {2, 8, 16}) {
            all.push_back(pattern([=](int l) { return l / lanes; }));
            all.push_back(pattern([=](int l) { return l % lanes; }));
        }
        all.push_back(pattern([](int l) { return 31 - l; }));
        all.push_back(pattern([](int l) { return l ^ 1; }));
        all.push_back(pattern([](int l) { return l % 2 * 32 + l / 2; }));
        all.push_back(pattern([](int l) { return l % 16 * 2 + l / 16; }));
        for (std::uint32_t mask : {1u, 0x8000'0000u, 0xffu, 0xff00u, 0xffff'0000u, 0x5555'5555u,
                                   0x1111'1111u, 0x8000'0001u}) {
            all.push_back(pattern([](int l) { return l; }, mask));
            all.push_back(pattern([](int l) { return 32 * l; }, mask));
        }
    }
    add_random(all, span, randoms);
    return all;
}

inline std::vector<Pattern> places_2d(int randoms) {
    std::vector<Pattern> all;
    const auto add = [&](auto x, auto y, std::uint32_t mask = ~0u) {
        Pattern made = pattern(x, mask);
        for (int l = 0; l < 32; ++l) made.y[l] = static_cast<std::uint16_t>(y(l));
        all.push_back(made);
    };
    const auto zero = [](int) { return 0; };
    for (int shift : {0, 1, 4, 7}) add([=](int l) { return l + shift; }, zero);
    for (int width : {1, 2, 4, 8, 16})
        add([=](int l) { return l % width; }, [=](int l) { return l / width; });
    add([](int l) { return l % 8 + 3; }, [](int l) { return l / 8 + 1; });
    add([](int l) { return l % 16 + 5; }, [](int l) { return l / 16 + 3; });
    for (int stride : {2, 4, 8}) {
        add([=](int l) { return l * stride; }, zero);
        add(zero, [=](int l) { return l * stride; });
    }
    add([](int) { return 9; }, [](int) { return 9; });
    for (std::uint32_t mask : {1u, 0xfu, 0xffu, 0xffffu, 0x5555'5555u, 0x1111'1111u})
        add([](int l) { return l; }, zero, mask);
    for (int i = 0; i < randoms; ++i) {
        const unsigned reach = i % 2 ? 16 : 128;
        add([=](int) { return random_bits() % reach; }, [=](int) { return random_bits() % reach; },
            some_mask());
    }
    return all;
}
