// Tiles sorted in shared memory by merging ranks, then merged pairwise in global memory; keys with
// values, stable. Kernels in a header's templates, an interface in C, checks in another file.
#include <stdio.h>
#include <stdlib.h>
#include "merge_sort.h"
#include "kernels.cuh"

template <uint sortDir>
__global__ void mergeSortSharedKernel(uint *d_Key, uint *d_Val, uint n) {
    __shared__ uint s_key[TILE];
    __shared__ uint s_val[TILE];
    const uint base = blockIdx.x * TILE;
    s_key[threadIdx.x] = base + threadIdx.x < n ? d_Key[base + threadIdx.x] : ~0U;
    s_key[threadIdx.x + TILE / 2] = base + threadIdx.x + TILE / 2 < n ? d_Key[base + threadIdx.x + TILE / 2] : ~0U;
    s_val[threadIdx.x] = base + threadIdx.x < n ? d_Val[base + threadIdx.x] : ~0U;
    s_val[threadIdx.x + TILE / 2] = base + threadIdx.x + TILE / 2 < n ? d_Val[base + threadIdx.x + TILE / 2] : ~0U;
    for (uint stride = 1; stride < TILE; stride <<= 1) {
        uint lPos = threadIdx.x & (stride - 1);
        uint *baseKey = s_key + 2 * (threadIdx.x - lPos);
        uint *baseVal = s_val + 2 * (threadIdx.x - lPos);
        __syncthreads();
        uint keyA = baseKey[lPos + 0], valA = baseVal[lPos + 0];
        uint keyB = baseKey[lPos + stride], valB = baseVal[lPos + stride];
        uint posA = binarySearchExclusive<sortDir>(keyA, baseKey + stride, stride, stride) + lPos;
        uint posB = binarySearchInclusive<sortDir>(keyB, baseKey + 0, stride, stride) + lPos;
        __syncthreads();
        baseKey[posA] = keyA;
        baseVal[posA] = valA;
        baseKey[posB] = keyB;
        baseVal[posB] = valB;
    }
    __syncthreads();
    for (uint i = threadIdx.x; i < TILE; i += TILE / 2)
        if (base + i < n) d_Key[base + i] = s_key[i], d_Val[base + i] = s_val[i];
}

template <uint sortDir>
__global__ void mergePairs(uint *dstKey, uint *dstVal, uint *srcKey, uint *srcVal, uint run, uint n) {
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint pair = i / (2 * run) * (2 * run), middle = umin(pair + run, n), end = umin(pair + 2 * run, n);
    const bool left = i < middle;
    const uint key = srcKey[i];
    const uint rank = left ? binarySearchExclusive<sortDir>(key, srcKey + middle, end - middle, run)
                           : binarySearchInclusive<sortDir>(key, srcKey + pair, middle - pair, run);
    const uint to = left ? i + rank : i - (middle - pair) + rank;
    dstKey[to] = key;
    dstVal[to] = srcVal[i];
}

extern "C" void mergeSortOnDevice(uint *keys, uint *values, uint n) {
    uint *k[2], *v[2];
    const size_t bytes = n * sizeof(uint);
    for (int i = 0; i < 2; i++) {
        cudaMalloc((void **)&k[i], bytes);
        cudaMalloc((void **)&v[i], bytes);
    }
    cudaMemcpy(k[0], keys, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(v[0], values, bytes, cudaMemcpyHostToDevice);
    mergeSortSharedKernel<1U><<<(n + TILE - 1) / TILE, TILE / 2>>>(k[0], v[0], n);
    int from = 0;
    for (uint run = TILE; run < n; run *= 2, from ^= 1)
        mergePairs<1U><<<(n + 127) / 128, 128>>>(k[from ^ 1], v[from ^ 1], k[from], v[from], run, n);
    cudaMemcpy(keys, k[from], bytes, cudaMemcpyDeviceToHost);
    cudaMemcpy(values, v[from], bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++) {
        cudaFree(k[i]);
        cudaFree(v[i]);
    }
}

int main() {
    const uint n = 1500;
    uint *keys = new uint[n], *values = new uint[n], *original = new uint[n];
    for (uint i = 0; i < n; i++) {
        original[i] = keys[i] = rand() % 500;
        values[i] = i;
    }
    mergeSortOnDevice(keys, values, n);
    const int ok = validate(keys, values, original, n);
    delete[] keys;
    delete[] values;
    delete[] original;
    printf(ok ? "OK\n" : "FAILED\n");
    return !ok;
}
