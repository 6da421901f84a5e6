// The order for a radix sort: whole keys, or some bits of integers.
#pragma once

#include <cub/detail/common.h>

#include <type_traits>

namespace cub::detail {

// Compares keys by their bits from `begin` up to `end`.
template <class Key>
struct BitsInOrder {
    int begin, end;
    bool descending;

    static constexpr int all = int(sizeof(Key)) * 8;

    __device__ bool operator()(const Key& a, const Key& b) const {
        if constexpr (std::is_integral_v<Key>)
            if (begin > 0 || end < all) return descending ? bits(b) < bits(a) : bits(a) < bits(b);
        return descending ? b < a : a < b;
    }
    bool is_possible() const { return std::is_integral_v<Key> || goes_by_all(); }
    bool goes_by_all() const { return begin == 0 && end == all; }

  private:
    // Transforms the bits so that negative numbers come before positive ones.
    __device__ unsigned long long bits(Key key) const {
        using Whole = std::make_unsigned_t<Key>;
        const Whole sign = std::is_signed_v<Key> ? Whole(Whole(1) << (all - 1)) : Whole(0);
        const unsigned long long low = (unsigned long long)(Whole(Whole(key) ^ sign)) >> begin;
        return end - begin >= 64 ? low : low & ((1ull << (end - begin)) - 1);
    }
};

}  // namespace cub::detail
