// <cub/device/device_histogram.cuh> on the simulator: for one channel, in one thread.
#pragma once

#include <cub/detail/device.h>

namespace cub {

struct DeviceHistogram {
    // Bins of equal width between `lower` and `upper`; other values are not counted.
    template <class In, class Counter, class Level>
    static cudaError_t HistogramEven(void* storage, size_t& bytes, In samples, Counter* histogram,
                                     int levels, Level lower, Level upper, long n,
                                     cudaStream_t stream = nullptr) {
        const int bins = levels - 1;
        const auto bin_of = [=](Level sample) {
            if (sample < lower || !(sample < upper)) return -1;
            if constexpr (std::is_floating_point_v<Level>)
                return int((sample - lower) * (bins / (upper - lower)));
            else
                return int((long long)(sample - lower) * bins / (upper - lower));
        };
        return count<Level>(storage, bytes, samples, histogram, bins, n, stream, bin_of);
    }
    // Bin i contains levels[i] up to, but not including, levels[i + 1].
    template <class In, class Counter, class Level>
    static cudaError_t HistogramRange(void* storage, size_t& bytes, In samples, Counter* histogram,
                                      int levels, const Level* limits, long n,
                                      cudaStream_t stream = nullptr) {
        const auto bin_of = [=](Level sample) {
            int bin = -1;
            while (bin + 1 < levels && !(sample < limits[bin + 1])) ++bin;
            return bin < levels - 1 ? bin : -1;
        };
        return count<Level>(storage, bytes, samples, histogram, levels - 1, n, stream, bin_of);
    }

  private:
    template <class Level, class In, class Counter, class BinOf>
    static cudaError_t count(void* storage, size_t& bytes, In samples, Counter* histogram, int bins,
                             long n, cudaStream_t stream, BinOf bin_of) {
        if (detail::asks_for_size(storage, bytes)) return cudaSuccess;
        return detail::in_order(
            stream, [from = detail::unwrap(samples), histogram, bins, n, bin_of]() mutable {
                for (int bin = 0; bin < bins; ++bin) histogram[bin] = 0;
                for (long i = 0; i < n; ++i) {
                    const int bin = bin_of(Level(from[i]));
                    if (bin >= 0 && bin < bins) ++histogram[bin];
                }
            });
    }
};

}  // namespace cub
