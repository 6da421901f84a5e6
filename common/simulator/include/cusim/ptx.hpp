// The functions that inline PTX is translated to: one function for each instruction, on values of
// the instruction's type. The program itself reads and writes memory, so that these accesses are
// checked like any others.
#pragma once

#include <limits>
#include <type_traits>

#include "cusim/barriers.hpp"
#include "cusim/builtins.hpp"
#include "cusim/math.hpp"
#include "cusim/numbered_barriers.hpp"
#include "cusim/nv_atomic.hpp"
#include "cusim/warp.hpp"

namespace cusim::detail {

// The beginning of the blocks' shared variables; shared addresses in PTX count from there.
unsigned long long shared_window();
unsigned int multiprocessor_of_this_block();
unsigned int multiprocessors();
unsigned int dynamic_shared_bytes();

}  // namespace cusim::detail

namespace cusim::ptx {

#define CUSIM_PTX [[gnu::always_inline]] inline

using u32 = unsigned int;
using u64 = unsigned long long;

template <bool>
struct Bool {};

// ---- Registers
// -----------------------------------------------------------------------------------

template <class To, class From>
CUSIM_PTX To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "the operand's size is not that of its register");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}
template <class To, class From>
CUSIM_PTX To converted(From from, Bool<true>) {
    return same_bits<To>(from);
}
template <class To, class From>
CUSIM_PTX To converted(From from, Bool<false>) {
    static_assert(std::is_integral<To>::value && std::is_integral<From>::value,
                  "the operand's size is not that of its register");
    return static_cast<To>(from);
}
// A register read as another type: its bits, truncated or extended if the size of an integer
// differs.
template <class To, class From>
CUSIM_PTX To as(From from) {
    return converted<To>(from, Bool<sizeof(To) == sizeof(From)>());
}
template <class Register, class T>
CUSIM_PTX void set(Register& target, T value) {
    target = as<Register>(value);
}

// Moves an operand of the asm statement into its register, and back.
template <class Register, class T>
CUSIM_PTX Register input(T value) {
    return same_bits<Register>(value);
}
template <class T, class Register>
CUSIM_PTX void output(T& target, Register value) {
    target = same_bits<T>(value);
}

// ---- Special registers
// ---------------------------------------------------------------------------

CUSIM_PTX u32 rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
CUSIM_PTX u32 laneid() {
    return rank() % 32;
}
CUSIM_PTX u32 warpid() {
    return rank() / 32;
}
CUSIM_PTX u32 nwarpid() {
    return (blockDim.x * blockDim.y * blockDim.z + 31) / 32;
}
CUSIM_PTX u32 lanemask_eq() {
    return 1u << laneid();
}
CUSIM_PTX u32 lanemask_lt() {
    return lanemask_eq() - 1;
}
CUSIM_PTX u32 lanemask_le() {
    return lanemask_lt() | lanemask_eq();
}
CUSIM_PTX u32 lanemask_gt() {
    return ~lanemask_le();
}
CUSIM_PTX u32 lanemask_ge() {
    return ~lanemask_lt();
}

// ---- Addresses
// -----------------------------------------------------------------------------------

template <class T>
CUSIM_PTX T* generic(u64 address) {
    return reinterpret_cast<T*>(address);
}
template <class T>
CUSIM_PTX T* shared(u64 address) {
    return reinterpret_cast<T*>(cusim::detail::shared_window() + (u32)address);
}

// ---- Arithmetic
// ----------------------------------------------------------------------------------

template <class T>
struct Wide;
template <>
struct Wide<unsigned short> {
    using type = unsigned int;
};
template <>
struct Wide<short> {
    using type = int;
};
template <>
struct Wide<unsigned int> {
    using type = unsigned long long;
};
template <>
struct Wide<int> {
    using type = long long;
};
template <>
struct Wide<unsigned long long> {
    using type = unsigned __int128;
};
template <>
struct Wide<long long> {
    using type = __int128;
};

#define CUSIM_FUNCTION(name, parameters, expression) \
    template <class T>                               \
    CUSIM_PTX T name parameters {                    \
        return T(expression);                        \
    }
