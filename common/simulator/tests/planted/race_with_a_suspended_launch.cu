// A launch that waits for the host is still running: what another stream does to its data meanwhile
// races with it. An error after it continues is reported, too.
// NO WITNESS: a launch that waits for the host is not run again
#include <cuda_runtime.h>

__global__ void store_and_wait(int* data, volatile int* gate) {
    data[threadIdx.x] = threadIdx.x;  // OTHER race
    while (*gate == 0) {
    }
    if (threadIdx.x == 31) data[64 + threadIdx.x] = 1;  // EXPECT out_of_bounds
}

__global__ void add(int* data) {
    data[threadIdx.x] += 1;  // EXPECT race
}

int main() {
    int *data, *gate;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMallocHost(&gate, sizeof(int));
    *gate = 0;
    cudaStream_t one, other;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    store_and_wait<<<1, 32, 0, one>>>(data, gate);
    add<<<1, 32, 0, other>>>(data);
    *static_cast<volatile int*>(gate) = 1;
    if (cudaStreamSynchronize(one) != cudaErrorIllegalAddress) return 1;
}
