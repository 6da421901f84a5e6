// A warp fills a buffer for another one, which frees it again: neither waits where it only tells.
// At the end the block asks in a barrier whether, for all and for how many threads a predicate
// holds.
#include <cuda_runtime.h>

#include <cstdio>

__device__ void wait_at(int barrier, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
__device__ void arrive_at(int barrier, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

__global__ void work(int* out) {
    enum { filled = 1, freed = 2 };
    __shared__ int buffer[32];
    const int lane = threadIdx.x % 32;
    int sum = 0;
    if (threadIdx.x < 32) {
        for (int round = 0; round < 8; ++round) {
            if (round > 0) wait_at(freed, 64);
            buffer[lane] = round + lane;
            arrive_at(filled, 64);
        }
    } else if (threadIdx.x < 64) {
        for (int round = 0; round < 8; ++round) {
            wait_at(filled, 64);
            sum += buffer[31 - lane];
            if (round < 7) arrive_at(freed, 64);
        }
    }
    int some, all, count;
    asm volatile(
        "{\n"
        "    .reg .pred in, out;\n"
        "    setp.ne.s32 in, %3, 0;\n"
        "    bar.red.or.pred out, 4, in;\n"
        "    selp.s32 %0, 1, 0, out;\n"
        "    barrier.cta.red.and.aligned.pred out, 4, 96, !in;\n"
        "    selp.s32 %1, 1, 0, out;\n"
        "    bar.red.popc.u32 %2, 5, 96, in;\n"
        "}\n"
        : "=r"(some), "=r"(all), "=r"(count)
        : "r"(sum)
        : "memory");
    out[threadIdx.x] = some + 10 * all + 100 * count + sum;
}

int main() {
    int *out, last[96];
    cudaMalloc(&out, sizeof last);
    cudaMemset(out, 0, sizeof last);
    work<<<1, 96>>>(out);
    cudaMemcpy(last, out, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last[96 - 1]);
    cudaFree(out);
}
