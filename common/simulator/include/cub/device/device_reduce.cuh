// <cub/device/device_reduce.cuh> on the simulator: in one thread, from the first element to the
// last.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceReduce {
    template <class In, class Out, class Op, class F, class T>
    static cudaError_t TransformReduce(void* storage, size_t& bytes, In in, Out out, long n, Op op,
                                       F f, T initial, cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [from = detail::unwrap(in), to = detail::unwrap(out), n, op,
                                         f, initial]() mutable {
            T result = initial;
            for (long i = 0; i < n; ++i) result = op(result, f(from[i]));
            *to = result;
        });
    }
    template <class In, class Out, class Op, class T>
    static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, long n, Op op,
                              T initial, cudaStream_t stream = nullptr) {
        return TransformReduce(storage, bytes, in, out, n, op,
                               ::thrust::identity<detail::ValueOf<In>>(), initial, stream);
    }
    template <class In, class Out>
    static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Sum(), detail::ValueOf<In>(), stream);
    }
    template <class In, class Out>
    static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Min(),
                      std::numeric_limits<detail::ValueOf<In>>::max(), stream);
    }
    template <class In, class Out>
    static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, long n,
                           cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, n, cub::Max(),
                      std::numeric_limits<detail::ValueOf<In>>::lowest(), stream);
    }
    // The result is a pair of the index and the value.
    template <class In, class Out>
    static cudaError_t ArgMin(void* storage, size_t& bytes, In in, Out out, long n,
                              cudaStream_t stream = nullptr) {
        using T = detail::ValueOf<In>;
        return Reduce(storage, bytes, ArgIndexInputIterator<In, int>(in), out, n, cub::ArgMin(),
                      KeyValuePair<int, T>(1, std::numeric_limits<T>::max()), stream);
    }
    template <class In, class Out>
    static cudaError_t ArgMax(void* storage, size_t& bytes, In in, Out out, long n,
                              cudaStream_t stream = nullptr) {
        using T = detail::ValueOf<In>;
        return Reduce(storage, bytes, ArgIndexInputIterator<In, int>(in), out, n, cub::ArgMax(),
                      KeyValuePair<int, T>(1, std::numeric_limits<T>::lowest()), stream);
    }
    template <class Keys, class OutKeys, class In, class Out, class Runs, class Op>
    static cudaError_t ReduceByKey(void* storage, size_t& bytes, Keys keys, OutKeys keys_out, In in,
                                   Out out, Runs runs_out, Op op, long n,
                                   cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream,
                                [keys = detail::unwrap(keys), to_keys = detail::unwrap(keys_out),
                                 from = detail::unwrap(in), to = detail::unwrap(out),
                                 runs = detail::unwrap(runs_out), op, n]() mutable {
                                    long run = 0;
                                    for (long i = 0; i < n; ++run) {
                                        const detail::ValueOf<Keys> key = keys[i];
                                        detail::ValueOf<In> sum = from[i];
                                        for (++i; i < n && keys[i] == key; ++i)
                                            sum = op(sum, from[i]);
                                        to_keys[run] = key;
                                        to[run] = sum;
                                    }
                                    *runs = run;
                                });
    }
};

// Segment s contains the elements from begins[s] up to, but not including, ends[s].
struct DeviceSegmentedReduce {
    template <class In, class Out, class Begins, class Ends, class Op, class T>
    static cudaError_t Reduce(void* storage, size_t& bytes, In in, Out out, long segments,
                              Begins begins, Ends ends, Op op, T initial,
                              cudaStream_t stream = nullptr) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [from = detail::unwrap(in), to = detail::unwrap(out),
                                         segments, begins = detail::unwrap(begins),
                                         ends = detail::unwrap(ends), op, initial]() mutable {
            for (long s = 0; s < segments; ++s) {
                T result = initial;
                for (long i = begins[s]; i < long(ends[s]); ++i) result = op(result, from[i]);
                to[s] = result;
            }
        });
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Sum(void* storage, size_t& bytes, In in, Out out, long segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Sum(),
                      detail::ValueOf<In>(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Min(void* storage, size_t& bytes, In in, Out out, long segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Min(),
                      std::numeric_limits<detail::ValueOf<In>>::max(), stream);
    }
    template <class In, class Out, class Begins, class Ends>
    static cudaError_t Max(void* storage, size_t& bytes, In in, Out out, long segments,
                           Begins begins, Ends ends, cudaStream_t stream = nullptr) {
        return Reduce(storage, bytes, in, out, segments, begins, ends, cub::Max(),
                      std::numeric_limits<detail::ValueOf<In>>::lowest(), stream);
    }
};

}  // namespace cub
