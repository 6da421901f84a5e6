// A record of a short and a byte has a byte of padding, which neither kernel nor copy ever stores.
#include <cuda_runtime.h>

#include <cstdio>

struct Entry {
    short value;
    unsigned char kind;
};

__global__ void make(Entry* entries) {
    entries[threadIdx.x].value = short(threadIdx.x);
    entries[threadIdx.x].kind = 3;
}

__global__ void reverse(const Entry* from, Entry* to, int n) {
    to[n - 1 - threadIdx.x] = from[threadIdx.x];
}

int main() {
    Entry *entries, *other, host[64];
    cudaMalloc(&entries, sizeof host);
    cudaMalloc(&other, sizeof host);
    make<<<1, 64>>>(entries);
    reverse<<<1, 64>>>(entries, other, 64);
    cudaMemcpy(host, other, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d %d\n", host[0].value, host[0].kind);
    cudaFree(entries);
    cudaFree(other);
}
