// Warp operations: barrier, votes, matches, reductions and shuffles. Each waits for the lanes in
// its mask. The runtime does the waiting and the exchange, on 64-bit values.
#pragma once

#include "cusim/bits.hpp"
#include "cusim/builtins.hpp"

namespace cusim::detail {

enum class WarpOp : unsigned char {
    sync,
    all,
    any,
    ballot,
    match_any,
    match_all,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    add,
    min_signed,
    max_signed,
    min_unsigned,
    max_unsigned,
    bit_and,
    bit_or,
    bit_xor,
};

// `value`: this lane's contribution. For shuffles, `lane` is the source lane, the delta or the lane
// mask, and `width` is the size of the segments.
Bits warp_exchange(WarpOp op, unsigned int mask, Bits value, int lane, int width, const char* file,
                   int line);

template <class T>
inline Bits to_bits(T value) {
    static_assert(sizeof(T) <= 8 && __is_trivially_copyable(T), "a warp exchanges 4 or 8 bytes");
    Bits bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
template <class T>
inline T from_bits(Bits bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace cusim::detail

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

void __syncwarp(unsigned int mask = 0xffffffff, CUSIM_HERE);
unsigned int __activemask(CUSIM_HERE);
unsigned int __ballot_sync(unsigned int mask, int predicate, CUSIM_HERE);
int __all_sync(unsigned int mask, int predicate, CUSIM_HERE);
int __any_sync(unsigned int mask, int predicate, CUSIM_HERE);
void __nanosleep(unsigned int nanoseconds);

template <class T>
inline unsigned int __match_any_sync(unsigned int mask, T value, CUSIM_HERE) {
    using namespace cusim::detail;
    return warp_exchange(WarpOp::match_any, mask, to_bits(value), 0, 32, file, line);
}
template <class T>
inline unsigned int __match_all_sync(unsigned int mask, T value, int* predicate, CUSIM_HERE) {
    using namespace cusim::detail;
    unsigned int same = warp_exchange(WarpOp::match_all, mask, to_bits(value), 0, 32, file, line);
    *predicate = same != 0;
    return same;
}

#define CUSIM_SHUFFLE(name, operation, Lane)                                                       \
    template <class T>                                                                             \
    inline T name(unsigned int mask, T value, Lane lane, int width = warpSize, CUSIM_HERE) {       \
        using namespace cusim::detail;                                                             \
        return from_bits<T>(                                                                       \
            warp_exchange(WarpOp::operation, mask, to_bits(value), int(lane), width, file, line)); \
    }
CUSIM_SHUFFLE(__shfl_sync, shuffle, int)
CUSIM_SHUFFLE(__shfl_up_sync, shuffle_up, unsigned int)
CUSIM_SHUFFLE(__shfl_down_sync, shuffle_down, unsigned int)
CUSIM_SHUFFLE(__shfl_xor_sync, shuffle_xor, int)
#undef CUSIM_SHUFFLE

#define CUSIM_REDUCE(name, T, operation)                                                  \
    inline T name(unsigned int mask, T value, CUSIM_HERE) {                               \
        using namespace cusim::detail;                                                    \
        return (T)warp_exchange(WarpOp::operation, mask, (cusim::Bits)value, 0, 32, file, line); \
    }
CUSIM_REDUCE(__reduce_add_sync, int, add)
CUSIM_REDUCE(__reduce_add_sync, unsigned int, add)
CUSIM_REDUCE(__reduce_min_sync, int, min_signed)
CUSIM_REDUCE(__reduce_min_sync, unsigned int, min_unsigned)
CUSIM_REDUCE(__reduce_max_sync, int, max_signed)
CUSIM_REDUCE(__reduce_max_sync, unsigned int, max_unsigned)
CUSIM_REDUCE(__reduce_and_sync, unsigned int, bit_and)
CUSIM_REDUCE(__reduce_or_sync, unsigned int, bit_or)
CUSIM_REDUCE(__reduce_xor_sync, unsigned int, bit_xor)
#undef CUSIM_REDUCE
#undef CUSIM_HERE
