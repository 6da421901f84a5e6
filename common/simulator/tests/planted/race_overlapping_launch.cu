// The second launch may begin while the first one still runs. It computes its own part first, as it
// may, but its threads never wait for the first one's results.
// NEAR-MISS: argument
// NO WITNESS: the earlier launch is not run again behind this one
// SAYS: call cudaGridDependencySynchronize()
#include <cuda_runtime.h>

__global__ void produce(int* values) {
    values[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;  // OTHER race
    cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void consume(const int* values, int* sums, int bias, bool waits) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int own = bias * i;
    if (waits) cudaGridDependencySynchronize();
    sums[i] = own + values[i];  // EXPECT race
}

int main(int argc, char**) {
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
    cudaLaunchKernelEx(&configuration, consume, values, sums, 3, argc > 1);
    cudaDeviceSynchronize();
    cudaFree(values);
    cudaFree(sums);
}
