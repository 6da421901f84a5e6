// A kernel gives memory of cudaMalloc to free().
// SAYS: the host has allocated it, by cudaMalloc
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cstdlib>

__global__ void use(int* data, bool last) {
    *data = 1;
    if (last) free(data);  // EXPECT host_pointer
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, sizeof(int));
    use<<<1, 1>>>(data, argc == 1);
    cudaDeviceSynchronize();
    cudaFree(data);
}
