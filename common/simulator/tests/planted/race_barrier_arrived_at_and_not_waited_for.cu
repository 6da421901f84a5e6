// A producer arrives at the barrier that says that the buffer is free, and does not wait for it.
// SAYS: arrive() tells it and waits for nothing
// NEAR-MISS: argument
#include <cuda_runtime.h>

#include <cuda/barrier>
#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int N = 32, rounds = 4;

__global__ void hand_on(const int* in, int* out, bool waits) {
    __shared__ int buffer[N];
    __shared__ Barrier ready, filled;
    if (threadIdx.x == 0) {
        init(&ready, 2 * N);
        init(&filled, 2 * N);
    }
    __syncthreads();
    if (threadIdx.x < N) {
        for (int r = 0; r < rounds; ++r) {
            auto free = ready.arrive();
            if (waits) ready.wait(std::move(free));
            buffer[threadIdx.x] = in[r * N + threadIdx.x];  // EXPECT race
            filled.arrive_and_wait();
        }
    } else {
        if (waits) (void)ready.arrive();
        for (int r = 0; r < rounds; ++r) {
            filled.arrive_and_wait();
            out[r * N + threadIdx.x - N] = buffer[2 * N - 1 - threadIdx.x];  // EXPECT race
            (void)ready.arrive();
        }
    }
}

int main(int argc, char**) {
    int *in, *out, host[rounds * N];
    for (int i = 0; i < rounds * N; ++i) host[i] = i;
    cudaMalloc(&in, rounds * N * sizeof(int));
    cudaMalloc(&out, rounds * N * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    hand_on<<<1, 2 * N>>>(in, out, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    return 0;
}
