// Each launch may begin while the one before still runs, and waits for it before it uses its results:
// every thread itself, or one thread and then a barrier of the block. An ordinary launch follows all.
#include <cuda_runtime.h>

__global__ void produce(int* values) {
    values[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void consume(const int* values, int* sums, int bias) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int own = bias * i;
    cudaGridDependencySynchronize();
    sums[i] = own + values[i];
}

__global__ void reverse(int* sums) {
    __shared__ int tile[64];
    if (threadIdx.x == 0) asm volatile("griddepcontrol.wait;" ::: "memory");
    __syncthreads();
    const int base = blockIdx.x * blockDim.x;
    tile[threadIdx.x] = sums[base + threadIdx.x];
    __syncthreads();
    sums[base + threadIdx.x] = tile[63 - threadIdx.x];
    asm volatile("griddepcontrol.launch_dependents;");
}

__global__ void clear(int* sums) {
    sums[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

int main() {
    int *values, *sums;
    cudaMalloc(&values, 256 * sizeof(int));
    cudaMalloc(&sums, 256 * sizeof(int));
    produce<<<4, 64>>>(values);
    cudaLaunchAttribute overlap;
    overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlap.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t configuration = {};
    configuration.gridDim = 4;
    configuration.blockDim = 64;
    configuration.attrs = &overlap;
    configuration.numAttrs = 1;
    cudaLaunchKernelEx(&configuration, consume, values, sums, 3);
    cudaLaunchKernelEx(&configuration, reverse, sums);
    clear<<<4, 64>>>(sums);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(sums);
}
