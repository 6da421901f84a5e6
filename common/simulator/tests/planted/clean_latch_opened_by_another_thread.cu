// One thread of the host waits for a kernel that waits for another thread of the host.
#include <cuda_runtime.h>

#include <thread>

__global__ void wait_for(volatile int* latch) {
    while (*latch < 1) {
    }
}

int main() {
    int* latch;
    cudaMallocHost(&latch, sizeof(int));
    *latch = 0;
    wait_for<<<1, 32>>>(latch);
    std::thread opener{[latch] { *static_cast<volatile int*>(latch) = 1; }};
    const cudaError_t error = cudaDeviceSynchronize();
    opener.join();
    cudaFreeHost(latch);
    return error == cudaSuccess ? 0 : 1;
}
