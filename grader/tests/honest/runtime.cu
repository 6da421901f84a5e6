// The runtime's calls around a launch.
#include <cooperative_groups.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void increment(float* y, int n) {
    auto grid = cg::this_grid();
    for (int i = grid.thread_rank(); i < n; i += grid.num_threads()) y[i] += 1;
    cg::sync(grid);
}

cudaError_t f(float* y, int n) {
    int device = 0, blocks = 0, multiprocessors = 0, cooperative = 0, size = 0, least = 0;
    cudaGetDevice(&device);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, increment, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&least, &size, increment, 0, 0);
    std::printf("%s: %d\n", properties.name, properties.multiProcessorCount);
    void* arguments[] = {&y, &n};
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaError_t error = cudaLaunchCooperativeKernel(
        reinterpret_cast<void*>(increment), blocks * multiprocessors, 256, arguments, 0, stream);
    cudaEvent_t done;
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaEventRecord(done, stream);
    cudaStreamWaitEvent(stream, done, 0);
    cudaStreamSynchronize(stream);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(4);
    config.blockDim = dim3(256);
    cudaLaunchKernelEx(&config, increment, y, n);
    if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorName(error));
    float *pitched, *pinned, *managed;
    std::size_t pitch;
    cudaMallocPitch(&pitched, &pitch, 100, 10);
    cudaMallocHost(&pinned, 400);
    cudaMallocManaged(&managed, 400);
    cudaMemcpy2DAsync(pitched, pitch, pinned, 40, 40, 10, cudaMemcpyDefault, stream);
    cudaMemPrefetchAsync(managed, 400, cudaMemLocation{cudaMemLocationTypeDevice, device}, 0,
                         stream);
    cudaPointerAttributes attributes;
    cudaPointerGetAttributes(&attributes, managed);
    cudaFree(pitched), cudaFree(managed), cudaFreeHost(pinned);
    cudaMallocAsync(&pitched, 400, stream);
    cudaFreeAsync(pitched, stream);
    cudaProfilerStart(), cudaProfilerStop();
    cudaEventDestroy(done), cudaStreamDestroy(stream);
    return cudaPeekAtLastError();
}
