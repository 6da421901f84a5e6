// A program of several files with separate device code: -rdc=true main.cu other.cu report.cpp
// NVCC: -rdc=true
#include "counter.cuh"

__device__ int shared_by_all = 1;
static __device__ int helper(int n) { return n * 2; }
__device__ int add_to_all(int n) { return atomicAdd(&shared_by_all, n); }
__global__ void run(int n) { add_to_all(helper(n)); }

int report(int value);

int main() {
    run<<<1, 4>>>(3);
    run_other(10);
    int value = 0;
    cudaMemcpyFromSymbol(&value, shared_by_all, sizeof value);
    return report(value);
}
