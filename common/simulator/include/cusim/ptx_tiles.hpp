// Inline PTX for tiles in shared memory: asynchronous copies (cp.async), and the matrices of a warp
// (ldmatrix, mma). The layout of a matrix in the lanes' registers is that of the PTX ISA.
#pragma once

#include "cusim/phases.hpp"
#include "cusim/ptx.hpp"

namespace cusim {

enum class Rounding : unsigned char;

namespace detail {

unsigned short narrow_float(double value, int exponent_bits, int fraction_bits, Rounding rounding);
double widen_float(unsigned short bits, int exponent_bits, int fraction_bits);

}  // namespace detail
}  // namespace cusim

namespace cusim::ptx {

#define CUSIM_PTX [[gnu::always_inline]] inline

// ---- Asynchronous copies

// Of `size` bytes the last ones are set to zero where the source has fewer.
CUSIM_PTX void copy_async(void* to, const void* from, u32 size, u32 of_source,
                          const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const u32 copied = of_source < size ? of_source : size;
    detail::copy_for_commit(to, from, copied, {0, 1, copied == size ? size : 0}, file, line);
    if (copied < size) detail::zeros_for_commit(static_cast<char*>(to) + copied, size - copied);
}
CUSIM_PTX void wait_for_all_copies() {
    detail::commit_copies();
    detail::wait_for_commits(0);
}

// ---- Matrices

// What one register holds: `count` elements, and the type in which sums are computed.
template <int Exponent, int Fraction>
struct Floats16 {
    using Sum = float;
    static constexpr int count = 2;
    static float element(u32 bits, int i) {
        const auto half = static_cast<unsigned short>(bits >> (16 * i));
        return float(detail::widen_float(half, Exponent, Fraction));
    }
    static u32 packed(float low, float high) {
        constexpr auto nearest = Rounding(0);
        return detail::narrow_float(low, Exponent, Fraction, nearest) |
               u32(detail::narrow_float(high, Exponent, Fraction, nearest)) << 16;
    }
};
using f16 = Floats16<5, 10>;
using bf16 = Floats16<8, 7>;
struct Four {
    float of[4];
};
CUSIM_PTX Four unpacked(const u32 (&c)[2]) {
    return {{f16::element(c[0], 0), f16::element(c[0], 1), f16::element(c[1], 0),
             f16::element(c[1], 1)}};
}
struct tf32 {
    using Sum = float;
    static constexpr int count = 1;
    static float element(u32 bits, int) { return same_bits<float>(bits & 0xffffe000u); }
    // To 10 fractional bits; ties go away from zero.
    static u32 rounded(float x) { return (same_bits<u32>(x) + 0x1000u) & 0xffffe000u; }
};
template <class T>
struct Bytes {
    using Sum = int;
    static constexpr int count = 4;
    static int element(u32 bits, int i) { return static_cast<T>(bits >> (8 * i)); }
};
using s8 = Bytes<signed char>;
using u8 = Bytes<unsigned char>;

// D = A B + C with A of 16 rows and B of 8 columns. Lane l has the rows l / 4 and l / 4 + 8 of D,
// and the columns l % 4 * 2 and the next. Four neighbouring lanes have a row of A, and a column of
// B.
template <class A, class B, class Sum, unsigned long InA, unsigned long InB>
CUSIM_PTX void multiply(Sum (&d)[4], const u32 (&a)[InA], const u32 (&b)[InB], const Sum (&c)[4],
                        const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    constexpr u32 all = 0xffffffff;
    const int lane = int(laneid());
    for (int i = 0; i < 4; ++i) d[i] = c[i];
    for (int part = 0; part < 4; ++part)
        for (unsigned long r = 0; r < InB; ++r) {
            const u32 upper = __shfl_sync(all, a[2 * r], lane / 4 * 4 + part, 32, file, line);
            const u32 lower = __shfl_sync(all, a[2 * r + 1], lane / 4 * 4 + part, 32, file, line);
            const u32 left = __shfl_sync(all, b[r], lane % 4 * 8 + part, 32, file, line);
            const u32 right = __shfl_sync(all, b[r], lane % 4 * 8 + 4 + part, 32, file, line);
            for (int i = 0; i < A::count; ++i) {
                d[0] += A::element(upper, i) * B::element(left, i);
                d[1] += A::element(upper, i) * B::element(right, i);
                d[2] += A::element(lower, i) * B::element(left, i);
                d[3] += A::element(lower, i) * B::element(right, i);
            }
        }
}

// The part of this lane in matrix `number`, whose row `i` is at the address of lane 8 * number + i.
CUSIM_PTX u32 matrix_part(u64 row, int number, bool transposed, const char* file = __builtin_FILE(),
                          int line = __builtin_LINE()) {
    constexpr u32 all = 0xffffffff;
    const int lane = int(laneid()), first = 8 * number;
    if (!transposed) {
        const u64 from = __shfl_sync(all, row, first + lane / 4, 32, file, line);
        return reinterpret_cast<const u32*>(from)[lane % 4];
    }
    const u64 low = __shfl_sync(all, row, first + lane % 4 * 2, 32, file, line);
    const u64 high = __shfl_sync(all, row, first + lane % 4 * 2 + 1, 32, file, line);
    return reinterpret_cast<const unsigned short*>(low)[lane / 4] |
           u32(reinterpret_cast<const unsigned short*>(high)[lane / 4]) << 16;
}

#undef CUSIM_PTX

}  // namespace cusim::ptx
