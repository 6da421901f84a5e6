// The driver API as introductions use it: the device's properties, a context, memory and events,
// with a kernel of this file between the copies.
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call)                                            \
    do {                                                       \
        const CUresult result = (call);                        \
        if (result != CUDA_SUCCESS) {                          \
            const char* text = nullptr;                        \
            cuGetErrorString(result, &text);                   \
            std::printf("%s: %s\n", #call, text ? text : "?"); \
            return 1;                                          \
        }                                                      \
    } while (0)

__global__ void square(int* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= values[i];
}

int main() {
    CHECK(cuInit(0));
    int count = 0, major = 0, minor = 0, warp = 0;
    CHECK(cuDeviceGetCount(&count));
    CUdevice device;
    CHECK(cuDeviceGet(&device, 0));
    if (cuDeviceGet(&device, count) != CUDA_ERROR_INVALID_DEVICE) return 1;
    char name[100] = "";
    CHECK(cuDeviceGetName(name, sizeof name, device));
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    CHECK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    size_t memory = 0;
    CHECK(cuDeviceTotalMem(&memory, device));

    CUcontext context, current;
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuCtxGetCurrent(&current));
    constexpr int N = 1000;
    std::vector<int> values(N);
    for (int i = 0; i < N; ++i) values[i] = i - N / 2;
    CUdeviceptr pointer;
    CHECK(cuMemAlloc(&pointer, N * sizeof(int)));
    CUdeviceptr base = 0;
    size_t size = 0;
    CHECK(cuMemGetAddressRange(&base, &size, pointer + 12));
    if (base != pointer || size != N * sizeof(int)) return 1;
    if (cuMemGetAddressRange(&base, &size, (CUdeviceptr)&size) == CUDA_SUCCESS) return 1;
    CHECK(cuMemcpyHtoD(pointer, values.data(), N * sizeof(int)));
    CUevent start, stop;
    CHECK(cuEventCreate(&start, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(start, 0));
    square<<<(N + 127) / 128, 128>>>(reinterpret_cast<int*>(pointer), N);
    CHECK(cuEventRecord(stop, 0));
    CHECK(cuEventSynchronize(stop));
    float milliseconds = -1;
    CHECK(cuEventElapsedTime(&milliseconds, start, stop));
    CHECK(cuMemcpyDtoH(values.data(), pointer, N * sizeof(int)));
    CHECK(cuCtxSynchronize());
    CHECK(cuEventDestroy(start));
    CHECK(cuEventDestroy(stop));
    CHECK(cuMemsetD32(pointer, 0x01020304u, N));
    std::vector<unsigned> words(N);
    CHECK(cuMemcpyDtoH(words.data(), pointer, N * sizeof(int)));
    CHECK(cuMemsetD16(pointer, 7, 2));
    CHECK(cuMemcpyDtoH(words.data(), pointer, sizeof(int)));
    CHECK(cuMemFree(pointer));
    CUdeviceptr rows;
    size_t pitch = 0, heap = 0;
    CHECK(cuMemAllocPitch(&rows, &pitch, 100, 3, 4));
    CHECK(cuMemsetD2D8(rows, pitch, 9, 100, 3));
    unsigned char last = 0;
    CHECK(cuMemcpyDtoH(&last, rows + 2 * pitch + 99, 1));
    CHECK(cuMemFree(rows));
    CHECK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 1 << 24));
    CHECK(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
    CHECK(cuDevicePrimaryCtxRelease(device));
    const char *error = nullptr, *text = nullptr;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &error));
    CHECK(cuGetErrorString(CUDA_ERROR_INVALID_VALUE, &text));
    if (std::strcmp(error, "CUDA_ERROR_INVALID_VALUE") || std::strcmp(text, "invalid argument"))
        return 1;
    if (cuGetErrorName((CUresult)12345, &error) != CUDA_ERROR_INVALID_VALUE || error) return 1;

    bool right = warp == 32 && major > 0 && minor >= 0 && name[0] && memory > 0 &&
                 current == context && milliseconds >= 0 &&
                 words[0] == 0x00070007u && words[N - 1] == 0x01020304u && last == 9 && pitch >= 100 &&
                 heap >= 1 << 24;
    for (int i = 0; i < N; ++i) right = right && values[i] == (i - N / 2) * (i - N / 2);
    std::puts(right ? "OK" : "FAILED");
    return right ? 0 : 1;
}
