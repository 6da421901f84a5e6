// An atomic addition by compare-and-swap. Its first guess is a plain read without a branch: if the
// guess is old, the swap stores nothing and returns the current value. In the other kernel the
// value read becomes part of the stored value, and the swap compares with another value.
// NO WITNESS: in turns no guess is ever old, and the flag is free whenever it is asked for
// SAYS: only guesses what the compare-and-swap will find
#include <cuda_runtime.h>

#include <cstdio>

__device__ int add(int* sum, int value) {
    int guess = *sum;  // EXPECT race warning
    int found = atomicCAS(sum, guess, guess + value);
    while (found != guess) {
        guess = found;
        found = atomicCAS(sum, guess, guess + value);
    }
    return found;
}
__global__ void sum_up(int* sum) {
    add(sum, threadIdx.x);
}

__global__ void count_turns(int* state) {
    const int turns = *state;  // EXPECT race
    atomicCAS(state, 0, turns + 2);
}

int main() {
    int *sums = nullptr, host[2] = {};
    cudaMalloc(&sums, sizeof host);
    cudaMemset(sums, 0, sizeof host);
    sum_up<<<4, 64>>>(sums);
    count_turns<<<4, 64>>>(sums + 1);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0], host[1]);
    cudaFree(sums);
}
