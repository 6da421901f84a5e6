// The sum in shared memory is neither cleared nor protected: two bugs on one line.
// NO WITNESS: what the sum starts from is no number
#include <cuda_runtime.h>

#include <cstdio>

__global__ void total(float* out, const float* in) {
    __shared__ float sum;
    sum += in[threadIdx.x];  // EXPECT race, uninitialized_read
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}

int main() {
    float *in, *out, result;
    cudaMalloc(&in, 64 * sizeof(float));
    cudaMalloc(&out, sizeof(float));
    cudaMemset(in, 63, 64 * sizeof(float));
    total<<<1, 64>>>(out, in);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%f\n", result);
    cudaFree(in);
    cudaFree(out);
}