CUSIM_FUNCTION(add, (T a, T b), a + b)
CUSIM_FUNCTION(sub, (T a, T b), a - b)
CUSIM_FUNCTION(mul, (T a, T b), a* b)
CUSIM_FUNCTION(mad, (T a, T b, T c), a* b + c)
CUSIM_FUNCTION(neg, (T a), -a)
CUSIM_FUNCTION(bit_and, (T a, T b), a& b)
CUSIM_FUNCTION(bit_or, (T a, T b), a | b)
CUSIM_FUNCTION(bit_xor, (T a, T b), a ^ b)
CUSIM_FUNCTION(bit_not, (T a), ~a)
template <>
CUSIM_PTX bool bit_not(bool a) {
    return !a;
}
CUSIM_FUNCTION(absolute, (T a), a < 0 ? -a : a)
CUSIM_FUNCTION(minimum, (T a, T b), a < b ? a : b)
CUSIM_FUNCTION(maximum, (T a, T b), a < b ? b : a)
template <>
CUSIM_PTX float minimum(float a, float b) {
    return __builtin_fminf(a, b);
}
template <>
CUSIM_PTX float maximum(float a, float b) {
    return __builtin_fmaxf(a, b);
}
template <>
CUSIM_PTX double minimum(double a, double b) {
    return __builtin_fmin(a, b);
}
template <>
CUSIM_PTX double maximum(double a, double b) {
    return __builtin_fmax(a, b);
}
CUSIM_FUNCTION(select, (T a, T b, bool p), p ? a : b)
CUSIM_FUNCTION(sum_of_difference, (T a, T b, T c), c + (a < b ? b - a : a - b))
CUSIM_FUNCTION(mul_hi, (T a, T b), (typename Wide<T>::type(a) * b) >> 8 * sizeof(T))
CUSIM_FUNCTION(mad_hi, (T a, T b, T c), mul_hi<T>(a, b) + c)
// The result of a division by zero is undefined, but must not end the program.
CUSIM_FUNCTION(quotient, (T a, T b), b == T(0) ? ~T(0) : a / b)
CUSIM_FUNCTION(remainder, (T a, T b), b == T(0) ? a : a % b)
template <>
CUSIM_PTX float quotient(float a, float b) {
    return a / b;
}
template <>
CUSIM_PTX double quotient(double a, double b) {
    return a / b;
}
template <class T>
CUSIM_PTX typename Wide<T>::type mul_wide(T a, T b) {
    return typename Wide<T>::type(a) * b;
}
template <class T>
CUSIM_PTX typename Wide<T>::type mad_wide(T a, T b, typename Wide<T>::type c) {
    return typename Wide<T>::type(a) * b + c;
}

// Additions with carry in and carry out.
template <class T>
CUSIM_PTX T add_carry(T a, T b, bool& carry, bool takes) {
    T half, sum;
    const bool first = __builtin_add_overflow(a, b, &half);
    const bool second = __builtin_add_overflow(half, T(takes && carry), &sum);
    carry = first || second;
    return sum;
}
template <class T>
CUSIM_PTX T sub_borrow(T a, T b, bool& borrow, bool takes) {
    T half, difference;
    const bool first = __builtin_sub_overflow(a, b, &half);
    const bool second = __builtin_sub_overflow(half, T(takes && borrow), &difference);
    borrow = first || second;
    return difference;
}

// ---- Bits
// ----------------------------------------------------------------------------------------

