// A struct is copied with its padding, which was never written.
#include <cuda_runtime.h>

#include <cstdio>

struct Sample {
    char channel;
    int value;
    short gain;
};

__global__ void make(Sample* samples) {
    samples[threadIdx.x].channel = 'a';
    samples[threadIdx.x].value = threadIdx.x;
    samples[threadIdx.x].gain = 2;
}

__global__ void reverse(Sample* out, const Sample* in) {
    out[threadIdx.x] = in[blockDim.x - 1 - threadIdx.x];
}

int main() {
    Sample host[32], *a, *b;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    make<<<1, 32>>>(a);
    reverse<<<1, 32>>>(b, a);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0].value);
    cudaFree(a);
    cudaFree(b);
}
