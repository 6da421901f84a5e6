// The host reads managed memory that it has freed: it has no more pages there.
// SAYS: The host reads managed memory after it was freed on line 18.
// SAYS: by the host, too
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data) {
    data[threadIdx.x] = threadIdx.x;
}

int main() {
    int* data;
    cudaMallocManaged(&data, 32 * sizeof(int));
    fill<<<1, 32>>>(data);
    cudaDeviceSynchronize();
    std::printf("%d\n", data[2]);
    cudaFree(data);
    std::printf("%d\n", data[3]);  // EXPECT use_after_free
}
