// A pipeline: pinned memory cut into pieces, each copied in, worked on and copied out in one of
// three streams; a fourth stream waits for all of them by events and adds up.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

struct CudaError {
    cudaError_t code;
    const char* what;
};
#define CUDA(...) \
    if (const cudaError_t code = cuda##__VA_ARGS__; code != cudaSuccess) throw CudaError{code, #__VA_ARGS__}

__global__ void work(float* data, int n, float scale) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) data[i] = data[i] * scale + 1.0f;
}

__global__ void total(double* sum, const float* data, int n) {
    double mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) mine += data[i];
    for (int offset = 16; offset; offset >>= 1) mine += __shfl_xor_sync(~0u, mine, offset);
    if (threadIdx.x % warpSize == 0) atomicAdd(sum, mine);
}

int run() {
    const int n = 5000, streams = 3, pieces = 7;
    float *pinned, *device;
    double *device_sum, sum = -1;
    CUDA(MallocHost(&pinned, n * sizeof(float)));
    CUDA(Malloc(&device, n * sizeof(float)));
    CUDA(Malloc(&device_sum, sizeof *device_sum));
    for (int i = 0; i < n; ++i) pinned[i] = i % 10;

    cudaStream_t stream[streams], last;
    cudaEvent_t done[streams];
    for (int s = 0; s < streams; ++s) {
        CUDA(StreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
        CUDA(EventCreateWithFlags(&done[s], cudaEventDisableTiming));
    }
    CUDA(StreamCreate(&last));
    CUDA(MemsetAsync(device_sum, 0, sizeof *device_sum, last));

    const int piece = (n + pieces - 1) / pieces;
    for (int p = 0; p < pieces; ++p) {
        const int first = p * piece, count = first + piece < n ? piece : n - first;
        cudaStream_t s = stream[p % streams];
        const size_t bytes = count * sizeof(float);
        CUDA(MemcpyAsync(device + first, pinned + first, bytes, cudaMemcpyHostToDevice, s));
        work<<<(count + 127) / 128, 128, 0, s>>>(device + first, count, 2.0f);
        CUDA(MemcpyAsync(pinned + first, device + first, bytes, cudaMemcpyDeviceToHost, s));
    }
    for (int s = 0; s < streams; ++s) {
        CUDA(EventRecord(done[s], stream[s]));
        CUDA(StreamWaitEvent(last, done[s], 0));
    }
    total<<<1, 96, 0, last>>>(device_sum, device, n);
    CUDA(MemcpyAsync(&sum, device_sum, sizeof sum, cudaMemcpyDeviceToHost, last));
    CUDA(StreamSynchronize(last));
    for (int s = 0; s < streams; ++s)
        if (cudaStreamQuery(stream[s]) == cudaErrorNotReady) CUDA(StreamSynchronize(stream[s]));

    double expected = 0;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        wrong += pinned[i] != 2.0f * (i % 10) + 1;
        expected += pinned[i];
    }
    for (int s = 0; s < streams; ++s) {
        CUDA(EventDestroy(done[s]));
        CUDA(StreamDestroy(stream[s]));
    }
    CUDA(StreamDestroy(last));
    CUDA(FreeHost(pinned));
    CUDA(Free(device));
    CUDA(Free(device_sum));
    return wrong == 0 && sum == expected ? 0 : 1;
}

int main() try {
    const int status = run();
    std::puts(status == 0 ? "OK" : "FAILED");
    return status;
} catch (const CudaError& error) {
    std::printf("%s: %s\n", error.what, cudaGetErrorName(error.code));
    return 1;
}
