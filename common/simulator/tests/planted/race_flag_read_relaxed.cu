// The producer releases; the consumer reads the flag with an order that acquires nothing.
#include <cuda/atomic>
#include <cuda_runtime.h>

#include <cstdio>

__global__ void hand_over(int* message, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0) {
        *message = 7;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0) {
        }
        *out = *message;  // EXPECT race
    }
}

int main() {
    int *memory, result;
    cudaMalloc(&memory, 3 * sizeof(int));
    cudaMemset(memory, 0, 3 * sizeof(int));
    hand_over<<<2, 1>>>(memory, memory + 1, memory + 2);
    cudaMemcpy(&result, memory + 2, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%d\n", result);
    cudaFree(memory);
}