CUSIM_FUNCTION(shl, (T a, u32 by), by < 8 * sizeof(T) ? a << by : 0)
CUSIM_FUNCTION(shr, (T a, u32 by), by < 8 * sizeof(T) ? a >> by : a < 0 ? -1 : 0)
template <class T>
CUSIM_PTX u32 popc(T a) {
    return (u32)__builtin_popcountll((u64)a);
}
template <class T>
CUSIM_PTX u32 clz(T a) {
    return a ? (u32)__builtin_clzll((u64)a) - (64 - 8 * sizeof(T)) : 8 * sizeof(T);
}
CUSIM_FUNCTION(brev, (T a), sizeof(T) == 8 ? __brevll((u64)a) : __brev((u32)a))
// The highest bit that differs from the sign; all ones if there is none.
template <class T>
CUSIM_PTX u32 bfind(T a) {
    const u64 value = a < 0 ? (u64)~a : (u64)a;
    return value ? 63 - (u32)__builtin_clzll(value) : 0xffffffff;
}
template <class T>
CUSIM_PTX T bfe(T a, u32 position, u32 length) {
    position &= 0xff;
    length &= 0xff;
    const u32 last = 8 * sizeof(T) - 1;
    const bool is_signed = T(-1) < T(0);
    const u32 sign_at = position + length - 1 < last ? position + length - 1 : last;
    const bool sign = is_signed && length > 0 && (a >> sign_at & 1);
    u64 result = sign ? ~0ull : 0;
    for (u32 i = 0; i < length && i <= last; ++i) {
        const u64 bit = position + i <= last ? u64(a >> (position + i) & 1) : u64(sign);
        result = (result & ~(1ull << i)) | bit << i;
    }
    return T(result);
}
template <class T>
CUSIM_PTX T bfi(T from, T into, u32 position, u32 length) {
    position &= 0xff;
    length &= 0xff;
    for (u32 i = 0; i < length && position + i < 8 * sizeof(T); ++i) {
        const T bit = T(1) << (position + i);
        into = T((into & ~bit) | ((from >> i & 1) ? bit : T(0)));
    }
    return into;
}
template <class T>
CUSIM_PTX T lop3(T a, T b, T c, u32 table) {
    T result = 0;
    for (u32 row = 0; row < 8; ++row)
        if (table >> row & 1)
            result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
    return result;
}
CUSIM_FUNCTION(permute, (T a, T b, u32 selector), cusim::detail::permuted(a, b, selector))
// Of the eight bytes of a and b, takes pick(s, 0) to pick(s, 3).
template <class Pick>
CUSIM_PTX u32 picked_bytes(u32 a, u32 b, u32 s, Pick pick) {
    u32 selector = 0;
    for (u32 i = 0; i < 4; ++i) selector |= pick(s, i) << 4 * i;
    return cusim::detail::permuted(a, b, selector);
}
#define CUSIM_PICK(name, byte)                     \
    CUSIM_FUNCTION(name, (T a, T b, u32 selector), \
                   picked_bytes(a, b, selector & 3, [](u32 s, u32 i) -> u32 { return byte; }))
CUSIM_PICK(extract_forward, s + i)
CUSIM_PICK(extract_backward, (s - i) & 7)
CUSIM_PICK(replicate_byte, s + 0 * i)
CUSIM_PICK(clamp_left, s < i ? i : s)
CUSIM_PICK(clamp_right, s < i ? s : i)
CUSIM_PICK(replicate_half, 2 * (s & 1) + (i & 1))
#undef CUSIM_PICK
CUSIM_FUNCTION(shift_left_wrap, (T low, T high, u32 by), __funnelshift_l(low, high, by))
CUSIM_FUNCTION(shift_left_clamp, (T low, T high, u32 by), __funnelshift_lc(low, high, by))
CUSIM_FUNCTION(shift_right_wrap, (T low, T high, u32 by), __funnelshift_r(low, high, by))
CUSIM_FUNCTION(shift_right_clamp, (T low, T high, u32 by), __funnelshift_rc(low, high, by))

// ---- Floating point
// ------------------------------------------------------------------------------

CUSIM_FUNCTION(fma, (T a, T b, T c), __builtin_fma(a, b, c))
template <>
CUSIM_PTX float fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
CUSIM_FUNCTION(sqrt, (T a), __builtin_sqrt(a))
CUSIM_FUNCTION(rcp, (T a), T(1) / a)
CUSIM_FUNCTION(rsqrt, (T a), 1 / __builtin_sqrt(a))
CUSIM_FUNCTION(ex2, (T a), __builtin_exp2(a))
CUSIM_FUNCTION(lg2, (T a), __builtin_log2(a))
CUSIM_FUNCTION(sin, (T a), __builtin_sin(a))
CUSIM_FUNCTION(cos, (T a), __builtin_cos(a))
CUSIM_FUNCTION(tanh, (T a), __builtin_tanh(a))

// Converts to an integer, limited to the range of its type; a NaN becomes zero.
template <class To>
CUSIM_PTX To to_integer(double value) {
    const To lowest = std::numeric_limits<To>::min(), highest = std::numeric_limits<To>::max();
    if (value != value) return 0;
    if (value <= double(lowest)) return lowest;
    if (value >= double(highest)) return highest;
    return To(value);
}
#undef CUSIM_FUNCTION
#undef CUSIM_PTX

}  // namespace cusim::ptx
