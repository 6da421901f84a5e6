// cudaMemcpyToSymbol is given the number of the array's elements as its size.
// SAYS: a size counts bytes
// NEAR-MISS: argument
#include <cuda_runtime.h>

constexpr int K = 9;
__constant__ float weights[K];

__global__ void weigh(float* out) { out[threadIdx.x] = weights[threadIdx.x]; }

int main(int argc, char**) {
    float host[K], *out;
    for (int i = 0; i < K; ++i) host[i] = i + 1;
    cudaMalloc(&out, sizeof host);
    cudaMemcpyToSymbol(weights, host, argc > 1 ? sizeof host : K);  // EXPECT bad_copy warning
    weigh<<<1, K>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return argc > 1 && host[8] != 9;
}
