// printf with all sorts of arguments, from one thread at a time; asserts that hold; clock64,
// globaltimer; __nanosleep; __trap in a branch that nobody takes; __builtin_assume.
#include <cuda_runtime.h>

#include <cassert>
#include <cstdio>

__global__ void speak(int* ran) {
    const long long begin = clock64();
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        const char* const word = "thread";
        printf("%s %d of %u: %5.2f %g %x %lld %c %% %p\n", word, threadIdx.x, blockDim.x, 1.5,
               2.5e10, 255u, 1LL << 40, 'z', (void*)nullptr);
        printf("no arguments\n");
    }
    assert(blockDim.x == 64 && "as launched");
    __builtin_assume(gridDim.x == 2);
    if (gridDim.x != 2) __trap();
    __nanosleep(100);
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    if (clock64() >= begin && time > 0) atomicAdd(ran, 1);
}

int main() {
    int *ran, host = 0;
    cudaMalloc(&ran, sizeof(int));
    cudaMemset(ran, 0, sizeof(int));
    size_t fifo = 0;
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
    cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize);
    speak<<<2, 64>>>(ran);
    cudaDeviceSynchronize();
    cudaMemcpy(&host, ran, sizeof host, cudaMemcpyDeviceToHost);
    std::puts(host == 128 && fifo >= 1 << 20 ? "OK" : "wrong");
    cudaFree(ran);
}
