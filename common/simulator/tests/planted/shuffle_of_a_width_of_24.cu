// A width that is no power of two.
// SAYS: its shuffle has a width of 24
#include <cstdio>
__global__ void k(int* p) {
    int v = threadIdx.x;
    for (int d = 12; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d, 24);  // EXPECT uninitialized_read warning
    p[threadIdx.x] = v;
}
int main() {
    int* p;
    cudaMalloc(&p, 128);
    k<<<1, 32>>>(p);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
