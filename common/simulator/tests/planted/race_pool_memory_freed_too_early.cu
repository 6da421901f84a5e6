// The stream that frees the memory does not wait for the kernel that still uses it.
// NO WITNESS: with the life of the memory, which is no access that could come in its turn
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int* data) {
    data[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main() {
    cudaStream_t owner, worker;
    cudaEvent_t allocated;
    cudaStreamCreate(&owner);
    cudaStreamCreate(&worker);
    cudaEventCreate(&allocated);
    int* scratch;
    cudaMallocAsync(&scratch, 64 * sizeof(int), owner);
    cudaEventRecord(allocated, owner);
    cudaStreamWaitEvent(worker, allocated, 0);
    square<<<1, 64, 0, worker>>>(scratch);
    cudaFreeAsync(scratch, owner);  // EXPECT race
    cudaDeviceSynchronize();
    std::printf("done\n");
    cudaEventDestroy(allocated);
    cudaStreamDestroy(owner);
    cudaStreamDestroy(worker);
}
