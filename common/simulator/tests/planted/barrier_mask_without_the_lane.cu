// A lane takes part in an operation of its warp under a mask that does not name it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void equal(int* count, const int* keys, bool fixed) {
    const int lane = threadIdx.x;
    unsigned mask = __match_any_sync(0xffffffff, keys[lane]);
    if (!fixed && lane == 5) mask = 1u << 6;
    count[lane] = __reduce_add_sync(mask, 1);  // EXPECT barrier_divergence
}

int main(int argc, char**) {
    int host[32], *keys, *count;
    for (int i = 0; i < 32; ++i) host[i] = i % 4;
    cudaMalloc(&keys, sizeof host);
    cudaMalloc(&count, sizeof host);
    cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
    equal<<<1, 32>>>(count, keys, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(keys);
    cudaFree(count);
}
