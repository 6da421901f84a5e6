// The smaller parts of libcu++: latches and semaphores, operators and rounding, the standard
// library's types by the device's names; marks for a profiler with all their attributes.

// NVCC: --extended-lambda --expt-relaxed-constexpr
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/bitset>
#include <cuda/std/numbers>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

constexpr int threads = 96;

// All store before any reads.
__global__ void behind_a_latch(int* to) {
    __shared__ int values[threads];
    __shared__ cuda::latch<cuda::thread_scope_block>* all;
    __shared__ alignas(16) char room[sizeof(cuda::latch<cuda::thread_scope_block>)];
    if (threadIdx.x == 0) all = new (room) cuda::latch<cuda::thread_scope_block>(threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    all->arrive_and_wait();
    to[threadIdx.x] = values[threads - 1 - threadIdx.x];
}

// One at a time, of several blocks.
__device__ int entered;
__global__ void one_at_a_time(cuda::binary_semaphore<cuda::thread_scope_device>* free) {
    free->acquire();
    entered = entered + 1;
    free->release();
}

__global__ void numbers(int* to) {
    cuda::std::bitset<8> bits(5);
    to[0] = int(bits.count()) + cuda::ceil_div(10, 4) + cuda::round_up(10, 4);
    to[1] = cuda::maximum<int>()(3, 4) + cuda::minimum<>()(3, 4) + cuda::round_down(11, 4);
    to[2] = int(1000 * cuda::std::numbers::pi_v<float>);
}

int main() {
    int* values;
    cuda::binary_semaphore<cuda::thread_scope_device>* free;
    cudaMallocManaged(&values, threads * sizeof(int));
    cudaMallocManaged(&free, sizeof(*free));
    behind_a_latch<<<1, threads>>>(values);
    cudaDeviceSynchronize();
    expect(values[0] == threads - 1 && values[threads - 1] == 0, "behind a latch");
    new (free) cuda::binary_semaphore<cuda::thread_scope_device>(1);
    one_at_a_time<<<4, 8>>>(free);
    int count = 0;
    cudaMemcpyFromSymbol(&count, entered, sizeof(count));
    expect(count == 32, "one at a time");
    numbers<<<1, 1>>>(values);
    cudaDeviceSynchronize();
    expect(values[0] == 17 && values[1] == 15 && values[2] == 3141, "whole numbers");
    const auto twice =
        cuda::proclaim_return_type<int>([] __host__ __device__(int x) { return 2 * x; });
    expect(twice(4) == 8, "a promised result");

    nvtxEventAttributes_t mark = {};
    mark.version = NVTX_VERSION;
    mark.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    mark.colorType = NVTX_COLOR_ARGB;
    mark.color = 0xff00ff00;
    mark.messageType = NVTX_MESSAGE_TYPE_ASCII;
    mark.message.ascii = "numbers";
    nvtxRangePushEx(&mark);
    nvtxRangePop();
    nvtxRangeEnd(nvtxRangeStartA("all"));
    cudaFree(values);
    cudaFree(free);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
