// <cub/device/device_select.cuh> on the simulator: in one thread, in the order of the elements.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceSelect {
    template <class In, class Flags, class Out, class Count, class Op>
    static cudaError_t FlaggedIf(void* storage, size_t& bytes, In in, Flags flags, Out out,
                                 Count count, long n, Op op, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(in), flags = detail::unwrap(flags),
                     to = detail::unwrap(out), count = detail::unwrap(count), n, op]() mutable {
                long next = 0;
                for (long i = 0; i < n; ++i)
                    if (op(flags[i])) to[next++] = from[i];
                *count = next;
            });
    }
    template <class In, class Flags, class Out, class Count>
    static cudaError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out,
                               Count count, long n, cudaStream_t stream = nullptr) {
        return FlaggedIf(storage, bytes, in, flags, out, count, n, CastOp<bool>(), stream);
    }
    template <class In, class Flags, class Count>
    static cudaError_t Flagged(void* storage, size_t& bytes, In data, Flags flags, Count count,
                               long n, cudaStream_t stream = nullptr) {
        return Flagged(storage, bytes, data, flags, data, count, n, stream);
    }
    template <class In, class Out, class Count, class Op>
    static cudaError_t If(void* storage, size_t& bytes, In in, Out out, Count count, long n, Op op,
                          cudaStream_t stream = nullptr) {
        return FlaggedIf(storage, bytes, in, in, out, count, n, op, stream);
    }
    template <class In, class Count, class Op>
    static cudaError_t If(void* storage, size_t& bytes, In data, Count count, long n, Op op,
                          cudaStream_t stream = nullptr) {
        return If(storage, bytes, data, data, count, n, op, stream);
    }
    // The first of each run of equal keys, with its value.
    template <class Keys, class In, class OutKeys, class Out, class Count, class Same = Equality>
    static cudaError_t UniqueByKey(void* storage, size_t& bytes, Keys keys, In in, OutKeys keys_out,
                                   Out out, Count count, long n, Same same = Same(),
                                   cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream,
                                [keys = detail::unwrap(keys), from = detail::unwrap(in),
                                 to_keys = detail::unwrap(keys_out), to = detail::unwrap(out),
                                 count = detail::unwrap(count), n, same]() mutable {
                                    long next = 0;
                                    detail::ValueOf<Keys> before = detail::ValueOf<Keys>();
                                    for (long i = 0; i < n; ++i) {
                                        const detail::ValueOf<Keys> key = keys[i];
                                        if (i == 0 || !same(before, key)) {
                                            to_keys[next] = key;
                                            to[next++] = from[i];
                                        }
                                        before = key;
                                    }
                                    *count = next;
                                });
    }
    template <class Keys, class In, class OutKeys, class Out, class Count>
    static cudaError_t UniqueByKey(void* storage, size_t& bytes, Keys keys, In in, OutKeys keys_out,
                                   Out out, Count count, long n, cudaStream_t stream) {
        return UniqueByKey(storage, bytes, keys, in, keys_out, out, count, n, Equality(), stream);
    }
    template <class In, class Out, class Count>
    static cudaError_t Unique(void* storage, size_t& bytes, In in, Out out, Count count, long n,
                              cudaStream_t stream = nullptr) {
        return UniqueByKey(storage, bytes, in, ::thrust::counting_iterator<long>(0), out,
                           ::thrust::discard_iterator<>(), count, n, Equality(), stream);
    }
};

// The selected elements first, then the others in reverse order from the end.
struct DevicePartition {
    template <class In, class Flags, class Out, class Count>
    static cudaError_t Flagged(void* storage, size_t& bytes, In in, Flags flags, Out out,
                               Count count, long n, cudaStream_t stream = nullptr) {
        return by(storage, bytes, in, flags, out, count, n, CastOp<bool>(), stream);
    }
    template <class In, class Out, class Count, class Op>
    static cudaError_t If(void* storage, size_t& bytes, In in, Out out, Count count, long n, Op op,
                          cudaStream_t stream = nullptr) {
        return by(storage, bytes, in, in, out, count, n, op, stream);
    }
    // Three parts, each in the original order; two counts.
    template <class In, class Out, class Out2, class Out3, class Count, class Op, class Op2>
    static cudaError_t If(void* storage, size_t& bytes, In in, Out first, Out2 second, Out3 others,
                          Count counts, long n, Op is_first, Op2 is_second,
                          cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(in), first = detail::unwrap(first),
                     second = detail::unwrap(second), others = detail::unwrap(others),
                     counts = detail::unwrap(counts), n, is_first, is_second]() mutable {
                long a = 0, b = 0, c = 0;
                for (long i = 0; i < n; ++i) {
                    const detail::ValueOf<In> here = from[i];
                    if (is_first(here))
                        first[a++] = here;
                    else if (is_second(here))
                        second[b++] = here;
                    else
                        others[c++] = here;
                }
                counts[0] = a;
                counts[1] = b;
            });
    }

  private:
    template <class In, class Flags, class Out, class Count, class Op>
    static cudaError_t by(void* storage, size_t& bytes, In in, Flags flags, Out out, Count count,
                          long n, Op op, cudaStream_t stream) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(in), flags = detail::unwrap(flags),
                     to = detail::unwrap(out), count = detail::unwrap(count), n, op]() mutable {
                long next = 0, last = n;
                for (long i = 0; i < n; ++i) {
                    if (op(flags[i]))
                        to[next++] = from[i];
                    else
                        to[--last] = from[i];
                }
                *count = next;
            });
    }
};

}  // namespace cub
