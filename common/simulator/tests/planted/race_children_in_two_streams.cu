// Two launches by one thread, into two streams of the device, add to the same array.
// NEAR-MISS: argument
// NVCC: -rdc=true
#include <cstdio>

__global__ void add(float* x, float value) {
    x[threadIdx.x] += value;  // EXPECT race
}

__global__ void parent(float* x, bool fixed) {
    cudaStream_t one, two;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    add<<<1, 64, 0, one>>>(x, 1);
    add<<<1, 64, 0, fixed ? one : two>>>(x, 2);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}

int main(int argc, char**) {
    float *x, host[64];
    cudaMalloc(&x, sizeof host);
    cudaMemset(x, 0, sizeof host);
    parent<<<1, 1>>>(x, argc > 1);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%g\n", host[63]);
    cudaFree(x);
}
