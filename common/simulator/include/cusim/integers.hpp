// Integer intrinsics and functions: bits, averages, products of high halves, and the forms of min
// and max with the type in their names. Included by cusim/math.hpp.
#pragma once

inline int __popc(unsigned int x) {
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(x);
}
inline int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(x);
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}
inline unsigned int __brev(unsigned int x) {
    return (unsigned int)(__brevll(x) >> 32);
}
namespace cusim::detail {
/// PTX's prmt: bit 3 of a selector's digit takes the byte's sign instead of the byte.
inline unsigned int permuted(unsigned int x, unsigned int y, unsigned int selector) {
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned int pick = selector >> 4 * i & 0xf;
        unsigned int byte = bytes >> 8 * (pick & 7) & 0xff;
        if (pick & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
}  // namespace cusim::detail
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector) {
    return cusim::detail::permuted(x, y, selector & 0x7777);
}
inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
inline int __mul24(int x, int y) {
    return (x << 8 >> 8) * (y << 8 >> 8);
}
inline unsigned int __umul24(unsigned int x, unsigned int y) {
    return (x & 0xffffff) * (y & 0xffffff);
}
inline int __mulhi(int x, int y) {
    return int((long long)x * y >> 32);
}
inline unsigned int __umulhi(unsigned int x, unsigned int y) {
    return (unsigned int)((unsigned long long)x * y >> 32);
}
inline long long __mul64hi(long long x, long long y) {
    return (long long)((__int128)x * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
inline unsigned int __sad(int x, int y, unsigned int z) {
    return z + (x < y ? (unsigned int)y - (unsigned int)x : (unsigned int)x - (unsigned int)y);
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z) {
    return z + (x < y ? y - x : x - y);
}
inline int __hadd(int x, int y) {
    return int(((long long)x + y) >> 1);
}
inline unsigned int __uhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
inline int __rhadd(int x, int y) {
    return int(((long long)x + y + 1) >> 1);
}
inline unsigned int __urhadd(unsigned int x, unsigned int y) {
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}
// The position of the nth set bit, counted from `base` upwards (n > 0) or downwards (n < 0); ~0 if
// there is none.
inline unsigned int __fns(unsigned int mask, unsigned int base, int n) {
    const int step = n < 0 ? -1 : 1;
    int missing = n < 0 ? -n : n;
    if (n == 0) return mask >> base & 1 ? base : ~0u;
    for (int at = int(base); at >= 0 && at < 32; at += step)
        if ((mask >> at & 1) && --missing == 0) return (unsigned int)at;
    return ~0u;
}
constexpr long long llmin(long long a, long long b) {
    return a < b ? a : b;
}
constexpr long long llmax(long long a, long long b) {
    return a < b ? b : a;
}
constexpr unsigned long long ullmin(unsigned long long a, unsigned long long b) {
    return a < b ? a : b;
}
constexpr unsigned long long ullmax(unsigned long long a, unsigned long long b) {
    return a < b ? b : a;
}
