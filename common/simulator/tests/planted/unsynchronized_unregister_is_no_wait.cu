// cudaHostUnregister() does not wait for the kernel that still stores there.
// SAYS: cudaHostUnregister() waits for nothing
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
    std::vector<int> host(64);
    cudaHostRegister(host.data(), 64 * sizeof(int), cudaHostRegisterMapped);
    int* view;
    cudaHostGetDevicePointer(&view, host.data(), 0);
    fill<<<1, 64>>>(view);
    cudaHostUnregister(host.data());  // EXPECT unsynchronized_access
    std::printf("%d\n", host[5]);
    cudaDeviceSynchronize();
}
