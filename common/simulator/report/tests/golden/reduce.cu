// Not compiled: the source that the golden reports show.
#include <cuda_runtime.h>

__global__ void reduce(float* y, const float* x, int n) {
    __shared__ float Q[256];
    const int t = threadIdx.x;
    Q[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (t < stride) Q[t] += Q[t + stride];
    }
    if (t == 0) y[blockIdx.x] = Q[0];
}

__global__ void scatter(float* y, const int* where, const float* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[where[i]] += x[i];
}

int main() {
    float *x, *y;
    cudaMalloc(&x, 1024 * sizeof(float));
    cudaMalloc(&y, 3 * sizeof(float));
    reduce<<<4, 256>>>(y, x, 1024);
    return 0;
}
