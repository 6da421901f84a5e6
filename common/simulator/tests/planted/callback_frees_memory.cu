// The function that a stream calls after a kernel frees the kernel's memory. It may not call CUDA.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void fill(int* data) {
    data[threadIdx.x] = 1;
}

static void CUDART_CB release(void* data) {
    cudaFree(data);
}

static void CUDART_CB note(void*) {}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 32 * sizeof(int));
    fill<<<1, 32>>>(data);
    cudaLaunchHostFunc(0, argc > 1 ? note : release, data);  // EXPECT launch_error
    cudaDeviceSynchronize();
    cudaFree(data);
}
