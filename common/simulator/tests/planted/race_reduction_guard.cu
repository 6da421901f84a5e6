// The textbook's reduction: its guard lets threads add whose result nobody needs, while others
// read what they write. Forward order hides it: the sum comes out right.
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* y, const float* x, bool fixed) {
    __shared__ float Q[256];
    const int j = threadIdx.x;
    Q[j] = x[j];
    for (int step = 128; step > 0; step >>= 1) {
        __syncthreads();
        if (fixed ? j < step : j + step < 256) Q[j] += Q[j + step];  // EXPECT race // OTHER race
    }
    if (j == 0) *y = Q[0];
}

int main(int argc, char**) {
    float host[256], result = 0;
    for (int i = 0; i < 256; ++i) host[i] = 1;
    float *x, *y;
    cudaMalloc(&x, sizeof host);
    cudaMalloc(&y, sizeof result);
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(y, x, argc > 1);
    cudaMemcpy(&result, y, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result);
    cudaFree(x);
    cudaFree(y);
    return 0;
}
