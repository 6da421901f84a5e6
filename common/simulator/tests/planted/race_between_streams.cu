// Two kernels in two streams write and read one buffer, and no event orders them.
// NEAR-MISS: argument
#include <cuda_runtime.h>

__global__ void produce(int* data) {
    data[threadIdx.x] = threadIdx.x;  // EXPECT race
}

__global__ void consume(int* sum, const int* data) {
    atomicAdd(sum, data[threadIdx.x]);  // OTHER race
}

int main(int argc, char**) {
    int* data;
    cudaMalloc(&data, 65 * sizeof(int));
    cudaMemset(data, 0, 65 * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t first, second;
    cudaEvent_t done;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&done);
    produce<<<1, 64, 0, first>>>(data);
    cudaEventRecord(done, first);
    if (argc > 1) cudaStreamWaitEvent(second, done, 0);
    consume<<<1, 64, 0, second>>>(data + 64, data);
    cudaDeviceSynchronize();
    cudaEventDestroy(done);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
}
