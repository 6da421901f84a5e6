// A careful program provokes errors on purpose and expects the codes that CUDA documents: some are
// sticky only until they are read.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void nothing() {}

static int failures = 0;

static void expect(cudaError_t got, cudaError_t wanted, int line) {
    if (got == wanted) return;
    std::printf("line %d: %s where %s was expected\n", line, cudaGetErrorName(got), cudaGetErrorName(wanted));
    ++failures;
}
#define EXPECT(call, wanted) expect((call), (wanted), __LINE__)

int main() {
    EXPECT(cudaGetLastError(), cudaSuccess);
    nothing<<<0, 1>>>();
    EXPECT(cudaPeekAtLastError(), cudaErrorInvalidConfiguration);
    EXPECT(cudaGetLastError(), cudaErrorInvalidConfiguration);
    EXPECT(cudaGetLastError(), cudaSuccess);
    nothing<<<dim3(1, 70000), 1>>>();
    EXPECT(cudaGetLastError(), cudaErrorInvalidConfiguration);
    nothing<<<1, dim3(1, 1, 65)>>>();
    EXPECT(cudaGetLastError(), cudaErrorInvalidConfiguration);

    void* p = nullptr;
    EXPECT(cudaMalloc(&p, (size_t)1 << 60), cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError(), cudaErrorMemoryAllocation);
    EXPECT(cudaMalloc(&p, 0), cudaSuccess);
    EXPECT(cudaFree(nullptr), cudaSuccess);
    EXPECT(cudaSetDevice(1000), cudaErrorInvalidDevice);
    EXPECT(cudaGetLastError(), cudaErrorInvalidDevice);

    cudaEvent_t event;
    float ms;
    EXPECT(cudaEventCreate(&event), cudaSuccess);
    EXPECT(cudaEventElapsedTime(&ms, event, event), cudaErrorInvalidResourceHandle);
    EXPECT(cudaEventDestroy(event), cudaSuccess);
    cudaGetLastError();

    nothing<<<1, 1>>>();
    EXPECT(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT(cudaGetLastError(), cudaSuccess);
    if (std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") != 0) ++failures;
    if (std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") != 0) ++failures;
    if (std::strcmp(cudaGetErrorString(cudaSuccess), "no error") != 0) ++failures;
    std::puts(failures ? "FAILED" : "OK");
    return failures != 0;
}
