// Two host threads use one buffer, each in its own stream. Each waits for its own stream, which
// does not order the two.
#include <cuda_runtime.h>

#include <thread>

__global__ void fill(int* p, int value) {
    p[threadIdx.x] = value;  // EXPECT race
}

void use(int* buffer, int value) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    fill<<<1, 32, 0, stream>>>(buffer, value);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}

int main() {
    int* buffer;
    cudaMalloc(&buffer, 32 * sizeof(int));
    std::thread first{use, buffer, 1}, second{use, buffer, 2};
    first.join();
    second.join();
    cudaFree(buffer);
}
