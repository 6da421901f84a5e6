// A launch by address gets the addresses of its arguments, and one of them is the pointer itself.
// NEAR-MISS: argument
// SAYS: arguments[1], for parameter y, is device memory
#include <cuda_runtime.h>

__global__ void fill(int n, float* y) {
    if (threadIdx.x < n) y[threadIdx.x] = 1.0f;
}

int main(int argc, char**) {
    int n = 64;
    float* d_y;
    cudaMalloc(&d_y, n * sizeof(float));
    void* wrong[] = {&n, d_y};
    void* right[] = {&n, &d_y};
    cudaLaunchKernel(fill, dim3(1), dim3(64), argc == 1 ? wrong : right, 0, 0);  // EXPECT device_pointer
    cudaFree(d_y);
}
