#include <cuda_runtime.h>

#include "reference.hpp"

namespace runner::sweep {

namespace {

constexpr int threads = 256;

__global__ void reference_kernel(int outputs, int inputs, size_t output_stride, size_t input_stride,
                                 double* values, double* magnitudes, const float* A,
                                 const float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= outputs) return;
    double value = 0, magnitude = 0;
    for (int j = 0; j < inputs; ++j) {
        const double product = static_cast<double>(A[i * output_stride + j * input_stride]) * x[j];
        value += product;
        magnitude += fabs(product);
    }
    values[i] = value;
    magnitudes[i] = magnitude;
}

// The finaliser of SplitMix64, as in inputs.cpp.
__device__ unsigned long long mix(unsigned long long value) {
    value += 0x9e3779b97f4a7c15;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
    value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
    return value ^ (value >> 31);
}

__global__ void uniform_kernel(float* values, size_t count, unsigned long long seed) {
    const size_t all = static_cast<size_t>(gridDim.x) * blockDim.x;
    for (size_t i = static_cast<size_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += all)
        values[i] = static_cast<float>((mix(seed ^ mix(i)) >> 40) + 1) * 0x1p-24f;
}

}  // namespace

void reference(int n, int m, bool transposed, double* values, double* magnitudes, const float* A,
               const float* x) {
    const int outputs = transposed ? m : n, inputs = transposed ? n : m;
    const size_t rows = static_cast<size_t>(n);
    reference_kernel<<<(outputs + threads - 1) / threads, threads>>>(
        outputs, inputs, transposed ? rows : 1, transposed ? 1 : rows, values, magnitudes, A, x);
}

void uniform(float* values, std::size_t count, std::uint64_t seed) {
    constexpr size_t most_blocks = 4096;
    const size_t needed = (count + threads - 1) / threads;
    uniform_kernel<<<static_cast<unsigned>(needed < most_blocks ? needed : most_blocks), threads>>>(
        values, count, seed);
}

}  // namespace runner::sweep
