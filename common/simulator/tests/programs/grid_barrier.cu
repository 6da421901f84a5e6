// Conjugate gradients on a small tridiagonal system in one cooperative launch: the grid is taken
// from the occupancy query, its blocks meet at grid.sync().
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace cg = cooperative_groups;

constexpr int threads = 64;

__device__ void add_dot(double *result, const double *a, const double *b, int n,
                        const cg::grid_group &grid, const cg::thread_block &block) {
    __shared__ double part[threads / 32];
    double sum = 0;
    for (unsigned i = grid.thread_rank(); i < (unsigned)n; i += grid.size()) sum += a[i] * b[i];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    for (int offset = warp.size() / 2; offset > 0; offset >>= 1) sum += warp.shfl_down(sum, offset);
    if (warp.thread_rank() == 0) part[block.thread_rank() / 32] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        for (int w = 1; w < threads / 32; ++w) sum += part[w];
        atomicAdd(result, sum);
    }
    grid.sync();
}

__global__ void solve(double *x, double *r, double *p, double *Ap, double *dots, int n, int steps) {
    const cg::grid_group grid = cg::this_grid();
    const cg::thread_block block = cg::this_thread_block();
    const auto first = grid.thread_rank(), stride = grid.size();
    for (unsigned long long i = first; i < n; i += stride) {
        x[i] = 0;
        r[i] = p[i] = i % 3 == 0 ? 1.0 : -0.5;
    }
    grid.sync();
    add_dot(&dots[0], r, r, n, grid, block);
    for (int s = 0; s < steps; ++s) {
        for (unsigned long long i = first; i < n; i += stride)
            Ap[i] = 4 * p[i] - (i > 0 ? p[i - 1] : 0) - (i + 1 < n ? p[i + 1] : 0);
        grid.sync();
        add_dot(&dots[2 * s + 1], p, Ap, n, grid, block);
        const double alpha = dots[2 * s] / dots[2 * s + 1];
        for (unsigned long long i = first; i < n; i += stride) {
            x[i] += alpha * p[i];
            r[i] -= alpha * Ap[i];
        }
        grid.sync();
        add_dot(&dots[2 * s + 2], r, r, n, grid, block);
        const double beta = dots[2 * s + 2] / dots[2 * s];
        for (unsigned long long i = first; i < n; i += stride) p[i] = r[i] + beta * p[i];
        grid.sync();
    }
}

int main() {
    int n = 500, steps = 20, device = 0, supported = 0, multiprocessors = 0, resident = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, device);
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, solve, threads, 0);
    if (!supported || resident < 1) {
        std::printf("no cooperative launch here\n");
        return 1;
    }
    double *memory;
    const size_t doubles = 4 * n + 2 * steps + 1;
    cudaMalloc(&memory, doubles * sizeof(double));
    cudaMemset(memory, 0, doubles * sizeof(double));
    double *x = memory, *r = x + n, *p = r + n, *Ap = p + n, *dots = Ap + n;
    void *arguments[] = {&x, &r, &p, &Ap, &dots, &n, &steps};
    const dim3 grid(std::min(4, resident * multiprocessors));
    if (cudaLaunchCooperativeKernel((void *)solve, grid, dim3(threads), arguments, 0, nullptr) !=
        cudaSuccess)
        return 1;
    // One block too many for the device must be refused, and leave no error behind once it is read.
    const cudaError_t refused = cudaLaunchCooperativeKernel(
        (void *)solve, dim3(resident * multiprocessors + 1), dim3(threads), arguments, 0, nullptr);
    const bool forgotten = cudaGetLastError() == refused && cudaGetLastError() == cudaSuccess;

    double solution[500];
    cudaMemcpy(solution, x, sizeof solution, cudaMemcpyDeviceToHost);
    cudaFree(memory);
    double worst = 0;
    for (int i = 0; i < n; ++i) {
        const double left = i > 0 ? solution[i - 1] : 0, right = i + 1 < n ? solution[i + 1] : 0;
        worst = std::max(worst, std::abs(4 * solution[i] - left - right - (i % 3 == 0 ? 1.0 : -0.5)));
    }
    const bool ok = worst < 1e-9 && refused == cudaErrorCooperativeLaunchTooLarge && forgotten;
    std::printf("residual %.1e\n%s\n", worst, ok ? "OK" : "FAILED");
    return !ok;
}
