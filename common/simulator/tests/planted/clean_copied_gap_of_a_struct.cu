// A struct is copied in two halves, the second of which is padding that is never written.
#include <cuda_runtime.h>

#include <cstdio>

struct alignas(16) Sample {
    double value;
};

__global__ void make(Sample* samples) {
    samples[threadIdx.x].value = threadIdx.x;
}

__global__ void reverse(int4* out, const int4* in) {
    const int2* from = reinterpret_cast<const int2*>(&in[blockDim.x - 1 - threadIdx.x]);
    int2* to = reinterpret_cast<int2*>(&out[threadIdx.x]);
    for (int half = 0; half < 2; ++half) to[half] = from[half];
}

int main() {
    Sample host[32], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    make<<<1, 32>>>(a);
    reverse<<<1, 32>>>(reinterpret_cast<int4*>(b), reinterpret_cast<const int4*>(a));
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (const Sample& sample : host) sum += sample.value;
    std::printf("%f\n", sum);
    cudaFree(a);
    cudaFree(b);
}
