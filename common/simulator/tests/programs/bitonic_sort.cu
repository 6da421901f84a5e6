// Sorting by bitonic networks: whole launches hidden in macros, C style throughout, keys and values,
// a shared-memory kernel for short strides and a global one for long strides.
#include <assert.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define SHARED_SIZE 256U
#define N 2048U

typedef unsigned int uint;

#define cudaSafe(x) { cudaError_t e_ = x; if (e_) { fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorString(e_)); exit(1); } }
#define LAUNCH(kernel, blocks, threads, ...) \
    do { kernel<<<(blocks), (threads)>>>(__VA_ARGS__); cudaSafe(cudaGetLastError()) } while (0)
#define SWAP(T, a, b) { T t_ = a; a = b; b = t_; }

static inline __device__ void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir)
{
    if ((keyA > keyB) == dir) {
        SWAP(uint, keyA, keyB)
        SWAP(uint, valA, valB)
    }
}

__global__ void bitonicShared(uint *d_Key, uint *d_Val)
{
    __shared__ uint s_key[SHARED_SIZE];
    __shared__ uint s_val[SHARED_SIZE];

    d_Key += blockIdx.x * SHARED_SIZE + threadIdx.x;
    d_Val += blockIdx.x * SHARED_SIZE + threadIdx.x;
    s_key[threadIdx.x + 0] = d_Key[0];
    s_val[threadIdx.x + 0] = d_Val[0];
    s_key[threadIdx.x + SHARED_SIZE / 2] = d_Key[SHARED_SIZE / 2];
    s_val[threadIdx.x + SHARED_SIZE / 2] = d_Val[SHARED_SIZE / 2];

    for (uint size = 2; size <= SHARED_SIZE; size <<= 1) {
        uint half = (size / 2);
        uint ddd = size < SHARED_SIZE ? ((threadIdx.x & half) != 0) : (blockIdx.x & 1);
        for (uint stride = half; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd ^ 1);
        }
    }
    __syncthreads();
    d_Key[0] = s_key[threadIdx.x];
    d_Val[0] = s_val[threadIdx.x];
    d_Key[SHARED_SIZE / 2] = s_key[threadIdx.x + SHARED_SIZE / 2];
    d_Val[SHARED_SIZE / 2] = s_val[threadIdx.x + SHARED_SIZE / 2];
}

__global__ void bitonicGlobal(uint *d_Key, uint *d_Val, uint size, uint stride)
{
    uint comparator = blockIdx.x * blockDim.x + threadIdx.x;
    uint ddd = 1 ^ ((comparator & (size / 2)) != 0);
    uint pos = 2 * comparator - (comparator & (stride - 1));
    if (size == N) ddd = 1;
    Comparator(d_Key[pos], d_Val[pos], d_Key[pos + stride], d_Val[pos + stride], ddd);
}

int main()
{
    static uint key[N], val[N], sorted_key[N], sorted_val[N];
    uint *d_key, *d_val, i, wrong = 0, state = 12345;
    for (i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        key[i] = state >> 20;
        val[i] = i;
    }
    cudaSafe(cudaMalloc((void **)&d_key, sizeof key));
    cudaSafe(cudaMalloc((void **)&d_val, sizeof val));
    cudaSafe(cudaMemcpy(d_key, key, sizeof key, cudaMemcpyHostToDevice));
    cudaSafe(cudaMemcpy(d_val, val, sizeof val, cudaMemcpyHostToDevice));

    LAUNCH(bitonicShared, N / SHARED_SIZE, SHARED_SIZE / 2, d_key, d_val);
    for (uint size = 2 * SHARED_SIZE; size <= N; size <<= 1)
        for (uint stride = size / 2; stride > 0; stride >>= 1)
            LAUNCH(bitonicGlobal, N / 256, 128, d_key, d_val, size, stride);

    cudaSafe(cudaMemcpy(sorted_key, d_key, sizeof key, cudaMemcpyDeviceToHost));
    cudaSafe(cudaMemcpy(sorted_val, d_val, sizeof val, cudaMemcpyDeviceToHost));
    cudaSafe(cudaFree(d_key));
    cudaSafe(cudaFree(d_val));
    for (i = 0; i < N; i++) {
        wrong += i > 0 && sorted_key[i - 1] > sorted_key[i];
        wrong += sorted_val[i] >= N || key[sorted_val[i]] != sorted_key[i];
    }
    puts(wrong ? "FAILED" : "OK");
    return wrong ? 1 : 0;
}
