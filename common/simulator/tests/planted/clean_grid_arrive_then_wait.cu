// Each block stores for another, arrives at the grid's barrier, does work of its own, and waits
// before it reads. Twice, so that the second phase must not end with the first.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>

__global__ void exchange(int* given, int* out, int n) {
    const auto grid = cooperative_groups::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i;
    for (int phase = 0; phase < 2; ++phase) {
        given[phase * n + n - 1 - i] = mine;
        auto token = grid.barrier_arrive();
        mine += phase;
        grid.barrier_wait(std::move(token));
        mine += given[phase * n + i];
    }
    out[i] = mine;
}

int main() {
    int n = 128, host[128], *given, *out;
    cudaMalloc(&given, 2 * sizeof host);
    cudaMalloc(&out, sizeof host);
    void* arguments[] = {&given, &out, &n};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(exchange), 4, 32, arguments, 0, nullptr);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[5]);
    cudaFree(given);
    cudaFree(out);
}
