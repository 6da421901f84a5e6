// <cub/device/device_segmented_sort.cuh> and <cub/device/device_segmented_radix_sort.cuh> on the
// simulator: a stable sort of each segment, from begins[s] up to ends[s], by comparisons.
#pragma once

#include <cub/device/device_radix_sort.cuh>

namespace cub {

namespace detail {

template <class Key, class Value, class Begins, class Ends>
cudaError_t sort_segments(void* storage, size_t& bytes, const Key* keys_in, Key* keys_out,
                          const Value* values_in, Value* values_out, long n, long segments,
                          Begins begins, Ends ends, BitsInOrder<Key> before, cudaStream_t stream) {
    if (!before.is_possible()) return cudaErrorNotSupported;
    if (asks_for_positions(storage, bytes, n)) return cudaSuccess;
    long* const order = static_cast<long*>(storage);
    return in_order(stream, [=, begins = unwrap(begins), ends = unwrap(ends)]() mutable {
        for (long s = 0; s < segments; ++s) {
            const long begin = begins[s], length = long(ends[s]) - begin;
            ::thrust::detail::sort_positions(keys_in + begin, length, before, order, order + n);
            for (long i = 0; i < length; ++i) {
                keys_out[begin + i] = keys_in[begin + order[i]];
                if (values_out) values_out[begin + i] = values_in[begin + order[i]];
            }
        }
    });
}

}  // namespace detail

struct DeviceSegmentedRadixSort {
#define CUSIM_SEGMENTED_SORT(order, descending)                                                    \
    template <class Key, class Value, class Begins, class Ends>                                    \
    static cudaError_t SortPairs##order(                                                           \
        void* storage, size_t& bytes, const Key* keys_in, Key* keys_out, const Value* values_in,   \
        Value* values_out, long n, long segments, Begins begins, Ends ends, int begin_bit = 0,     \
        int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {                            \
        return detail::sort_segments(                                                              \
            storage, bytes, keys_in, keys_out, values_in, values_out, n, segments, begins, ends,   \
            detail::BitsInOrder<Key>{begin_bit, end_bit, descending}, stream);                     \
    }                                                                                              \
    template <class Key, class Begins, class Ends>                                                 \
    static cudaError_t SortKeys##order(                                                            \
        void* storage, size_t& bytes, const Key* keys_in, Key* keys_out, long n, long segments,    \
        Begins begins, Ends ends, int begin_bit = 0, int end_bit = sizeof(Key) * 8,                \
        cudaStream_t stream = nullptr) {                                                           \
        return SortPairs##order(storage, bytes, keys_in, keys_out,                                 \
                                static_cast<const char*>(nullptr), static_cast<char*>(nullptr), n, \
                                segments, begins, ends, begin_bit, end_bit, stream);               \
    }
    CUSIM_SEGMENTED_SORT(, false)
    CUSIM_SEGMENTED_SORT(Descending, true)
#undef CUSIM_SEGMENTED_SORT
};

struct DeviceSegmentedSort {
#define CUSIM_SEGMENTED_SORT(name, sort)                                                           \
    template <class Key, class Value, class Begins, class Ends>                                    \
    static cudaError_t name##Pairs##sort(void* storage, size_t& bytes, const Key* keys_in,         \
                                         Key* keys_out, const Value* values_in, Value* values_out, \
                                         long n, long segments, Begins begins, Ends ends,          \
                                         cudaStream_t stream = nullptr) {                          \
        return DeviceSegmentedRadixSort::SortPairs##sort(                                          \
            storage, bytes, keys_in, keys_out, values_in, values_out, n, segments, begins, ends,   \
            0, int(sizeof(Key)) * 8, stream);                                                      \
    }                                                                                              \
    template <class Key, class Begins, class Ends>                                                 \
    static cudaError_t name##Keys##sort(void* storage, size_t& bytes, const Key* keys_in,          \
                                        Key* keys_out, long n, long segments, Begins begins,       \
                                        Ends ends, cudaStream_t stream = nullptr) {                \
        return DeviceSegmentedRadixSort::SortKeys##sort(storage, bytes, keys_in, keys_out, n,      \
                                                        segments, begins, ends, 0,                 \
                                                        int(sizeof(Key)) * 8, stream);             \
    }
    CUSIM_SEGMENTED_SORT(Sort, )
    CUSIM_SEGMENTED_SORT(Sort, Descending)
    CUSIM_SEGMENTED_SORT(StableSort, )
    CUSIM_SEGMENTED_SORT(StableSort, Descending)
#undef CUSIM_SEGMENTED_SORT
};

}  // namespace cub
