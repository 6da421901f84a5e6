// A pointer to shared memory is kept in global memory and used by the next launch.
#include <cuda_runtime.h>

__device__ float* kept;

__global__ void prepare() {
    __shared__ float table[32];
    table[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) kept = table;
}
__global__ void use(float* out) {
    out[threadIdx.x] = kept[threadIdx.x];  // EXPECT out_of_bounds
}

int main() {
    float* out;
    cudaMalloc(&out, 32 * sizeof(float));
    prepare<<<1, 32>>>();
    use<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
