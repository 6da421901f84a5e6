// Only the first warp clears the bins, of which there are more than it has lanes.
// SAYS: shared memory holds none when a block starts
#include <cuda_runtime.h>

#include <cstdio>

__global__ void histogram(const unsigned char* in, int n, int* out) {
    __shared__ int bins[64];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&bins[in[i] % 64], 1);  // EXPECT uninitialized_read
    __syncthreads();
    if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
    unsigned char host[500], *in;
    int *out, result[64];
    for (int i = 0; i < 500; ++i) host[i] = static_cast<unsigned char>(i * 7);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    histogram<<<1, 128>>>(in, 500, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result[40]);
    cudaFree(in);
    cudaFree(out);
}
