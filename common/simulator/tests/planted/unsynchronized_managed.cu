// The host adds up managed memory while the kernel may still be writing it.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void squares(int* data) {
    data[threadIdx.x] = threadIdx.x * threadIdx.x;  // EXPECT unsynchronized_access
}

int main(int argc, char**) {
    int* data;
    cudaMallocManaged(&data, 64 * sizeof(int));
    squares<<<1, 64>>>(data);
    if (argc > 1) cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < 64; ++i) sum += data[i];  // OTHER unsynchronized_access
    cudaDeviceSynchronize();
    cudaFree(data);
    return sum == 85344 ? 0 : 1;
}
