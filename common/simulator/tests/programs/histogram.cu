// A histogram of bytes: sub-histograms in shared memory, merged with atomics; the bin of a byte is
// looked up in constant memory. Bytes are read four at a time.
#include <cuda_runtime.h>

#include <array>
#include <iostream>
#include <random>
#include <vector>

using uint = unsigned int;
using uchar = unsigned char;

namespace settings {
constexpr int bins = 64;
constexpr int threads = 192;
}  // namespace settings

__constant__ uchar bin_of[256];

inline __device__ void count(uint* local, uint byte) { atomicAdd(local + bin_of[byte & 0xffu], 1u); }

__global__ void __launch_bounds__(settings::threads) histogram(uint* result, const uint* data, size_t words)
{
    using namespace settings;
    __shared__ uint local[bins];
    for (int b = threadIdx.x; b < bins; b += blockDim.x) local[b] = 0u;
    __syncthreads();
    const size_t stride = size_t{blockDim.x} * gridDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) {
        const uint four = data[i];
        count(local, four);
        count(local, four >> 8);
        count(local, four >> 16);
        count(local, four >> 24);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (local[b] != 0) atomicAdd(&result[b], local[b]);
}

int main()
{
    std::mt19937 engine{42};
    std::vector<uchar> bytes(40'000);
    for (auto& byte : bytes) byte = static_cast<uchar>(std::min<uint>(engine() % 300, 255));
    std::array<uchar, 256> table;
    for (int i = 0; i < 256; ++i) table[i] = static_cast<uchar>(i / 4);

    std::array<uint, settings::bins> expected{}, got{};
    for (auto byte : bytes) ++expected[table[byte]];

    uint *device_bytes, *device_bins;
    auto check = [](cudaError_t error) {
        if (error == cudaSuccess) return;
        std::cerr << cudaGetErrorString(error) << std::endl;
        std::exit(1);
    };
    check(cudaMemcpyToSymbol(bin_of, table.data(), table.size()));
    check(cudaMalloc(&device_bytes, bytes.size()));
    check(cudaMalloc(&device_bins, sizeof got));
    check(cudaMemcpy(device_bytes, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
    check(cudaMemset(device_bins, 0, sizeof got));
    histogram<<<5, settings::threads>>>(device_bins, device_bytes, bytes.size() / sizeof(uint));
    check(cudaPeekAtLastError());
    check(cudaMemcpy(got.data(), device_bins, sizeof got, cudaMemcpyDeviceToHost));
    check(cudaFree(device_bytes));
    check(cudaFree(device_bins));

    const bool ok = got == expected;
    std::cout << (ok ? "OK" : "FAILED") << '\n';
    return ok ? 0 : 1;
}
