// Asks the device about itself and lets the runtime choose launch shapes.
#include <cuda_runtime.h>

#include <cstdio>

template <int Work>
__global__ void saxpy(float a, const float* x, float* y, int n) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * Work;
#pragma unroll
    for (int k = 0; k < Work; ++k)
        if (first + k < n) y[first + k] += a * x[first + k];
}

__global__ void needs_shared(float* out) {
    extern __shared__ float big[];
    big[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = big[blockDim.x - 1 - threadIdx.x];
}

int main() {
    int count = 0, driver = 0, runtime = 0;
    cudaGetDeviceCount(&count);
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    if (count < 1 || cudaSetDevice(0) != cudaSuccess) return 1;
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    std::printf("%s: compute capability %d.%d, %d multiprocessors, warps of %d\n", properties.name,
                properties.major, properties.minor, properties.multiProcessorCount, properties.warpSize);
    std::printf("blocks of at most %d threads (%d x %d x %d), grids of %d x %d x %d\n",
                properties.maxThreadsPerBlock, properties.maxThreadsDim[0], properties.maxThreadsDim[1],
                properties.maxThreadsDim[2], properties.maxGridSize[0], properties.maxGridSize[1],
                properties.maxGridSize[2]);
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    bool ok = available <= total && properties.totalGlobalMem > 0 && runtime >= 11000 && driver >= runtime;

    const int n = 10000;
    float *x, *y, host[4] = {0, 0, 0, 0};
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    cudaMemset(y, 0, n * sizeof(float));
    int smallest_grid = 0, block = 0, resident = 0;
    cudaOccupancyMaxPotentialBlockSize(&smallest_grid, &block, saxpy<4>, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, saxpy<4>, block, 0);
    ok = ok && block >= 32 && block <= properties.maxThreadsPerBlock && resident >= 1;
    saxpy<4><<<(n / 4 + block - 1) / block, block>>>(2.0f, x, y, n);
    ok = ok && cudaDeviceSynchronize() == cudaSuccess;

    cudaFuncAttributes attributes;
    ok = ok && cudaFuncGetAttributes(&attributes, needs_shared) == cudaSuccess &&
         attributes.maxThreadsPerBlock >= 32;
    const int bytes = 60 * 1024;
    needs_shared<<<1, 32, bytes>>>(y);
    ok = ok && cudaGetLastError() == cudaErrorInvalidValue;
    cudaFuncSetAttribute(needs_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    needs_shared<<<1, 32, bytes>>>(y);
    ok = ok && cudaGetLastError() == cudaSuccess;
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    ok = ok && host[0] == 31 && host[3] == 28;

    saxpy<1><<<1, properties.maxThreadsPerBlock + 1>>>(1.0f, x, y, n);
    ok = ok && cudaPeekAtLastError() == cudaErrorInvalidConfiguration &&
         cudaGetLastError() == cudaErrorInvalidConfiguration && cudaGetLastError() == cudaSuccess;
    cudaFree(x);
    cudaFree(y);
    std::puts(ok ? "OK" : "FAILED");
    return !ok;
}
