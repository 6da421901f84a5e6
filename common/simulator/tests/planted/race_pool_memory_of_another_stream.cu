// Scratch memory is allocated and freed in one stream, and used by a kernel in another, which no
// event makes wait.
// NO WITNESS: with the life of the memory, which is no access that could come in its turn
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int* data) {
    data[threadIdx.x] = threadIdx.x * threadIdx.x;  // EXPECT race
}

int main() {
    cudaStream_t owner, worker;
    cudaStreamCreate(&owner);
    cudaStreamCreate(&worker);
    int* scratch;
    cudaMallocAsync(&scratch, 64 * sizeof(int), owner);
    square<<<1, 64, 0, worker>>>(scratch);
    cudaStreamSynchronize(worker);
    cudaFreeAsync(scratch, owner);
    cudaDeviceSynchronize();
    std::printf("done\n");
    cudaStreamDestroy(owner);
    cudaStreamDestroy(worker);
}
