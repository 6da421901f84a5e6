// A host function that one stream calls fills the pinned memory which a kernel of another stream
// reads.
// NEAR-MISS: argument
// NO WITNESS: the function is not in the launch that would be run again
#include <cuda_runtime.h>

static void CUDART_CB fill(void* data) {
    for (int i = 0; i < 32; ++i) static_cast<int*>(data)[i] = i;
}

__global__ void add(int* sum, const int* x) {
    atomicAdd(sum, x[threadIdx.x]);  // EXPECT race
}

int main(int argc, char**) {
    const bool ordered = argc > 1;
    int *x, *sum;
    cudaStream_t filling, adding;
    cudaStreamCreate(&filling);
    cudaStreamCreate(&adding);
    cudaMallocHost(&x, 32 * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    for (int i = 0; i < 32; ++i) x[i] = 0;
    cudaMemset(sum, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaLaunchHostFunc(filling, fill, x);  // OTHER race
    add<<<1, 32, 0, ordered ? filling : adding>>>(sum, x);
    cudaDeviceSynchronize();
    cudaStreamDestroy(filling);
    cudaStreamDestroy(adding);
    cudaFreeHost(x);
    cudaFree(sum);
}
