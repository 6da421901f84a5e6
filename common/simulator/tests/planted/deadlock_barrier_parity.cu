// One warp fills a stage, another reads it. The reader waits for the phase of the first round in
// every round, and tells that the stage is free too often.
// NEAR-MISS: argument
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void pass(int* out, int rounds, bool fixed) {
    __shared__ barrier full, empty;
    __shared__ int stage[32];
    if (threadIdx.x == 0) {
        init(&full, 32);
        init(&empty, 32);
    }
    __syncthreads();
    const int lane = threadIdx.x % 32;
    int sum = 0;
    for (int r = 0; r < rounds; ++r) {
        const bool parity = r % 2;
        if (threadIdx.x < 32) {
            if (r > 0) empty.wait_parity(!parity);  // EXPECT deadlock
            stage[lane] = r * 32 + lane;
            (void)full.arrive();
        } else {
            full.wait_parity(fixed && parity);
            sum += stage[31 - lane];
            (void)empty.arrive();
        }
    }
    if (threadIdx.x >= 32) out[lane] = sum;
}

int main(int argc, char**) {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    pass<<<1, 64>>>(out, 4, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(out);
}
