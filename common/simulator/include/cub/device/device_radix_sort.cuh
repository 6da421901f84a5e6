// <cub/device/device_radix_sort.cuh> on the simulator: a stable sort by whole keys, or by some bits
// of integers. Numbers are sorted by the library operation of cusim/sorting.hpp.
#pragma once

#include <cub/detail/device.h>
#include <cub/detail/radix.h>
#include <thrust/detail/sorting.h>

#include <cusim/sorting.hpp>

namespace cub {

namespace detail {

// The scratch memory holds two arrays of positions.
inline bool asks_for_positions(void* storage, size_t& bytes, long n) {
    if (storage) return false;
    bytes = 2 * sizeof(long) * (n > 0 ? n : 1);
    return true;
}

// Sorts by comparisons in one thread, with values if there are any.
template <class Key, class Value, class Before>
cudaError_t sort_in_order(long* order, const Key* keys_in, Key* keys_out, const Value* values_in,
                          Value* values_out, long n, Before before, cudaStream_t stream) {
    return in_order(stream, [=]() mutable {
        ::thrust::detail::sort_positions(keys_in, n, before, order, order + n);
        for (long i = 0; i < n; ++i) {
            keys_out[i] = keys_in[order[i]];
            if (values_out) values_out[i] = values_in[order[i]];
        }
    });
}

template <class Key, class Value>
cudaError_t radix_sort(void* storage, size_t& bytes, const Key* keys_in, Key* keys_out,
                       const Value* values_in, Value* values_out, long n, BitsInOrder<Key> before,
                       cudaStream_t stream) {
    if (!before.is_possible()) return cudaErrorNotSupported;
    if (asks_for_positions(storage, bytes, n)) return cudaSuccess;
    const char* const name = "cub::DeviceRadixSort";
    ::cusim::detail::expect_apart(name, "keys", keys_in, keys_out, n * sizeof(Key));
    if (values_out)
        ::cusim::detail::expect_apart(name, "values", values_in, values_out, n * sizeof(Value));
    constexpr auto number = ::cusim::detail::number_of<Key>();
    constexpr bool flat = std::is_trivially_copyable_v<Value>;
    if (number == ::cusim::detail::Number::none || !flat || !before.goes_by_all())
        return sort_in_order(static_cast<long*>(storage), keys_in, keys_out, values_in, values_out,
                             n, before, stream);
    ::cusim::detail::sort_numbers({name, number, before.descending, n, keys_in, keys_out, values_in,
                                   values_out, values_out ? sizeof(Value) : 0},
                                  stream);
    return cudaGetLastError();
}

}  // namespace detail

struct DeviceRadixSort {
#define CUSIM_DEVICE_SORT(order, descending)                                                       \
    template <class Key, class Value>                                                              \
    static cudaError_t SortPairs##order(void* storage, size_t& bytes, const Key* keys_in,          \
                                        Key* keys_out, const Value* values_in, Value* values_out,  \
                                        long n, int begin_bit = 0, int end_bit = sizeof(Key) * 8,  \
                                        cudaStream_t stream = nullptr) {                           \
        return detail::radix_sort(storage, bytes, keys_in, keys_out, values_in, values_out, n,     \
                                  detail::BitsInOrder<Key>{begin_bit, end_bit, descending},        \
                                  stream);                                                         \
    }                                                                                              \
    template <class Key>                                                                           \
    static cudaError_t SortKeys##order(                                                            \
        void* storage, size_t& bytes, const Key* keys_in, Key* keys_out, long n,                   \
        int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {         \
        return SortPairs##order(storage, bytes, keys_in, keys_out,                                 \
                                static_cast<const char*>(nullptr), static_cast<char*>(nullptr), n, \
                                begin_bit, end_bit, stream);                                       \
    }                                                                                              \
    template <class Key, class Value>                                                              \
    static cudaError_t SortPairs##order(                                                           \
        void* storage, size_t& bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,        \
        long n, int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) { \
        const bool only_asked = !storage;                                                          \
        const cudaError_t error =                                                                  \
            SortPairs##order(storage, bytes, keys.Current(), keys.Alternate(), values.Current(),   \
                             values.Alternate(), n, begin_bit, end_bit, stream);                   \
        if (!only_asked) keys.selector ^= 1, values.selector ^= 1;                                 \
        return error;                                                                              \
    }                                                                                              \
    template <class Key>                                                                           \
    static cudaError_t SortKeys##order(void* storage, size_t& bytes, DoubleBuffer<Key>& keys,      \
                                       long n, int begin_bit = 0, int end_bit = sizeof(Key) * 8,   \
                                       cudaStream_t stream = nullptr) {                            \
        const bool only_asked = !storage;                                                          \
        const cudaError_t error = SortKeys##order(                                                 \
            storage, bytes, keys.Current(), keys.Alternate(), n, begin_bit, end_bit, stream);      \
        if (!only_asked) keys.selector ^= 1;                                                       \
        return error;                                                                              \
    }
    CUSIM_DEVICE_SORT(, false)
    CUSIM_DEVICE_SORT(Descending, true)
#undef CUSIM_DEVICE_SORT
};

}  // namespace cub
