// Each lane finds its place among the lanes that keep their value.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void keep_odd(int* out, int* count, const int* in) {
    const int value = in[threadIdx.x];
    const bool keep = value % 2 == 1;
    const unsigned keepers = __ballot_sync(0xffffffff, keep);
    const unsigned before = keepers & ((1u << threadIdx.x) - 1);
    if (keep) out[__popc(before)] = value;
    if (threadIdx.x == 0) *count = __popc(keepers);
}

int main() {
    int host[32], *in, *out, *count;
    for (int i = 0; i < 32; ++i) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&count, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    keep_odd<<<1, 32>>>(out, count, in);
    cudaMemcpy(host, count, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
}
