// Has a kernel and a helper of the same names as main.cu, and a constant of its own.
// NVCC: -rdc=true
#include "counter.cuh"

static __device__ int helper(int n) { return n * own_factor; }
static __global__ void run(unsigned n) { add_to_all(helper(n)); }

void run_other(int factor) {
    cudaMemcpyToSymbol(own_factor, &factor, sizeof factor);
    run<<<1, 2>>>(5);
}
