// Shared, constant, managed and device variables in their usual forms.
#include <cstdio>

constexpr int tile = 32;
__constant__ float weights[64];
__managed__ int total;
__device__ int counter = 0;
__device__ unsigned long long state[4] = {1, 2, 3, 4};

template <class T>
__device__ T* dynamic_shared() {
    extern __shared__ unsigned char bytes[];
    return reinterpret_cast<T*>(bytes);
}

__global__ void transpose(float* out, const float* in, int n) {
    __shared__ float t[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x < n && y < n) t[threadIdx.y][threadIdx.x] = in[y * n + x] * weights[threadIdx.x];
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x, y = blockIdx.x * tile + threadIdx.y;
    if (x < n && y < n) out[y * n + x] = t[threadIdx.x][threadIdx.y];
    double* scratch = dynamic_shared<double>();
    scratch[threadIdx.x] = 0;
    if (threadIdx.x + threadIdx.y == 0) {
        printf("block %d of %d\n", blockIdx.x, gridDim.x);
        atomicAdd(&counter, 1);
        atomicCAS(&state[0], 1ull, 2ull);
        atomicAdd_block(&total, 1);
        atomicExch(&total, atomicMax(&total, 3));
    }
}

void f(float* out, const float* in, int n) {
    float host[64] = {};
    cudaMemcpyToSymbol(weights, host, sizeof(host));
    dim3 block(tile, tile), grid((n + tile - 1) / tile, (n + tile - 1) / tile);
    transpose<<<grid, block, tile * sizeof(double)>>>(out, in, n);
    int got = 0;
    cudaMemcpyFromSymbol(&got, counter, sizeof(int));
    void* address = nullptr;
    cudaGetSymbolAddress(&address, state);
    cudaFuncSetAttribute(transpose, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaFuncSetCacheConfig(transpose, cudaFuncCachePreferL1);
}
