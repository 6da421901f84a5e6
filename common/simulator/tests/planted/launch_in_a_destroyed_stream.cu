// A stream is destroyed before the last launch in it.
// SAYS: Destroy a stream after the last call that takes it
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void fill(int* a) { a[threadIdx.x] = threadIdx.x; }

int main(int argc, char**) {
    int* a;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    if (argc == 1) cudaStreamDestroy(stream);
    fill<<<1, 32, 0, stream>>>(a);  // EXPECT launch_error
    cudaDeviceSynchronize();
    if (argc > 1) cudaStreamDestroy(stream);
    cudaFree(a);
    return 0;
}
