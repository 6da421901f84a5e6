// One thread more than there are elements in the registered memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void number(int* out, int n) {
    const int i = threadIdx.x;
    if (i <= n) out[i] = i;  // EXPECT out_of_bounds
}

int main() {
    const int n = 100;
    std::vector<int> results(n + 28);
    cudaHostRegister(results.data(), n * sizeof(int), cudaHostRegisterMapped);
    int* view;
    cudaHostGetDevicePointer(&view, results.data(), 0);
    number<<<1, 128>>>(view, n);
    cudaDeviceSynchronize();
    std::printf("%d\n", results[5]);
    cudaHostUnregister(results.data());
}
