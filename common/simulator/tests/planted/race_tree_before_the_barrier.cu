// A tree whose barrier follows the addition: the first step reads values that are not stored yet.
// An unstored value is reported as such, and a sum that it went into by its value as a float.
// SAYS: over garbage
// SAYS: nan
#include <cuda_runtime.h>

#include <cstdio>

__global__ void sum(float* result, const float* in) {
    __shared__ float partial[2];
    const int t = threadIdx.x;
    partial[t] = in[t];  // EXPECT race // OTHER race
    for (int stride = 1; stride > 0; stride /= 2) {
        if (t < stride) partial[t] += partial[t + stride];  // EXPECT race // OTHER race
        __syncthreads();
    }
    if (t == 0) result[0] = partial[0];
}

int main() {
    float host[2], sum_of_host = 0, *in, *result;
    for (float& value : host) value = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&result, sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 2>>>(result, in);
    cudaMemcpy(&sum_of_host, result, sizeof sum_of_host, cudaMemcpyDeviceToHost);
    std::printf("%f\n", sum_of_host);
    cudaFree(in);
    cudaFree(result);
}
