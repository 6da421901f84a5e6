// SIMD intrinsics: one function for each lane, applied to both halves, all four bytes, or the whole
// of a word.
#include "cusim/packed.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "cusim/dpx.hpp"

namespace {

using Word = std::uint32_t;

// Lane `i` of a word as a signed or unsigned number.
template <class Lane>
long lane(Word word, unsigned i) {
    return static_cast<Lane>(word >> i * 8 * sizeof(Lane));
}

template <class Lane, class Operation>
Word lanes(Operation operation) {
    constexpr Word all = static_cast<std::make_unsigned_t<Lane>>(-1);
    Word result = 0;
    for (unsigned i = 0; i < 4 / sizeof(Lane); ++i)
        result |= (static_cast<Word>(operation(i)) & all) << i * 8 * sizeof(Lane);
    return result;
}

template <class Lane, class Operation>
Word unary(Word a, Operation operation) {
    return lanes<Lane>([&](unsigned i) { return operation(lane<Lane>(a, i)); });
}
template <class Lane, class Operation>
Word binary(Word a, Word b, Operation operation) {
    return lanes<Lane>([&](unsigned i) { return operation(lane<Lane>(a, i), lane<Lane>(b, i)); });
}
template <class Lane, class Operation>
Word ternary(Word a, Word b, Word c, Operation operation) {
    return lanes<Lane>([&](unsigned i) {
        return operation(lane<Lane>(a, i), lane<Lane>(b, i), lane<Lane>(c, i));
    });
}

template <class Lane>
long saturate(long value) {
    constexpr long most =
        std::is_signed_v<Lane> ? (1L << (8 * sizeof(Lane) - 1)) - 1 : (1L << 8 * sizeof(Lane)) - 1;
    constexpr long least = std::is_signed_v<Lane> ? -most - 1 : 0;
    return value < least ? least : value > most ? most : value;
}

long distance(long a, long b) {
    return a < b ? b - a : a - b;
}

template <class Lane>
Word sum_of_distances(Word a, Word b) {
    Word sum = 0;
    for (unsigned i = 0; i < 4 / sizeof(Lane); ++i)
        sum += static_cast<Word>(distance(lane<Lane>(a, i), lane<Lane>(b, i)));
    return sum;
}

// Adds to c the four products of bytes, or the two products of halves and bytes.
template <class Byte>
Word dot4(Word a, Word b, Word c) {
    for (unsigned i = 0; i < 4; ++i) c += static_cast<Word>(lane<Byte>(a, i) * lane<Byte>(b, i));
    return c;
}
template <class Half, class Byte>
Word dot2(Word a, Word b, Word c, unsigned first) {
    for (unsigned i = 0; i < 2; ++i)
        c += static_cast<Word>(lane<Half>(a, i) * lane<Byte>(b, first + i));
    return c;
}

using s8 = std::int8_t;
using u8 = std::uint8_t;
using s16 = std::int16_t;
using u16 = std::uint16_t;
using s32 = std::int32_t;
using u32 = std::uint32_t;

}  // namespace

int __dp4a(int a, int b, int c) {
    return int(dot4<s8>(Word(a), Word(b), Word(c)));
}
unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c) {
    return dot4<u8>(a, b, c);
}
int __dp2a_lo(int a, int b, int c) {
    return int(dot2<s16, s8>(Word(a), Word(b), Word(c), 0));
}
unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c) {
    return dot2<u16, u8>(a, b, c, 0);
}
int __dp2a_hi(int a, int b, int c) {
    return int(dot2<s16, s8>(Word(a), Word(b), Word(c), 2));
}
unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c) {
    return dot2<u16, u8>(a, b, c, 2);
}

#define CUSIM_UNARY(name, sign, expression)                                 \
    Word name##2(Word a) {                                                  \
        using Lane [[maybe_unused]] = sign##16;                             \
        return unary<sign##16>(a, [](long x) { return long(expression); }); \
    }                                                                       \
    Word name##4(Word a) {                                                  \
        using Lane [[maybe_unused]] = sign##8;                              \
        return unary<sign##8>(a, [](long x) { return long(expression); });  \
    }
#define CUSIM_BINARY(name, sign, expression)                                            \
    Word name##2(Word a, Word b) {                                                      \
        using Lane [[maybe_unused]] = sign##16;                                         \
        return binary<sign##16>(a, b, [](long x, long y) { return long(expression); }); \
    }                                                                                   \
    Word name##4(Word a, Word b) {                                                      \
        using Lane [[maybe_unused]] = sign##8;                                          \
        return binary<sign##8>(a, b, [](long x, long y) { return long(expression); });  \
    }
