// A cuda::barrier is made by one thread, and the others arrive without having waited for that.
// NEAR-MISS: argument
// SAYS: it comes first, with a __syncthreads() behind it
// NO WITNESS: a barrier that is not there yet ends the launch
#include <cstdio>
#include <cuda/barrier>

__global__ void reverse(int* data, bool fixed) {
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&ready, blockDim.x);  // OTHER race
    if (fixed) __syncthreads();
    tile[threadIdx.x] = data[threadIdx.x];
    ready.arrive_and_wait();  // EXPECT race // MAY deadlock // MAY uninitialized_read note
    data[threadIdx.x] = tile[63 - threadIdx.x];
}

int main(int argc, char**) {
    int host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(data, argc > 1);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
}
