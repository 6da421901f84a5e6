// A host function that a stream calls reads and changes the results of the stream's kernels.
#include <cuda_runtime.h>

static void CUDART_CB add_one(void* data) {
    *static_cast<int*>(data) += 1;
}

static void CUDART_CB add_two(cudaStream_t, cudaError_t, void* data) {
    *static_cast<int*>(data) += 2;
}

__global__ void twice(int* value) {
    *value *= 2;
}

int main() {
    int* value;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocManaged(&value, sizeof(int));
    *value = 1;
    twice<<<1, 1, 0, stream>>>(value);
    cudaLaunchHostFunc(stream, add_one, value);
    twice<<<1, 1, 0, stream>>>(value);
    cudaStreamAddCallback(stream, add_two, value, 0);
    cudaStreamSynchronize(stream);
    const bool right = *value == 8;
    cudaStreamDestroy(stream);
    cudaFree(value);
    return right ? 0 : 1;
}
