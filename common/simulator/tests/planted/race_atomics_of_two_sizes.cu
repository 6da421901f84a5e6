// A 64-bit word holds two counters; some threads update all of it, others only its upper half.
// NO WITNESS: each order of whole atomics leaves the same sums
#include <cuda_runtime.h>

#include <cstdio>

__global__ void tally(unsigned long long* both, const int* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 2 == 0)
        atomicAdd(both, 1ull);
    else
        atomicAdd(reinterpret_cast<unsigned*>(both) + 1, 1u);  // EXPECT race
}

int main() {
    const int n = 128;
    int host[n], *in;
    unsigned long long *both, result;
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 11;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&both, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(both, 0, sizeof result);
    tally<<<2, 64>>>(both, in);
    cudaMemcpy(&result, both, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%llu %llu\n", result & 0xffffffff, result >> 32);
    cudaFree(in);
    cudaFree(both);
}
