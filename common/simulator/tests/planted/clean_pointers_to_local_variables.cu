// Pointers to local variables go to recursive calls, and are used while the variables live.
#include <cuda_runtime.h>

#include <cstdio>

struct Range {
    const int* first;
    int* deepest;
    int count;
};

__device__ __noinline__ int sum(Range range, int depth) {
    int mine[4] = {range.first[0], depth, 0, 0};
    *range.deepest = depth;
    if (range.count <= 1) return mine[0];
    mine[2] = sum({range.first + 1, range.deepest, range.count - 1}, depth + 1);
    return mine[0] + mine[2];
}

__global__ void sums(const int* in, int* out) {
    int values[8], deepest = 0;
    for (int i = 0; i < 8; ++i) values[i] = in[threadIdx.x] + i;
    out[threadIdx.x] = sum({values, &deepest, 8}, 0) + deepest;
}

int main() {
    int host[32] = {1, 2, 3}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 32>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
