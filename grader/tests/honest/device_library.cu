// What libcu++ offers on the device.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>

__device__ cuda::std::optional<float> largest(cuda::std::span<const float> values) {
    if (values.empty()) return cuda::std::nullopt;
    float most = cuda::std::numeric_limits<float>::lowest();
    for (float value : values) most = fmaxf(most, value);
    return most;
}

__global__ void k(float* y, const float* x, int n, unsigned long long bits) {
    cuda::std::array<float, 4> sums{};
    for (int i = 0; i < n; ++i) sums[i % 4] += x[i];
    auto [low, high] = cuda::std::make_tuple(sums[0] + sums[1], sums[2] + sums[3]);
    cuda::std::complex<float> z(low, high);
    z = z * z / cuda::std::complex<float>(2, 1);
    y[0] = z.real() + largest({x, static_cast<cuda::std::size_t>(n)}).value_or(0);
    y[1] = cuda::std::popcount(bits) + cuda::std::has_single_bit(bits) + cuda::std::bit_ceil(bits);
}
