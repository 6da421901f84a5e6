// <cub/device/device_run_length_encode.cuh> on the simulator: in one thread, from the first element
// to the last.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceRunLengthEncode {
    template <class In, class Out, class Lengths, class Runs>
    static cudaError_t Encode(void* storage, size_t& bytes, In in, Out out, Lengths lengths,
                              Runs runs, long n, cudaStream_t stream = nullptr) {
        return each_run(storage, bytes, in, runs, n, 1, stream,
                        [to = detail::unwrap(out), lengths = detail::unwrap(lengths)](
                            long run, long, const detail::ValueOf<In>& value, long length) mutable {
                            to[run] = value;
                            lengths[run] = length;
                        });
    }
    // Only runs of more than one element.
    template <class In, class Offsets, class Lengths, class Runs>
    static cudaError_t NonTrivialRuns(void* storage, size_t& bytes, In in, Offsets offsets,
                                      Lengths lengths, Runs runs, long n,
                                      cudaStream_t stream = nullptr) {
        return each_run(storage, bytes, in, runs, n, 2, stream,
                        [offsets = detail::unwrap(offsets), lengths = detail::unwrap(lengths)](
                            long run, long begin, const detail::ValueOf<In>&, long length) mutable {
                            offsets[run] = begin;
                            lengths[run] = length;
                        });
    }

  private:
    template <class In, class Runs, class Take>
    static cudaError_t each_run(void* storage, size_t& bytes, In in, Runs runs, long n,
                                long shortest, cudaStream_t stream, Take take) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(stream, [from = detail::unwrap(in), runs = detail::unwrap(runs), n,
                                         shortest, take]() mutable {
            long run = 0;
            for (long begin = 0, end; begin < n; begin = end) {
                const detail::ValueOf<In> value = from[begin];
                for (end = begin + 1; end < n && from[end] == value;) ++end;
                if (end - begin >= shortest) take(run++, begin, value, end - begin);
            }
            *runs = run;
        });
    }
};

}  // namespace cub
