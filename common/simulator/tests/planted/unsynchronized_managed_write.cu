// The host prepares the next input while the kernel still reads the last one.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_up(int* sum, const int* data) {
    int s = 0;
    for (int i = 0; i < 64; ++i) s += data[i];
    *sum = s;
}

int main() {
    int *data, *sum;
    cudaMallocManaged(&data, 64 * sizeof(int));
    cudaMallocManaged(&sum, sizeof(int));
    for (int i = 0; i < 64; ++i) data[i] = i;
    add_up<<<1, 1>>>(sum, data);
    data[0] = 100;  // EXPECT unsynchronized_access
    cudaDeviceSynchronize();
    std::printf("%d\n", *sum);
    cudaFree(data);
    cudaFree(sum);
}
