// <cub/device/device_radix_sort.cuh> on the simulator: a stable sort by the whole keys, or by some
// bits of whole numbers. Sorting through a DoubleBuffer is not there.
#pragma once

#include <cub/detail/device.h>

namespace cub {

namespace detail {

// Does key a come before key b, by their bits from `begin` up to `end`?
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
    bool is_possible() const { return std::is_integral_v<Key> || (begin == 0 && end == all); }

  private:
    // A negative number's come before those of a positive one.
    __device__ unsigned long long bits(Key key) const {
        using Whole = std::make_unsigned_t<Key>;
        const Whole sign = std::is_signed_v<Key> ? Whole(Whole(1) << (all - 1)) : Whole(0);
        const unsigned long long low = (unsigned long long)(Whole(Whole(key) ^ sign)) >> begin;
        return end - begin >= 64 ? low : low & ((1ull << (end - begin)) - 1);
    }
};

}  // namespace detail

struct DeviceRadixSort {
    template <class Key, class Value>
    static cudaError_t SortPairs(void* storage, size_t& bytes, const Key* keys_in, Key* keys_out,
                                 const Value* values_in, Value* values_out, long n,
                                 int begin_bit = 0, int end_bit = sizeof(Key) * 8,
                                 cudaStream_t stream = nullptr) {
        return sort(storage, bytes, keys_in, keys_out, values_in, values_out, n,
                    detail::BitsInOrder<Key>{begin_bit, end_bit, false}, stream);
    }
    template <class Key, class Value>
    static cudaError_t SortPairsDescending(void* storage, size_t& bytes, const Key* keys_in,
                                           Key* keys_out, const Value* values_in, Value* values_out,
                                           long n, int begin_bit = 0, int end_bit = sizeof(Key) * 8,
                                           cudaStream_t stream = nullptr) {
        return sort(storage, bytes, keys_in, keys_out, values_in, values_out, n,
                    detail::BitsInOrder<Key>{begin_bit, end_bit, true}, stream);
    }
    template <class Key>
    static cudaError_t SortKeys(void* storage, size_t& bytes, const Key* keys_in, Key* keys_out,
                                long n, int begin_bit = 0, int end_bit = sizeof(Key) * 8,
                                cudaStream_t stream = nullptr) {
        return sort(storage, bytes, keys_in, keys_out, keys_in, keys_out, n,
                    detail::BitsInOrder<Key>{begin_bit, end_bit, false}, stream);
    }
    template <class Key>
    static cudaError_t SortKeysDescending(void* storage, size_t& bytes, const Key* keys_in,
                                          Key* keys_out, long n, int begin_bit = 0,
                                          int end_bit = sizeof(Key) * 8,
                                          cudaStream_t stream = nullptr) {
        return sort(storage, bytes, keys_in, keys_out, keys_in, keys_out, n,
                    detail::BitsInOrder<Key>{begin_bit, end_bit, true}, stream);
    }

  private:
    // The scratch memory holds the positions, twice.
    template <class Key, class Value>
    static cudaError_t sort(void* storage, size_t& bytes, const Key* keys_in, Key* keys_out,
                            const Value* values_in, Value* values_out, long n,
                            detail::BitsInOrder<Key> before, cudaStream_t stream) {
        if (!before.is_possible()) return cudaErrorNotSupported;
        if (!storage) {
            bytes = 2 * sizeof(long) * (n > 0 ? n : 1);
            return cudaSuccess;
        }
        long* const order = static_cast<long*>(storage);
        return detail::in_order(stream, [=] {
            ::thrust::detail::sort_positions(keys_in, n, before, order, order + n);
            for (long i = 0; i < n; ++i) {
                keys_out[i] = keys_in[order[i]];
                values_out[i] = values_in[order[i]];
            }
        });
    }
};

}  // namespace cub