// Comparisons set all bits of a lane (cmp), or its lowest bit (set).
#define CUSIM_COMPARE(condition, sign, suffix)                   \
    CUSIM_BINARY(__vcmp##suffix, sign, (x condition y) ? -1 : 0) \
    CUSIM_BINARY(__vset##suffix, sign, (x condition y) ? 1 : 0)

CUSIM_UNARY(__vabs, s, x < 0 ? -x : x)
CUSIM_UNARY(__vabsss, s, saturate<Lane>(x < 0 ? -x : x))
CUSIM_UNARY(__vneg, s, -x)
CUSIM_UNARY(__vnegss, s, saturate<Lane>(-x))
CUSIM_BINARY(__vadd, u, x + y)
CUSIM_BINARY(__vaddss, s, saturate<Lane>(x + y))
CUSIM_BINARY(__vaddus, u, saturate<Lane>(x + y))
CUSIM_BINARY(__vsub, u, x - y)
CUSIM_BINARY(__vsubss, s, saturate<Lane>(x - y))
CUSIM_BINARY(__vsubus, u, saturate<Lane>(x - y))
CUSIM_BINARY(__vavgs, s, (x + y + (x + y >= 0)) >> 1)
CUSIM_BINARY(__vavgu, u, (x + y + 1) >> 1)
CUSIM_BINARY(__vhaddu, u, (x + y) >> 1)
CUSIM_BINARY(__vabsdiffs, s, distance(x, y))
CUSIM_BINARY(__vabsdiffu, u, distance(x, y))
CUSIM_BINARY(__vmaxs, s, x > y ? x : y)
CUSIM_BINARY(__vmaxu, u, x > y ? x : y)
CUSIM_BINARY(__vmins, s, x < y ? x : y)
CUSIM_BINARY(__vminu, u, x < y ? x : y)
CUSIM_COMPARE(==, u, eq)
CUSIM_COMPARE(!=, u, ne)
CUSIM_COMPARE(>=, s, ges)
CUSIM_COMPARE(>=, u, geu)
CUSIM_COMPARE(>, s, gts)
CUSIM_COMPARE(>, u, gtu)
CUSIM_COMPARE(<=, s, les)
CUSIM_COMPARE(<=, u, leu)
CUSIM_COMPARE(<, s, lts)
CUSIM_COMPARE(<, u, ltu)

#undef CUSIM_BINARY
#undef CUSIM_COMPARE
#undef CUSIM_UNARY

Word __vsads2(Word a, Word b) {
    return sum_of_distances<s16>(a, b);
}
Word __vsads4(Word a, Word b) {
    return sum_of_distances<s8>(a, b);
}
Word __vsadu2(Word a, Word b) {
    return sum_of_distances<u16>(a, b);
}
Word __vsadu4(Word a, Word b) {
    return sum_of_distances<u8>(a, b);
}

#define CUSIM_OF_TWO(name, choose)                                                           \
    int name##_s32_relu(int a, int b) {                                                      \
        return int(binary<s32>(Word(a), Word(b),                                             \
                               [](long x, long y) { return std::max(choose(x, y), 0L); }));  \
    }                                                                                        \
    Word name##_s16x2_relu(Word a, Word b) {                                                 \
        return binary<s16>(a, b, [](long x, long y) { return std::max(choose(x, y), 0L); }); \
    }
CUSIM_OF_TWO(__vimax, std::max)
CUSIM_OF_TWO(__vimin, std::min)
#undef CUSIM_OF_TWO

// Defines `expression` of x, y and z for one type of lane, in a plain form and in one that is at
// least zero.
#define CUSIM_OF_THREE(name, kind, Number, suffix, expression)                           \
    Number name##_##suffix(Number a, Number b, Number c) {                               \
        using Lane [[maybe_unused]] = kind;                                              \
        return Number(ternary<kind>(Word(a), Word(b), Word(c),                           \
                                    [](long x, long y, long z) { return expression; })); \
    }
#define CUSIM_ALL_LANES(name, expression)                                 \
    CUSIM_OF_THREE(name, s32, int, s32, expression)                       \
    CUSIM_OF_THREE(name, s32, int, s32_relu, std::max(expression, 0L))    \
    CUSIM_OF_THREE(name, u32, Word, u32, expression)                      \
    CUSIM_OF_THREE(name, s16, Word, s16x2, expression)                    \
    CUSIM_OF_THREE(name, s16, Word, s16x2_relu, std::max(expression, 0L)) \
    CUSIM_OF_THREE(name, u16, Word, u16x2, expression)
CUSIM_ALL_LANES(__vimax3, std::max({x, y, z}))
CUSIM_ALL_LANES(__vimin3, std::min({x, y, z}))
CUSIM_ALL_LANES(__viaddmax, std::max(long{Lane(x + y)}, z))
CUSIM_ALL_LANES(__viaddmin, std::min(long{Lane(x + y)}, z))
#undef CUSIM_ALL_LANES
#undef CUSIM_OF_THREE
