/* Sum, minimum and maximum of an array in the manner of the vendor's samples: kernels templated on
 * type and block size, dynamic shared memory through a struct specialised for each type, C-style
 * error checks. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t status_ = (call);                                            \
        if (status_ != cudaSuccess) {                                            \
            fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", __FILE__, __LINE__,   \
                    #call, cudaGetErrorName(status_), cudaGetErrorString(status_)); \
            exit(EXIT_FAILURE);                                                  \
        }                                                                        \
    } while (0)

// Two extern arrays of one name and different types are an error, hence one name a type.
template <class T>
struct SharedMemory;
template <>
struct SharedMemory<int> {
    __device__ static int* get() {
        extern __shared__ int ints[];
        return ints;
    }
};
template <>
struct SharedMemory<double> {
    __device__ static double* get() {
        extern __shared__ double doubles[];
        return doubles;
    }
};

struct Plus {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
struct Larger {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T, unsigned int blockSize, class Op>
__global__ void reduce(const T* __restrict__ g_idata, T* __restrict__ g_odata, unsigned int n, T neutral,
                       Op op) {
    T* sdata = SharedMemory<T>::get();
    unsigned int tid = threadIdx.x;
    unsigned int gridSize = blockSize * 2 * gridDim.x;
    T mine = neutral;
    for (unsigned int i = blockIdx.x * blockSize * 2 + tid; i < n; i += gridSize) {
        mine = op(mine, g_idata[i]);
        if (i + blockSize < n) mine = op(mine, g_idata[i + blockSize]);
    }
    sdata[tid] = mine;
    __syncthreads();
#pragma unroll
    for (unsigned int s = blockSize / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] = mine = op(mine, sdata[tid + s]);
        __syncthreads();
    }
    if (tid < 32) {
        if (blockSize >= 64) mine = op(mine, sdata[tid + 32]);
        for (int offset = 16; offset > 0; offset /= 2)
            mine = op(mine, __shfl_down_sync(0xffffffff, mine, offset));
    }
    if (tid == 0) g_odata[blockIdx.x] = mine;
}

template <class T, class Op>
T reduceOnDevice(const T* d_in, unsigned int n, int threads, T neutral, Op op) {
    const int blocks = 6;
    T* d_out;
    CHECK(cudaMalloc((void**)&d_out, blocks * sizeof(T)));
    size_t smem = threads * sizeof(T);
    switch (threads) {
        case 256: reduce<T, 256><<<blocks, threads, smem>>>(d_in, d_out, n, neutral, op); break;
        case 128: reduce<T, 128><<<blocks, threads, smem>>>(d_in, d_out, n, neutral, op); break;
        case 32: reduce<T, 32><<<blocks, threads, smem>>>(d_in, d_out, n, neutral, op); break;
        default: fprintf(stderr, "no kernel for %d threads\n", threads); exit(EXIT_FAILURE);
    }
    CHECK(cudaGetLastError());
    T partial[blocks], result = neutral;
    CHECK(cudaMemcpy(partial, d_out, sizeof(partial), cudaMemcpyDeviceToHost));
    for (int i = 0; i < blocks; i++) result = op(result, partial[i]);
    CHECK(cudaFree(d_out));
    return result;
}

template <class T>
bool test(unsigned int n, int threads) {
    T *h_in = (T*)malloc(n * sizeof(T)), *d_in;
    T sum = 0, largest = -1000;
    for (unsigned int i = 0; i < n; i++) {
        h_in[i] = (T)((i * 7919) % 613) - 300;
        sum += h_in[i];
        largest = Larger()(largest, h_in[i]);
    }
    CHECK(cudaMalloc((void**)&d_in, n * sizeof(T)));
    CHECK(cudaMemcpy(d_in, h_in, n * sizeof(T), cudaMemcpyHostToDevice));
    T gotSum = reduceOnDevice(d_in, n, threads, (T)0, Plus());
    T gotLargest = reduceOnDevice(d_in, n, threads, (T)-1000, Larger());
    CHECK(cudaFree(d_in));
    free(h_in);
    if (gotSum != sum || gotLargest != largest) {
        printf("n = %u, %d threads: wrong\n", n, threads);
        return false;
    }
    return true;
}

int main(void) {
    bool ok = true;
    const unsigned int sizes[] = {1, 31, 1000, 5003};
    const int threads[] = {32, 128, 256};
    for (int s = 0; s < 4; s++)
        for (int t = 0; t < 3; t++) {
            ok = test<int>(sizes[s], threads[t]) && ok;
            ok = test<double>(sizes[s], threads[t]) && ok;
        }
    printf(ok ? "OK\n" : "FAILED\n");
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
