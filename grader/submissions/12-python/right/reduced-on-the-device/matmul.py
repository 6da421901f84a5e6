"""Lab 12: products of matrices on the GPU, from Python. The task is in README.md.

The same file runs with PyCUDA where there is a GPU, and with the kit's package of that name where there
is none:

    PYTHONPATH=common/python /usr/bin/python3 labs/12-python/matmul.py 64 128 256
"""

import functools
import sys
import time

import numpy as np
import pycuda.autoinit
import pycuda.driver as cuda
import pycuda.gpuarray as gpuarray
from pycuda.compiler import SourceModule
from pycuda.reduction import ReductionKernel

TILE = 16

KERNELS = """
#define TILE 16

// C = A B, all row-major: A is m x k, B is k x n. A thread for each element of C: threads that lie
// next to each other in x take elements of C that do.
__global__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || column >= n) return;
    float sum = 0;
    for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

// The same in blocks of TILE x TILE threads, which load a tile of A and one of B together.
__global__ void product_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int column = blockIdx.x * TILE + tx;
    float sum = 0;
    for (int begin = 0; begin < k; begin += TILE) {
        As[ty][tx] = row < m && begin + tx < k ? a[row * k + begin + tx] : 0;
        Bs[ty][tx] = begin + ty < k && column < n ? b[(begin + ty) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++) sum += As[ty][i] * Bs[i][tx];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
"""


@functools.lru_cache(maxsize=None)
def kernel(name):
    """The function of that name; the text is compiled when the first one is asked for."""
    if name == "":
        return SourceModule(KERNELS)
    return kernel("").get_function(name)


def multiply(a, b):
    """The product of two NumPy matrices, as a new one of float32; they may hold other numbers.

    Raises ValueError where the two are no matrices that can be multiplied.
    """
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise ValueError(f"cannot multiply matrices of shapes {a.shape} and {b.shape}")
    a = np.ascontiguousarray(a, dtype=np.float32)
    b = np.ascontiguousarray(b, dtype=np.float32)
    (m, k), n = a.shape, b.shape[1]
    c = np.empty((m, n), dtype=np.float32)
    grid = ((n + TILE - 1) // TILE, (m + TILE - 1) // TILE)
    kernel("product")(cuda.Out(c), cuda.In(a), cuda.In(b), np.int32(m), np.int32(n), np.int32(k),
                      block=(TILE, TILE, 1), grid=grid)
    return c


def multiply_tiled(a_gpu, b_gpu, c_gpu, m, n, k):
    """C = A B for arrays of float32 in device memory: nothing is copied, the kernel is product_tiled."""
    grid = ((n + TILE - 1) // TILE, (m + TILE - 1) // TILE)
    kernel("product_tiled")(c_gpu, a_gpu, b_gpu, np.int32(m), np.int32(n), np.int32(k),
                            block=(TILE, TILE, 1), grid=grid)


@functools.lru_cache(maxsize=None)
def largest_difference():
    return ReductionKernel(np.float32, neutral="0", reduce_expr="fmaxf(a, b)",
                           map_expr="fabsf(x[i] - y[i])", arguments="const float *x, const float *y")


def compare(sizes):
    """For each n of `sizes` a row: n, seconds of multiply_tiled by CUDA's events, seconds of NumPy's
    product, and the largest difference between the two products, of random n x n matrices."""
    rows = []
    rng = np.random.default_rng()
    for n in sizes:
        a, b = (rng.random((n, n), dtype=np.float32) for _ in range(2))
        a_gpu, b_gpu = map(gpuarray.to_gpu, (a, b))
        c_gpu = gpuarray.zeros((n, n), np.float32)
        multiply_tiled(a_gpu, b_gpu, c_gpu, n, n, n)  # the first call compiles
        start, end = cuda.Event(), cuda.Event()
        start.record()
        multiply_tiled(a_gpu, b_gpu, c_gpu, n, n, n)
        end.record().synchronize()
        begin = time.perf_counter()
        c = np.matmul(a, b)
        seconds = time.perf_counter() - begin
        difference = float(largest_difference()(gpuarray.to_gpu(c), c_gpu).get())
        rows.append((n, start.time_till(end) / 1000, seconds, difference))
    return rows


def main():
    sizes = [int(word) for word in sys.argv[1:]] or [64, 128, 256]
    print("     n    PyCUDA s     NumPy s   largest difference")
    for row in compare(sizes):
        print("%6d  %10.3g  %10.3g  %19.3g" % tuple(row))


if __name__ == "__main__":
    main()
