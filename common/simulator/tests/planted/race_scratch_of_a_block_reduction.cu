// Two reductions of a block share their scratch memory, and no barrier stands between them.
#include <cuda_runtime.h>

#include <cub/block/block_reduce.cuh>

__global__ void sums(const int* in, int* out) {
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage temp;
    const int value = in[threadIdx.x];
    const int sum = Reduce(temp).Sum(value);
    const int squares = Reduce(temp).Sum(value * value);  // EXPECT race
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = squares;
    }
}

int main() {
    int host[128], *in, *out;
    for (int i = 0; i < 128; ++i) host[i] = i % 5;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sums<<<1, 128>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
