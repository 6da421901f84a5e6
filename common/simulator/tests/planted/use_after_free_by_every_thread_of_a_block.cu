// Every thread frees what thread 0 allocated.
#include <cstdio>
__global__ void k(int* out) {
    __shared__ int* a;
    if (threadIdx.x == 0) a = new int[32];
    __syncthreads();
    a[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    delete[] a;  // EXPECT use_after_free
}
int main() {
    int* p;
    cudaMalloc(&p, 128);
    k<<<1, 32>>>(p);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
