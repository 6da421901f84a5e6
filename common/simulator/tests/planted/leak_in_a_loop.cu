// Every iteration allocates, and nothing is freed.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    for (int turn = 0; turn < 3; ++turn) {
        int host[64], *out;
        cudaMalloc(&out, sizeof host);  // EXPECT leak warning
        fill<<<1, 64>>>(out);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        std::printf("%d\n", host[turn]);
    }
}
