// The program ends, and a launch still waits for it.
#include <cuda_runtime.h>

__global__ void wait_for(volatile int* gate) {
    while (*gate == 0) {  // EXPECT livelock
    }
}

__device__ int gate;

int main() {
    int* address;
    cudaGetSymbolAddress((void**)&address, gate);
    wait_for<<<2, 32>>>(address);
}
