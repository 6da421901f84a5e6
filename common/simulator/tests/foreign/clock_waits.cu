// Kernels that wait for the clock: a thread that keeps a stream busy for so many clocks, threads
// that each wait for their own; and a clock that goes on from launch to launch. And a lerp of the
// program's own, which C++20's <math.h> must leave alone.
#include <cuda_runtime.h>

#include <cstdio>

static int failures = 0;
static void expect(bool good, const char* what) {
    if (good) return;
    ++failures;
    std::printf("FAILED %s\n", what);
}

__global__ void keep_busy(long long clocks, long long* waited) {
    const long long start = clock64();
    while (clock64() - start < clocks) {
    }
    *waited = clock64() - start;
}

__device__ void wait(unsigned int clocks) {
    const clock_t start = clock();
    clock_t now;
    for (;;) {
        now = clock();
        const clock_t gone = now > start ? now - start : now + (0xffffffff - start);
        if (gone >= clocks) break;
    }
}
__global__ void each_waits(float* values) {
    wait(10000 * (threadIdx.x + 1));
    values[blockIdx.x * blockDim.x + threadIdx.x] = 2.0f;
}

// clock() is the device's clock in a kernel, and not the C library's.
__global__ void waits_by_the_short_name(clock_t clocks, clock_t* waited) {
    const clock_t start = clock();
    while (clock() - start < clocks) {
    }
    *waited = clock() - start;
}

// Seeds from a clock: the second launch's must differ from the first's.
__global__ void read_clock(long long* at) {
    at[threadIdx.x] = clock64();
}
static void a_later_launch_sees_a_later_time() {
    long long* at;
    cudaMallocManaged(&at, 64 * sizeof(*at));
    read_clock<<<1, 32>>>(at);
    read_clock<<<1, 32>>>(at + 32);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; ++i) expect(at[32 + i] > at[31], "later");
    cudaFree(at);
}

int main() {
    a_later_launch_sees_a_later_time();
    long long* waited;
    float* values;
    cudaMallocManaged(&waited, 4 * sizeof(*waited));
    cudaMallocManaged(&values, 128 * sizeof(float));
    cudaStream_t streams[4];
    for (int i = 0; i < 4; ++i) {
        cudaStreamCreate(&streams[i]);
        keep_busy<<<1, 1, 0, streams[i]>>>(1'000'000'000LL, &waited[i]);
    }
    each_waits<<<2, 64>>>(values);
    expect(cudaDeviceSynchronize() == cudaSuccess, "all come to an end");
    for (int i = 0; i < 4; ++i) {
        expect(waited[i] >= 1'000'000'000LL, "so long");
        cudaStreamDestroy(streams[i]);
    }
    expect(values[127] == 2.0f, "and work behind it");
    clock_t* by_clock;
    cudaMallocManaged(&by_clock, sizeof(*by_clock));
    waits_by_the_short_name<<<1, 1>>>(2'000'000'000, by_clock);
    cudaDeviceSynchronize();
    expect(*by_clock >= 2'000'000'000, "the device's clock");
    expect(clock() < 1000 * CLOCKS_PER_SEC, "the host's clock");
    cudaFree(by_clock);
    cudaFree(waited);
    cudaFree(values);
    if (failures == 0) std::printf("OK\n");
    return failures;
}
