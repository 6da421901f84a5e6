// The host raises a value in managed memory by atomics of its own while a kernel raises it by
// atomics for the whole system. Where the host may touch managed memory at that time, this is right.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void raise(int* highest) { atomicMax_system(highest, static_cast<int>(threadIdx.x)); }

int main() {
    int* highest;
    cudaMallocManaged(&highest, sizeof(int));
    *highest = 0;
    raise<<<2, 64>>>(highest);
    int seen;
    do {
        seen = __atomic_load_n(highest, __ATOMIC_RELAXED);
    } while (!__sync_bool_compare_and_swap(highest, seen, seen > 50 ? seen : 50));
    cudaDeviceSynchronize();
    std::printf("%d\n", *highest);
    cudaFree(highest);
}
