// A block waits for the grid without having made all of its threads arrive.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void exchange(int* given, int* out, int n) {
    const auto grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    given[n - 1 - i] = i;
    if (blockIdx.x > 0) {
        auto token = grid.barrier_arrive();
        grid.barrier_wait(std::move(token));  // EXPECT deadlock
        out[i] = given[i];
    } else {
        __syncthreads();
    }
}

int main() {
    int n = 128, host[128], *given, *out;
    cudaMalloc(&given, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    void* arguments[] = {&given, &out, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(exchange), 4, 32, arguments, 0, nullptr);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(given);
    cudaFree(out);
}
