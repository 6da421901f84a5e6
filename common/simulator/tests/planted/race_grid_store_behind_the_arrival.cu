// The store comes after the arrival, so the other block's wait does not order it.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void exchange(int* given, int* out, int n) {
    const auto grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto token = grid.barrier_arrive();
    given[n - 1 - i] = i;  // EXPECT race
    grid.barrier_wait(std::move(token));
    out[i] = given[i];
}

int main() {
    int n = 128, host[128], *given, *out;
    cudaMalloc(&given, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemset(given, 0, sizeof host);
    void* arguments[] = {&given, &out, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(exchange), 4, 32, arguments, 0, nullptr);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(given);
    cudaFree(out);
}
