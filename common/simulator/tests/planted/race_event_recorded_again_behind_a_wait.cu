// A wait refers to the event's record before it. The host holds the second stream up, so that the
// event is recorded again before the stream waits. What the first stream did between the two
// records is not ordered with the second stream.
#include <cuda_runtime.h>

__global__ void wait_for(const volatile int* flag) {
    while (*flag == 0) {
    }
}

__global__ void produce(int* data) {
    data[threadIdx.x] = threadIdx.x;  // EXPECT race
}

__global__ void consume(int* out, const int* data) {
    out[threadIdx.x] = 2 * data[threadIdx.x];
}

int main() {
    int *data, *out, *flag;
    cudaStream_t first, second;
    cudaEvent_t event;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&event);
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMallocHost(&flag, sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    *flag = 0;
    cudaDeviceSynchronize();
    wait_for<<<1, 1, 0, second>>>(flag);
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
    produce<<<1, 64, 0, first>>>(data);
    cudaEventRecord(event, first);
    consume<<<1, 64, 0, second>>>(out, data);
    *const_cast<volatile int*>(flag) = 1;
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(out);
    cudaFreeHost(flag);
}
