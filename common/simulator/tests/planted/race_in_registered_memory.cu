// All threads add to one word of registered host memory, without an atomic.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void count(int* total, int* flags) {
    flags[threadIdx.x] = 1;
    total[0] += threadIdx.x;  // EXPECT race
}

int main() {
    int* memory = static_cast<int*>(std::calloc(1 << 20, sizeof(int)));
    cudaHostRegister(memory, (1 << 20) * sizeof(int), cudaHostRegisterMapped);
    int* view;
    cudaHostGetDevicePointer(&view, memory, 0);
    count<<<1, 64>>>(view, view + 64);
    cudaDeviceSynchronize();
    std::printf("%d\n", memory[0]);
    cudaHostUnregister(memory);
    std::free(memory);
}
