// Chunks in flight on three streams, with pinned buffers that are reused only when the chunk's
// event has come; a host function adds up each result; priorities; cudaStreamQuery and elapsed
// time.
#include <cuda_runtime.h>

#include <cstdio>

constexpr int chunk = 256, streams = 3, chunks = 10;

struct Total {
    const float* buffer;
    double* sum;
};

__global__ void square(const float* in, float* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * in[i];
}

void CUDART_CB add_up(void* data) {
    const Total& total = *static_cast<Total*>(data);
    for (int i = 0; i < chunk; ++i) *total.sum += total.buffer[i];
}

int main() {
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t stream[streams];
    cudaEvent_t free_again[streams], begin, end;
    float *pinned_in[streams], *pinned_out[streams], *in[streams], *out[streams];
    double sums[streams] = {};
    Total totals[streams];
    for (int s = 0; s < streams; ++s) {
        cudaStreamCreateWithPriority(&stream[s], cudaStreamNonBlocking, s == 0 ? greatest : least);
        cudaEventCreateWithFlags(&free_again[s], cudaEventDisableTiming);
        cudaMallocHost(&pinned_in[s], chunk * sizeof(float));
        cudaMallocHost(&pinned_out[s], chunk * sizeof(float));
        cudaMalloc(&in[s], chunk * sizeof(float));
        cudaMalloc(&out[s], chunk * sizeof(float));
        totals[s] = {pinned_out[s], &sums[s]};
    }
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin, stream[0]);
    for (int c = 0; c < chunks; ++c) {
        const int s = c % streams;
        cudaEventSynchronize(free_again[s]);
        for (int i = 0; i < chunk; ++i) pinned_in[s][i] = c + 1;
        cudaMemcpyAsync(in[s], pinned_in[s], chunk * sizeof(float), cudaMemcpyHostToDevice,
                        stream[s]);
        square<<<chunk / 64, 64, 0, stream[s]>>>(in[s], out[s]);
        cudaMemcpyAsync(pinned_out[s], out[s], chunk * sizeof(float), cudaMemcpyDeviceToHost,
                        stream[s]);
        cudaLaunchHostFunc(stream[s], add_up, &totals[s]);
        cudaEventRecord(free_again[s], stream[s]);
    }
    for (int s = 1; s < streams; ++s) cudaStreamWaitEvent(stream[0], free_again[s], 0);
    cudaEventRecord(end, stream[0]);
    cudaEventSynchronize(end);
    float ms = -1;
    cudaEventElapsedTime(&ms, begin, end);
    bool ok = ms >= 0;
    for (int s = 0; s < streams; ++s) ok = ok && cudaStreamQuery(stream[s]) == cudaSuccess;
    double expected = 0;
    for (int c = 1; c <= chunks; ++c) expected += double(c) * c * chunk;
    ok = ok && sums[0] + sums[1] + sums[2] == expected;
    std::puts(ok ? "OK" : "wrong");
    for (int s = 0; s < streams; ++s) {
        cudaFreeHost(pinned_in[s]);
        cudaFreeHost(pinned_out[s]);
        cudaFree(in[s]);
        cudaFree(out[s]);
        cudaEventDestroy(free_again[s]);
        cudaStreamDestroy(stream[s]);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
}
