// A branch depends on whether a vertex was visited, before the flags were cleared.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void visit(int* visited, int* level) {
    const int v = threadIdx.x;
    if (visited[v] == 12345) return;  // EXPECT uninitialized_read
    level[v] = 1;
}

int main() {
    int host[64], *visited, *level;
    cudaMalloc(&visited, sizeof host);
    cudaMalloc(&level, sizeof host);
    visit<<<1, 64>>>(visited, level);
    cudaMemcpy(host, level, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    cudaFree(visited);
    cudaFree(level);
}
