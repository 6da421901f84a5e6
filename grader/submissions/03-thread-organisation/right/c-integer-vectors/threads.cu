/* In C: macros for numbering, two integers by each store, div(), launches by cudaLaunchKernelExC, an
 * integer of 24 bits where that is enough. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lab.hpp"
#include "kit/error.hpp"

#define LINEAR(i, d) ((i).x + (d).x * ((i).y + (d).y * (i).z))
#define VOLUME(d) ((d).x * (d).y * (d).z)
#define NUMBER (LINEAR(blockIdx, gridDim) * VOLUME(blockDim) + LINEAR(threadIdx, blockDim))
#define ROUND_UP(a, b) (((a) + (b) - 1) / (b))

static void start(const void *kernel, dim3 grid, dim3 block, void **args)
{
    cudaLaunchConfig_t c;
    memset(&c, 0, sizeof c);
    c.gridDim = grid;
    c.blockDim = block;
    CUDA_CHECK(cudaLaunchKernelExC(&c, kernel, args));
}

extern "C" __global__ void list(int2 *out)
{
    int2 *p = out + 3 * NUMBER;
    p[0] = make_int2(blockIdx.x, blockIdx.y);
    p[1] = make_int2(blockIdx.z, threadIdx.x);
    p[2] = make_int2(threadIdx.y, threadIdx.z);
}

void list_threads(Extent g, Extent b, int *d_list)
{
    void *args[1] = {&d_list};
    start((const void *)list, dim3(g.x, g.y, g.z), dim3(b.x, b.y, b.z), args);
}

extern "C" __global__ void fill(int rows, int cols, int *x)
{
    const int r = __mul24(blockIdx.y, blockDim.y) + threadIdx.y;
    const int c = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (r < rows)
        if (c < cols)
            *(x + (size_t)r * cols + c) = (int)NUMBER;
}

void matrix_fill(int rows, int columns, Extent block, int *d_x)
{
    void *args[] = {&rows, &columns, &d_x};
    start((const void *)fill, dim3(ROUND_UP(columns, block.x), ROUND_UP(rows, block.y), 1), dim3(block.x, block.y, 1), args);
}

static Extent unlinear(int k, Extent d)
{
    const div_t by_x = div(k, d.x), by_y = div(by_x.quot, d.y);
    Extent r;
    r.x = by_x.rem, r.y = by_y.rem, r.z = by_y.quot;
    return r;
}

Place place_of(int number, Extent grid, Extent block)
{
    const div_t parts = div(number, VOLUME(block));
    Place p;
    p.block_index = unlinear(parts.quot, grid);
    p.thread_index = unlinear(parts.rem, block);
    return p;
}

Limits query_limits(void)
{
    static const cudaDeviceAttr order[] = {
        cudaDevAttrMaxThreadsPerBlock, cudaDevAttrMaxBlockDimX, cudaDevAttrMaxBlockDimY, cudaDevAttrMaxBlockDimZ,
        cudaDevAttrMaxGridDimX, cudaDevAttrMaxGridDimY, cudaDevAttrMaxGridDimZ, cudaDevAttrMultiProcessorCount,
    };
    int v[8], dev;
    CUDA_CHECK(cudaGetDevice(&dev));
    for (int i = 0; i < 8; i++)
        CUDA_CHECK(cudaDeviceGetAttribute(v + i, order[i], dev));
    Limits l;
    l.threads_per_block = v[0];
    l.block.x = v[1], l.block.y = v[2], l.block.z = v[3];
    l.grid.x = v[4], l.grid.y = v[5], l.grid.z = v[6];
    l.multiprocessors = v[7];
    return l;
}

/* 1 <= v <= most, by one comparison of unsigned numbers. */
#define IN(v, most) ((unsigned)(v) - 1u < (unsigned)(most))

bool fits(const Limits &l, Extent g, Extent b)
{
    int ok = IN(g.x, l.grid.x) & IN(g.y, l.grid.y) & IN(g.z, l.grid.z);
    ok &= IN(b.x, l.block.x) & IN(b.y, l.block.y) & IN(b.z, l.block.z);
    return ok && (long long)b.x * b.y * b.z <= l.threads_per_block;
}

extern "C" __global__ void tiled(int count, int n, int m, int *y, const int *A, const int *x)
{
    const int tile = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    for (int k = blockIdx.z * blockDim.z + threadIdx.z; k < count; k += gridDim.z * blockDim.z) {
        int j = tile * 32, sum = 0;
        const int end = j + 32 < m ? j + 32 : m;
        if (row >= n || j >= m) break;
        const int *a = A + ((size_t)k * n + row) * m, *v = x + (size_t)k * m;
        do sum += a[j] * v[j]; while (++j < end);
        atomicAdd(&y[k * n + row], sum);
    }
}

void tiled_product(int matrices, int n, int m, int *d_y, const int *d_A, const int *d_x)
{
    void *args[] = {&matrices, &n, &m, &d_y, &d_A, &d_x};
    CUDA_CHECK(cudaMemset(d_y, 0, (size_t)matrices * n * sizeof *d_y));
    start((const void *)tiled, dim3(ROUND_UP(ROUND_UP(m, 32), 4), ROUND_UP(n, 32), ROUND_UP(matrices, 2)),
          dim3(4, 32, 2), args);
}
