// An assert in a kernel that does not hold for thread 7.
// NEAR-MISS: argument
// SAYS: value < 7
#include <cuda_runtime.h>

#include <cassert>

__global__ void check(int* out, int offset) {
    const int value = threadIdx.x + offset;
    assert(value < 7);  // EXPECT assertion
    out[threadIdx.x] = value;
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 8 * sizeof(int));
    check<<<1, 8>>>(out, argc > 1 ? -1 : 0);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(out);
    return error == (argc > 1 ? cudaSuccess : cudaErrorAssert) ? 0 : 1;
}
