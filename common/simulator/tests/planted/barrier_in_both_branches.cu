// Each branch of an if has a barrier of its own: these are two barriers, not one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void producer_consumer(int* out, const int* in) {
    __shared__ int s[32];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = in[threadIdx.x];
        __syncthreads();  // EXPECT barrier_divergence
    } else {
        __syncthreads();
        out[threadIdx.x - 32] = s[threadIdx.x - 32];
    }
}

int main() {
    int host[32], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 0, sizeof host);
    producer_consumer<<<1, 64>>>(out, in);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(in);
    cudaFree(out);
}
