// A value is read, stored, and only then compared with; nobody looks at whether the swap was made,
// so the value stored may be another thread's.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void number(int* next, int* mine) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int ticket = *next;  // EXPECT race
    mine[i] = ticket;
    atomicCAS(next, ticket, ticket + 1);  // OTHER race
}

int main() {
    int *next, *mine, last = 0;
    cudaMalloc(&next, sizeof(int));
    cudaMalloc(&mine, 64 * sizeof(int));
    cudaMemset(next, 0, sizeof(int));
    number<<<2, 32>>>(next, mine);
    cudaMemcpy(&last, next, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("%d\n", last);
    cudaFree(next);
    cudaFree(mine);
}
