// Each thread allocates 1 MB for itself, of the 8 MB that the heap has; nobody looks at the result.
#include <cuda_runtime.h>

__global__ void scratch(float* out) {
    float* const buffer = static_cast<float*>(malloc(1 << 20));
    buffer[0] = threadIdx.x;  // EXPECT out_of_bounds
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = buffer[0];
    free(buffer);
}

int main() {
    float* out;
    cudaMalloc(&out, 64 * sizeof(float));
    scratch<<<2, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
