// Barriers: of the block, split in arrival and waiting, and of the grid.
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <utility>

namespace cg = cooperative_groups;

__global__ void split(float* a, int n) {
    __shared__ cuda::barrier<cuda::thread_scope_block> ready;
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&ready, block.size());
    block.sync();
    int i = block.thread_rank();
    if (i < n) a[i] += 1;
    auto token = ready.arrive();
    float own = i * 2.0f;
    ready.wait(std::move(token));
    if (i < n) a[n - 1 - i] += own;
    ready.arrive_and_wait();
}

__global__ void meets(float* a, int n) {
    cg::grid_group grid = cg::this_grid();
    for (auto i = grid.thread_rank(); i < n; i += grid.size()) a[i] *= 2;
    grid.sync();
    if (grid.thread_rank() < n) a[grid.thread_rank()] += 1;
}

void launch(float* a, int n) {
    void* arguments[] = {&a, &n};
    cudaLaunchCooperativeKernel((void*)meets, dim3(4), dim3(64), arguments, 0, nullptr);
    split<<<1, 64>>>(a, n);
}
