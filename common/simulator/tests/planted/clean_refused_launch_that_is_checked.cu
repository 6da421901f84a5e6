// A launch fails; the program checks that and retries with a smaller block.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* data, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = i;
}

int main() {
    int *data, last;
    cudaMalloc(&data, 4096 * sizeof(int));
    for (int block = 4096; block > 0; block /= 2) {
        fill<<<1, block>>>(data, 4096);
        if (cudaGetLastError() == cudaSuccess) break;
    }
    cudaMemcpy(&last, data + 4095, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last);
    cudaFree(data);
}
