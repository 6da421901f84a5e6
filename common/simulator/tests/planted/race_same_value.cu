// Every thread that finds the key raises the same flag with the same value: harmless, and a race.
// NEAR-MISS: argument
// NO WITNESS: all store the same
#include <cuda_runtime.h>

__global__ void contains(int* found, const int* keys, int key, bool fixed) {
    if (keys[threadIdx.x] != key) return;
    if (fixed)
        atomicExch(found, 1);
    else
        *found = 1;  // EXPECT race warning // OTHER race warning
}

int main(int argc, char**) {
    int host[96];
    for (int i = 0; i < 96; ++i) host[i] = i % 3;
    int *keys, *found;
    cudaMalloc(&keys, sizeof host);
    cudaMalloc(&found, sizeof(int));
    cudaMemcpy(keys, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(found, 0, sizeof(int));
    contains<<<1, 96>>>(found, keys, 2, argc > 1);
    int answer = 0;
    cudaMemcpy(&answer, found, sizeof answer, cudaMemcpyDeviceToHost);
    cudaFree(keys);
    cudaFree(found);
    return answer == 1 ? 0 : 1;
}
