// Every rung of the reduction ladder behind one switch over template arguments, the last rungs with
// tiles, shuffles and two loads a thread.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <stdio.h>

namespace cg = cooperative_groups;

template <class T>
struct SharedMemory {
    __device__ inline operator T *() {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
    __device__ inline operator const T *() const {
        extern __shared__ int __smem[];
        return (T *)__smem;
    }
};
// double needs a name of its own, or the two declarations would disagree on the alignment.
template <>
struct SharedMemory<double> {
    __device__ inline operator double *() {
        extern __shared__ double __smem_d[];
        return (double *)__smem_d;
    }
};

template <class T>
__global__ void interleaved(T *g_idata, T *g_odata, unsigned int n) {
    cg::thread_block cta = cg::this_thread_block();
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    sdata[tid] = (i < n) ? g_idata[i] : 0;
    cg::sync(cta);
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if ((tid % (2 * s)) == 0) sdata[tid] += sdata[tid + s];
        cg::sync(cta);
    }
    if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

template <class T>
__global__ void sequential(T *g_idata, T *g_odata, unsigned int n) {
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    T mySum = (i < n) ? g_idata[i] : 0;
    if (i + blockDim.x < n) mySum += g_idata[i + blockDim.x];
    sdata[tid] = mySum;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) g_odata[blockIdx.x] = mySum;
}

template <class T, unsigned int blockSize, bool nIsPow2>
__global__ void unrolled(T *g_idata, T *g_odata, unsigned int n) {
    cg::thread_block cta = cg::this_thread_block();
    T *sdata = SharedMemory<T>();
    unsigned int tid = threadIdx.x;
    unsigned int gridSize = blockSize * gridDim.x;
    T mySum = 0;
    unsigned int i = blockIdx.x * blockSize * (nIsPow2 ? 2 : 1) + threadIdx.x;
    if (nIsPow2) gridSize <<= 1;
    while (i < n) {
        mySum += g_idata[i];
        if (nIsPow2 && i + blockSize < n) mySum += g_idata[i + blockSize];
        i += gridSize;
    }
    sdata[tid] = mySum;
    cg::sync(cta);
    if ((blockSize >= 512) && (tid < 256)) sdata[tid] = mySum = mySum + sdata[tid + 256];
    cg::sync(cta);
    if ((blockSize >= 256) && (tid < 128)) sdata[tid] = mySum = mySum + sdata[tid + 128];
    cg::sync(cta);
    if ((blockSize >= 128) && (tid < 64)) sdata[tid] = mySum = mySum + sdata[tid + 64];
    cg::sync(cta);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    if (cta.thread_rank() < 32) {
        if (blockSize >= 64) mySum += sdata[tid + 32];
        for (int offset = tile32.size() / 2; offset > 0; offset /= 2)
            mySum += tile32.shfl_down(mySum, offset);
    }
    if (cta.thread_rank() == 0) g_odata[blockIdx.x] = mySum;
}

template <class T>
__global__ void by_tiles(T *g_idata, T *g_odata, unsigned int n) {
    cg::thread_block cta = cg::this_thread_block();
    T *partial = SharedMemory<T>();
    T mine = 0;
#pragma unroll 4
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += g_idata[i];
    auto warp = cg::tiled_partition<32>(cta);
    T sum = cg::reduce(warp, mine, cg::plus<T>());
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
    cta.sync();
    if (warp.meta_group_rank() == 0) {
        sum = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : T(0);
        sum = cg::reduce(warp, sum, cg::plus<T>());
        if (warp.thread_rank() == 0) g_odata[blockIdx.x] = sum;
    }
}

static bool isPow2(unsigned int x) { return ((x & (x - 1)) == 0); }

template <class T>
void reduce(int size, int threads, int blocks, int whichKernel, T *d_idata, T *d_odata) {
    dim3 dimBlock(threads, 1, 1);
    dim3 dimGrid(blocks, 1, 1);
    int smemSize = (threads <= 32) ? 2 * threads * sizeof(T) : threads * sizeof(T);
    switch (whichKernel) {
        case 0: interleaved<T><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
        case 1: sequential<T><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
        case 2:
            if (isPow2(size)) {
                switch (threads) {
                    case 256: unrolled<T, 256, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
                    case 64: unrolled<T, 64, true><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
                }
            } else {
                switch (threads) {
                    case 256: unrolled<T, 256, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
                    case 64: unrolled<T, 64, false><<<dimGrid, dimBlock, smemSize>>>(d_idata, d_odata, size); break;
                }
            }
            break;
        default: by_tiles<T><<<dimGrid, dimBlock, 32 * sizeof(T)>>>(d_idata, d_odata, size); break;
    }
}

template <class T>
bool runTest(int size, int threads) {
    T *h = (T *)malloc(size * sizeof(T)), expected = 0, *d_in, *d_out;
    for (int i = 0; i < size; i++) expected += h[i] = (T)(rand() & 0xFF);
    cudaMalloc((void **)&d_in, size * sizeof(T));
    cudaMalloc((void **)&d_out, size * sizeof(T));
    cudaMemcpy(d_in, h, size * sizeof(T), cudaMemcpyHostToDevice);
    bool ok = true;
    for (int which = 0; which < 4; which++) {
        int blocks = (size + threads - 1) / threads;
        if (which == 1) blocks = (size + 2 * threads - 1) / (2 * threads);
        if (which >= 2) blocks = 3;
        reduce<T>(size, threads, blocks, which, d_in, d_out);
        T *part = new T[blocks], sum = 0;
        cudaMemcpy(part, d_out, blocks * sizeof(T), cudaMemcpyDeviceToHost);
        for (int b = 0; b < blocks; b++) sum += part[b];
        delete[] part;
        if (sum != expected) printf("kernel %d, %d elements, %d threads: wrong\n", which, size, threads), ok = false;
    }
    cudaFree(d_in);
    cudaFree(d_out);
    free(h);
    return ok;
}

int main() {
    bool ok = runTest<int>(1 << 12, 256) & runTest<float>(3000, 64) & runTest<double>(2048, 64) & runTest<int>(777, 256);
    puts(ok ? "OK" : "FAILED");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
