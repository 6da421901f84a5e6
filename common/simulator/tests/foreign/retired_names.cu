// Headers and names that a current toolkit no longer shows, as programs of many years have them.

// NVCC before 13
#include <common_functions.h>
#include <cooperative_groups/details/scan.h>
#include <cub/util_ptx.cuh>
#include <device_double_functions.h>
#include <sm_20_atomic_functions.h>
#include <sm_30_intrinsics.h>
#include <sm_60_atomic_functions.h>
#include <stdio.h>
#include <thrust/host_vector.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <vector>
namespace cg = cooperative_groups;

__global__ void running_sums(int *x) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    x[threadIdx.x] = cg::inclusive_scan(tile, x[threadIdx.x], cg::plus<int>()) + int(cub::LaneId()) - int(threadIdx.x % 32);
}

int main() {
    cudaDeviceProp of_device;
    size_t stack = 0;
    cudaFuncCache preferred;
    if (cudaThreadSetLimit(cudaLimitStackSize, 2048) || cudaThreadGetLimit(&stack, cudaLimitStackSize) ||
        cudaThreadSetCacheConfig(cudaFuncCachePreferL1) || cudaThreadGetCacheConfig(&preferred) ||
        cudaGetDeviceProperties_v2(&of_device, 0))
        return 1;
    const int n = 64;
    int *x = nullptr;
    cudaMallocManaged(&x, n * sizeof(int));
    const cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
    cudaMemAdvise_v2(x, n * sizeof(int), cudaMemAdviseSetPreferredLocation, device);
    cudaMemPrefetchAsync_v2(x, n * sizeof(int), device, 0, nullptr);
    cudaThreadSynchronize();
    for (int i = 0; i < n; ++i) x[i] = i;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    running_sums<<<1, n>>>(x);
    cudaEventRecord(stop);
    cudaThreadSynchronize();
    float milliseconds = -1;
    cudaEventElapsedTime_v2(&milliseconds, start, stop);
    bool good = stack == 2048 && milliseconds >= 0;
    for (int i = 0; i < n; ++i) {
        const int first = i / 32 * 32;
        good = good && x[i] == (first + i) * (i - first + 1) / 2;
    }
    {
        using Pinned = thrust::system::cuda::experimental::pinned_allocator<float>;
        const std::vector<float, Pinned> on_host(4, 2.0f);
        const thrust::host_vector<float, Pinned> copied = on_host;
        good = good && copied[3] == 2;
    }
    cudaFree(x);
    cudaThreadExit();
    puts(good ? "OK" : "FAILED");
    return good ? 0 : 1;
}
