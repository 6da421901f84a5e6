// The work-efficient scan with padded indices, over several blocks and levels, and a warp-wise one.
#include <stdio.h>
#include <stdlib.h>

#define LOG_NUM_BANKS 5
#define CONFLICT_FREE_OFFSET(n) ((n) >> LOG_NUM_BANKS)
#define BLOCK 128

__global__ void prescan(int *g_odata, const int *g_idata, int *sums, int n) {
    extern __shared__ int temp[];
    const int thid = threadIdx.x, base = blockIdx.x * 2 * BLOCK;
    int offset = 1, ai = thid, bi = thid + BLOCK;
    const int bankOffsetA = CONFLICT_FREE_OFFSET(ai), bankOffsetB = CONFLICT_FREE_OFFSET(bi);
    temp[ai + bankOffsetA] = base + ai < n ? g_idata[base + ai] : 0;
    temp[bi + bankOffsetB] = base + bi < n ? g_idata[base + bi] : 0;
    for (int d = BLOCK; d > 0; d >>= 1) {
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a), b += CONFLICT_FREE_OFFSET(b);
            temp[b] += temp[a];
        }
        offset *= 2;
    }
    if (thid == 0) {
        const int last = 2 * BLOCK - 1 + CONFLICT_FREE_OFFSET(2 * BLOCK - 1);
        if (sums) sums[blockIdx.x] = temp[last];
        temp[last] = 0;
    }
    for (int d = 1; d < 2 * BLOCK; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int a = offset * (2 * thid + 1) - 1, b = offset * (2 * thid + 2) - 1;
            a += CONFLICT_FREE_OFFSET(a), b += CONFLICT_FREE_OFFSET(b);
            int t = temp[a];
            temp[a] = temp[b];
            temp[b] += t;
        }
    }
    __syncthreads();
    if (base + ai < n) g_odata[base + ai] = temp[ai + bankOffsetA];
    if (base + bi < n) g_odata[base + bi] = temp[bi + bankOffsetB];
}
__global__ void uniformAdd(int *data, const int *sums, int n) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = sums[blockIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * 2 * BLOCK + threadIdx.x, k = 0; k < 2; k++, i += BLOCK)
        if (i < n) data[i] += sum;
}
static void scan(int *out, const int *in, int n) {
    const int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK);
    const size_t bytes = (2 * BLOCK + CONFLICT_FREE_OFFSET(2 * BLOCK)) * sizeof(int);
    int *sums = NULL;
    if (blocks > 1) cudaMalloc((void **)&sums, blocks * sizeof(int));
    prescan<<<blocks, BLOCK, bytes>>>(out, in, sums, n);
    if (blocks > 1) {
        scan(sums, sums, blocks);
        uniformAdd<<<blocks, BLOCK>>>(out, sums, n);
        cudaFree(sums);
    }
}
__global__ void shfl_scan(int *data) {
    __shared__ int sums[32];
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int value = data[threadIdx.x];
#pragma unroll
    for (int i = 1; i <= 16; i *= 2) {
        const unsigned mask = 0xffffffff;
        int n = __shfl_up_sync(mask, value, i, 32);
        if (lane >= i) value += n;
    }
    if (lane == warpSize - 1) sums[warp] = value;
    __syncthreads();
    if (warp == 0 && lane < blockDim.x / warpSize) {
        int s = sums[lane];
        const int mask = (1 << (blockDim.x / warpSize)) - 1;
        for (int i = 1; i <= blockDim.x / warpSize; i *= 2) {
            int n = __shfl_up_sync(mask, s, i, blockDim.x / warpSize);
            if (lane >= i) s += n;
        }
        sums[lane] = s;
    }
    __syncthreads();
    data[threadIdx.x] = value + (warp > 0 ? sums[warp - 1] : 0);
}

int main(void) {
    const int n = 3000;
    int *h = (int *)malloc(n * sizeof(int)), *r = (int *)malloc(n * sizeof(int)), *in, *out, ok = 1, sum = 0;
    for (int i = 0; i < n; i++) h[i] = rand() % 10;
    cudaMalloc((void **)&in, n * sizeof(int)), cudaMalloc((void **)&out, n * sizeof(int));
    cudaMemcpy(in, h, n * sizeof(int), cudaMemcpyHostToDevice);
    scan(out, in, n);
    cudaMemcpy(r, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; sum += h[i++]) ok &= r[i] == sum;
    shfl_scan<<<1, 256>>>(in);
    cudaMemcpy(r, in, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    sum = 0;
    for (int i = 0; i < 256; i++) ok &= r[i] == (sum += h[i]);
    free(h), free(r), cudaFree(in), cudaFree(out);
    puts(ok ? "OK" : "FAILED");
    return !ok;
}
