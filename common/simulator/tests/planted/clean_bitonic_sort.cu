// Every comparator has one owner, and a barrier follows every stage.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sort(int* data) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    s[t] = data[t];
    for (int size = 2; size <= 64; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int other = t ^ stride;
            if (other < t) continue;
            if ((s[t] > s[other]) == ((t & size) == 0)) {
                const int swap = s[t];
                s[t] = s[other];
                s[other] = swap;
            }
        }
    __syncthreads();
    data[t] = s[t];
}

int main() {
    int host[64], *data;
    for (int i = 0; i < 64; ++i) host[i] = i * 37 % 64;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    sort<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[63]);
    cudaFree(data);
}
