// The host waits for a kernel that waits for the host.
#include <cuda_runtime.h>

__global__ void wait_for(volatile int* latch) {
    while (*latch < 1) {  // EXPECT livelock
    }
}

int main() {
    int* latch;
    cudaMallocHost(&latch, sizeof(int));
    *latch = 0;
    wait_for<<<1, 1>>>(latch);
    if (cudaDeviceSynchronize() != cudaErrorLaunchTimeout) return 1;
    *latch = 1;  // too late
    cudaFreeHost(latch);
}
