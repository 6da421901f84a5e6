// The time between two events is asked for while the kernel may still run: there is none yet, and the
// program prints what it had before.
// SAYS: nothing has waited for its second event
// SAYS: returns this as an error that nobody looks at
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float* a) { a[threadIdx.x] *= 2; }

int main(int argc, char**) {
    float* a;
    cudaMalloc(&a, 32 * sizeof(float));
    cudaMemset(a, 0, 32 * sizeof(float));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    cudaEventSynchronize(start);
    work<<<1, 32>>>(a);
    cudaEventRecord(stop);
    if (argc > 1) cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);  // EXPECT launch_error
    std::printf("%s\n", milliseconds > 0 ? "some time" : "no time");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaDeviceSynchronize();
    cudaFree(a);
}
