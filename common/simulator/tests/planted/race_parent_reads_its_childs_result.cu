// A kernel launches a grid and reads what that grid stores. No call lets a kernel wait for a grid
// that it has launched, and a barrier orders the threads of its own block only.
// NO WITNESS: a grid does not run before the one that launches it
// NEAR-MISS: argument
// NVCC: -rdc=true
#include <cstdio>

__global__ void square(int* values) {
    values[threadIdx.x] *= values[threadIdx.x];  // EXPECT race
}

__global__ void add_up(const int* values, int* sum) {
    atomicAdd(sum, values[threadIdx.x]);
}

__global__ void sum_of_squares(int* values, int* sum, bool fixed) {
    values[threadIdx.x] += 1;  // before the launch
    __syncthreads();
    if (threadIdx.x == 0) {
        square<<<1, 32>>>(values);
        if (fixed) add_up<<<1, 32, 0, cudaStreamTailLaunch>>>(values, sum);
    }
    __syncthreads();
    if (!fixed) atomicAdd(sum, values[threadIdx.x]);
}

int main(int argc, char**) {
    int *values, *sum, host = 0;
    cudaMalloc(&values, 32 * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemset(values, 0, 32 * sizeof(int));
    cudaMemset(sum, 0, sizeof(int));
    sum_of_squares<<<1, 32>>>(values, sum, argc > 1);
    cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host);
    cudaFree(values);
    cudaFree(sum);
}
