// A latch in pinned or managed memory: the kernel, and the work queued after it, waits until the
// host, which goes on meanwhile, opens the latch.
#include <cuda_runtime.h>

__global__ void wait_for(volatile int* latch, int value) {
    while (*latch < value) {
    }
}

__global__ void increment(int* p) {
    ++*p;
}

int run(volatile int* latch) {
    int *counter, result = 0;
    *latch = 0;
    cudaMalloc(&counter, sizeof(int));
    cudaMemset(counter, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEvent_t done;
    cudaEventCreate(&done);
    wait_for<<<1, 1, 0, stream>>>((int*)latch, 1);
    increment<<<1, 1, 0, stream>>>(counter);
    wait_for<<<2, 64, 0, stream>>>((int*)latch, 2);
    increment<<<1, 1, 0, stream>>>(counter);
    cudaEventRecord(done, stream);
    bool pending = cudaStreamQuery(stream) == cudaErrorNotReady;
    *latch = 1;
    pending = pending && cudaEventQuery(done) == cudaErrorNotReady;
    *latch = 2;
    cudaEventSynchronize(done);
    cudaMemcpy(&result, counter, sizeof(int), cudaMemcpyDeviceToHost);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
    cudaFree(counter);
    return pending ? result : -1;
}

int main() {
    int *pinned, *managed;
    cudaMallocHost(&pinned, sizeof(int));
    cudaMallocManaged(&managed, sizeof(int));
    const bool right = run(pinned) == 2 && run(managed) == 2;
    cudaFree(managed);
    cudaFreeHost(pinned);
    return right ? 0 : 1;
}
