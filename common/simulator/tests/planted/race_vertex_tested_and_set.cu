// Breadth-first search: a vertex is looked at and marked in two steps, so that two threads put it
// into the next frontier.
// SAYS: One atomic has to do both
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void expand(const int* neighbour, int* visited, int* next, int* size, bool atomically) {
    const int u = neighbour[threadIdx.x];
    if (atomically) {
        if (atomicExch(&visited[u], 1) == 0) next[atomicAdd(size, 1)] = u;
    } else if (!visited[u]) {  // EXPECT race
        visited[u] = 1;  // EXPECT race
        next[atomicAdd(size, 1)] = u;
    }
}

int main(int argc, char**) {
    int host[64], *neighbour, *visited, *next, *size;
    for (int i = 0; i < 64; ++i) host[i] = i / 2;
    cudaMalloc(&neighbour, sizeof host);
    cudaMalloc(&visited, sizeof host);
    cudaMalloc(&next, sizeof host);
    cudaMalloc(&size, sizeof(int));
    cudaMemcpy(neighbour, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(visited, 0, sizeof host);
    cudaMemset(size, 0, sizeof(int));
    expand<<<1, 64>>>(neighbour, visited, next, size, argc > 1);
    cudaMemcpy(host, size, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(neighbour);
    cudaFree(visited);
    cudaFree(next);
    cudaFree(size);
    return argc > 1 && host[0] != 32;
}
