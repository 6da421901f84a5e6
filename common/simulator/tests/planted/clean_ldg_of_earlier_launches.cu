// The read-only cache serves what earlier launches and copies wrote, in types of all sizes.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float4* vectors, short* shorts) {
    const int t = threadIdx.x;
    vectors[t] = make_float4(t, 1, 2, 3);
    shorts[t] = short(t);
}

__global__ void use(const float4* vectors, const short* shorts, const float* weights, float* out) {
    const int t = threadIdx.x;
    out[t] = __ldg(&vectors[63 - t]).x + __ldg(shorts + t) * __ldg(weights + t);
}

int main() {
    float host[64] = {1, 2, 3}, *weights, *out;
    float4* vectors;
    short* shorts;
    cudaMalloc(&weights, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&vectors, 64 * sizeof(float4));
    cudaMalloc(&shorts, 64 * sizeof(short));
    cudaMemcpy(weights, host, sizeof host, cudaMemcpyHostToDevice);
    for (int turn = 0; turn < 2; ++turn) {
        fill<<<1, 64>>>(vectors, shorts);
        use<<<1, 64>>>(vectors, shorts, weights, out);
    }
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[1]);
    cudaFree(weights);
    cudaFree(out);
    cudaFree(vectors);
    cudaFree(shorts);
}
