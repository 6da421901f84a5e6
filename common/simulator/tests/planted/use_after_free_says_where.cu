// Memory is used after it was freed by the host, in a stream and by a kernel, and freed twice: each
// finding says where it was freed.
// SAYS: after it was freed on line 24.
// SAYS: after it was freed on line 32, by thread 0 of block 0 of release.
// SAYS: after it was freed on line 46.
// SAYS: It was freed on line 46.
#include <cuda_runtime.h>

#include <cstdio>

__device__ int* shared_list;

__global__ void make() {
    shared_list = new int[8];
}

__global__ void sum(const int* list, int* out) {
    const int* const from = list ? list : shared_list;
    *out = from[1];  // EXPECT use_after_free
}

// A pool that gives its memory back too early.
void give_back(int* data) {
    cudaFree(data);
}

void report() {
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaDeviceReset();
}
__global__ void release() {
    delete[] shared_list;
}

int main() {
    int *data, *out;
    cudaMalloc(&data, 8 * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(data, 0, 8 * sizeof(int));
    give_back(data);
    sum<<<1, 1>>>(data, out);
    report();

    cudaMalloc(&out, sizeof(int));
    cudaMalloc(&data, 8 * sizeof(int));
    cudaFreeAsync(data, nullptr);
    cudaFree(data);                        // EXPECT use_after_free
    cudaMemset(data, 0, 8 * sizeof(int));  // EXPECT use_after_free
    make<<<1, 1>>>();
    release<<<1, 1>>>();
    sum<<<1, 1>>>(nullptr, out);
    report();
}
