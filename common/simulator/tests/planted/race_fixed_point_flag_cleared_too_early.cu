// Rounds until nothing changes: thread 0 clears the flag for the next round while other warps still
// read it at the end of this one.
// NEAR-MISS: argument
// SAYS: In the loop there is no __syncthreads() between line
// NO WITNESS: the threads that go round too often find nothing to change
#include <cuda_runtime.h>

#include <cstdio>

__global__ void smallest_of_a_chain(int* label) {
    __shared__ int labels[64], changed;
    const int i = threadIdx.x;
    labels[i] = label[i];
    do {
        if (i == 0) changed = 0;  // OTHER race
        __syncthreads();          // MAY barrier_divergence warning
        const int before = atomicAdd(&labels[i / 2], 0);
        if (atomicMin(&labels[i], before) > before) atomicExch(&changed, 1);
        __syncthreads();  // MAY barrier_divergence warning
    } while (changed);    // EXPECT race
    label[i] = labels[i];
}

__global__ void smallest_in_rounds(int* label) {
    __shared__ int labels[64], changed;
    const int i = threadIdx.x;
    labels[i] = label[i];
    do {
        __syncthreads();
        if (i == 0) changed = 0;
        __syncthreads();
        const int before = atomicAdd(&labels[i / 2], 0);
        if (atomicMin(&labels[i], before) > before) atomicExch(&changed, 1);
        __syncthreads();
    } while (changed);
    label[i] = labels[i];
}

int main(int argc, char**) {
    int host[64], *label;
    for (int i = 0; i < 64; ++i) host[i] = i;
    cudaMalloc(&label, sizeof host);
    cudaMemcpy(label, host, sizeof host, cudaMemcpyHostToDevice);
    if (argc > 1)
        smallest_in_rounds<<<1, 64>>>(label);
    else
        smallest_of_a_chain<<<1, 64>>>(label);
    cudaMemcpy(host, label, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[63]);
    cudaFree(label);
}
