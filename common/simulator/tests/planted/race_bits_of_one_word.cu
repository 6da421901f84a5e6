// Each thread sets its own bit, but 32 bits share a word that is read, changed and written back.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void mark_odd(unsigned* mask, const int* in) {
    __shared__ unsigned words[4];
    const int t = threadIdx.x;
    if (t < 4) words[t] = 0;
    __syncthreads();
    if (in[t] & 1) words[t / 32] |= 1u << (t % 32);  // EXPECT race
    __syncthreads();
    if (t < 4) mask[t] = words[t];
}

int main() {
    int host[128], *in;
    unsigned* mask;
    for (int i = 0; i < 128; ++i) host[i] = i * 7;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&mask, 4 * sizeof(unsigned));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    mark_odd<<<1, 128>>>(mask, in);
    unsigned first;
    cudaMemcpy(&first, mask, sizeof first, cudaMemcpyDeviceToHost);
    std::printf("%x\n", first);
    cudaFree(in);
    cudaFree(mask);
}
