// Dynamic shared memory carved into arrays of several types with alignment, whose size is set by
// cudaFuncSetAttribute beyond 48 KiB; a class template makes the carving typed.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

struct Carver {
    unsigned char* at;
    template <class T>
    __device__ T* take(int count) {
        at = reinterpret_cast<unsigned char*>(
            (reinterpret_cast<std::uintptr_t>(at) + alignof(T) - 1) / alignof(T) * alignof(T));
        T* const result = reinterpret_cast<T*>(at);
        at += count * sizeof(T);
        return result;
    }
};

extern __shared__ __align__(16) unsigned char arena[];

__global__ void work(const float4* in, double* out, int n, int flags_count) {
    Carver carver{arena};
    unsigned char* const flags = carver.take<unsigned char>(flags_count);
    float4* const tile = carver.take<float4>(blockDim.x);
    double* const sums = carver.take<double>(blockDim.x);
    for (int i = threadIdx.x; i < flags_count; i += blockDim.x) flags[i] = i % 3 == 0;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = i < n ? in[i] : make_float4(0, 0, 0, 0);
    __syncthreads();
    const float4 mine = tile[blockDim.x - 1 - threadIdx.x];
    sums[threadIdx.x] =
        flags[threadIdx.x % flags_count] ? double(mine.x) + mine.y + mine.z + mine.w : 0.0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

int main() {
    const int threads = 1024, blocks = 2, n = 1900, flags = 30011;
    std::vector<float4> host(n);
    for (int i = 0; i < n; ++i) host[i] = make_float4(i, 1, 2, 3);
    float4* in;
    double *out, result[blocks];
    cudaMalloc(&in, n * sizeof(float4));
    cudaMalloc(&out, sizeof result);
    cudaMemcpy(in, host.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    const int bytes = (flags + 15) / 16 * 16 + threads * int(sizeof(float4) + sizeof(double));
    cudaFuncSetAttribute(work, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    work<<<blocks, threads, bytes>>>(in, out, n, flags);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    bool ok = cudaGetLastError() == cudaSuccess;
    for (int b = 0; b < blocks; ++b) {
        double expected = 0;
        for (int t = 0; t < threads; t += 3) {
            const int i = b * threads + threads - 1 - t;
            if (i < n) expected += i + 6.0;
        }
        ok = ok && result[b] == expected;
    }
    std::puts(ok ? "OK" : "wrong");
    cudaFree(in);
    cudaFree(out);
}
