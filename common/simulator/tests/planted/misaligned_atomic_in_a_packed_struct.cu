// 64-bit atomics at every 4 bytes; a packed struct.
#include <cstdio>
#pragma pack(push, 4)
struct Entry {
    int key;
    unsigned long long count;
};
#pragma pack(pop)
__global__ void k(Entry* e) {
    atomicAdd(&e[threadIdx.x].count, 1ull);  // EXPECT misaligned
}
int main() {
    Entry* p;
    cudaMalloc(&p, 32 * sizeof *p);
    cudaMemset(p, 0, 32 * sizeof *p);
    k<<<1, 32>>>(p);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
