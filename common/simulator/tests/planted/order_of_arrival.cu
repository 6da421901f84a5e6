// Every thread that finds a match stores its index, and the last store remains.
// ORDER: compare
#include <cuda_runtime.h>

#include <cstdio>

__global__ void find(int* where, const int* data, int wanted) {
    if (data[threadIdx.x] == wanted)
        atomicExch(where, threadIdx.x);  // EXPECT order_dependence warning
}

int main() {
    int host[64], *data, *where;
    for (int i = 0; i < 64; ++i) host[i] = i % 10;
    cudaMalloc(&data, sizeof host);
    cudaMalloc(&where, sizeof(int));
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(where, 0, sizeof(int));
    find<<<1, 64>>>(where, data, 7);
    cudaMemcpy(host, where, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(data);
    cudaFree(where);
}
