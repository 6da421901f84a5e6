// A kernel waits for a flag that a kernel of another stream sets, in device memory,
// and for one in mapped memory that a callback of the host sets.
#include <cuda_runtime.h>

__global__ void wait_for(int* flag, int value, int* passed) {
    while (atomicAdd(flag, 0) != value) {
    }
    __threadfence();
    if (threadIdx.x == 0) atomicAdd(passed, 1);
}

__global__ void set(int* flag, int value) {
    atomicExch(flag, value);
}

void CUDART_CB open(void* flag) {
    *static_cast<volatile int*>(flag) = 5;
}

int main() {
    int *flag, *mapped, *passed, result = 0;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&passed, sizeof(int));
    cudaMallocHost(&mapped, sizeof(int));
    *mapped = 0;
    cudaMemset(flag, 0, sizeof(int));
    cudaMemset(passed, 0, sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t first, second;
    cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
    wait_for<<<4, 32, 0, first>>>(flag, 2, passed);
    set<<<1, 1, 0, second>>>(flag, 2);
    wait_for<<<4, 32, 0, first>>>(mapped, 5, passed);
    cudaLaunchHostFunc(second, open, mapped);
    cudaStreamSynchronize(first);
    cudaMemcpy(&result, passed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFreeHost(mapped);
    cudaFree(passed);
    cudaFree(flag);
    return result == 8 ? 0 : 1;
}
