// Two streams work in managed memory, and the host waits for the first one only.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

int main() {
    int* x;
    cudaMallocManaged(&x, 128 * sizeof(int));
    cudaStream_t streams[2];
    for (cudaStream_t& s : streams) cudaStreamCreate(&s);
    for (int s = 0; s < 2; ++s) fill<<<1, 64, 0, streams[s]>>>(x + 64 * s, s);
    cudaStreamSynchronize(streams[0]);
    int sum = 0;
    for (int i = 0; i < 128; ++i) sum += x[i];  // EXPECT unsynchronized_access
    std::printf("%d\n", sum);
    cudaDeviceSynchronize();
    for (cudaStream_t s : streams) cudaStreamDestroy(s);
    cudaFree(x);
}
