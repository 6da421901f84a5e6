// Plain reads before an atomic that no order makes wrong: the atomic compares itself, stores the
// same value in each thread, or its result decides.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mark(const int* edges, int n, int* level, int* owner, unsigned* bits, int* changed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int v = edges[i] % 32;
    if (level[v] < 0) atomicExch(&level[v], 3);         // EXPECT race warning
    if (owner[v] == -1) atomicCAS(&owner[v], -1, i);    // EXPECT race warning
    if (!(*bits >> v & 1)) atomicOr(bits, 1u << v);     // EXPECT race warning
    if (level[v + 32] > i) atomicMin(&level[v + 32], i);  // EXPECT race warning
    if (*changed == 0) atomicExch(changed, 1);          // EXPECT race warning
}

int main() {
    const int n = 256;
    int host[n], *edges, *state, after[100];
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101;
    cudaMalloc(&edges, sizeof host);
    cudaMalloc(&state, sizeof after);
    cudaMemcpy(edges, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 100; ++i) after[i] = i < 32 ? -1 : i < 64 ? n : i < 96 ? -1 : 0;
    cudaMemcpy(state, after, sizeof after, cudaMemcpyHostToDevice);
    mark<<<4, 64>>>(edges, n, state, state + 64, reinterpret_cast<unsigned*>(state + 96), state + 97);
    cudaMemcpy(after, state, sizeof after, cudaMemcpyDeviceToHost);
    std::printf("%d\n", after[97]);
    cudaFree(edges);
    cudaFree(state);
}
