// An index is read plainly and then incremented by an atomic: two threads may read the same index.
// The read value is used, so this is no mere guard.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void append(const int* in, int* out, int* count) {
    const int i = threadIdx.x;
    const int place = *count;  // EXPECT race
    atomicAdd(count, 1);
    out[place] = in[i];  // EXPECT race
}

int main() {
    int host[64] = {1, 2, 3}, *in, *out, *count;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof(int));
    append<<<1, 64>>>(in, out, count);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
}
