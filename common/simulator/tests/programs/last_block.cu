// A sum in one launch: every block leaves its part, the last one to take a ticket adds the parts,
// and makes the ticket ready for the next launch. The fence stands on the writers' side only.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__device__ unsigned int retirementCount = 0;
__shared__ float shared_parts[128];

__device__ float block_sum(float value) {
    shared_parts[threadIdx.x] = value;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) shared_parts[threadIdx.x] += shared_parts[threadIdx.x + half];
        __syncthreads();
    }
    const float sum = shared_parts[0];
    __syncthreads();
    return sum;
}

template <bool by_counter>
__global__ void sum(const float* x, int n, volatile float* parts, float* result) {
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
    const float total = block_sum(mine);

    __shared__ bool amLast;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = total;
        __threadfence();
        unsigned int ticket;
        if constexpr (by_counter)
            ticket = atomicInc(&retirementCount, gridDim.x);
        else
            ticket = atomicAdd(&retirementCount, 1);
        amLast = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (amLast) {
        float rest = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x) rest += parts[b];
        rest = block_sum(rest);
        if (threadIdx.x == 0) {
            *result = rest;
            retirementCount = 0;
        }
    }
}

int main() {
    const int n = 10000, blocks = 37;
    std::vector<float> x(n);
    double expected = 0;
    for (int i = 0; i < n; ++i) expected += x[i] = i % 17 - 5;
    float *d_x, *d_parts, *d_result, got[2];
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_parts, blocks * sizeof(float));
    cudaMalloc(&d_result, 2 * sizeof(float));
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    sum<true><<<blocks, 128>>>(d_x, n, d_parts, d_result);
    sum<false><<<blocks, 128>>>(d_x, n, d_parts, d_result + 1);
    cudaMemcpy(got, d_result, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_parts);
    cudaFree(d_result);
    const bool ok = got[0] == expected && got[1] == expected;
    std::printf("%g %g, expected %g\n%s\n", got[0], got[1], expected, ok ? "OK" : "FAILED");
    return !ok;
}
