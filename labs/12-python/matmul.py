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

TILE = 16

KERNELS = """
#define TILE 16

// C = A B, all row-major: A is m x k, B is k x n. A thread for each element of C: threads that lie
// next to each other in x take elements of C that do.
__global__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    // TODO: find this thread's row and column, leave where C has no such element, and sum up (about 6 lines)
}

// The same in blocks of TILE x TILE threads, which load a tile of A and one of B together.
__global__ void product_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float As[TILE][TILE];
    __shared__ float Bs[TILE][TILE];
    // TODO: go along k tile by tile: load both tiles, zero beyond the edges, and sum up (about 12 lines)
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
    # TODO: check the shapes, convert, launch product with In and Out, and return its result (about 10 lines)


def multiply_tiled(a_gpu, b_gpu, c_gpu, m, n, k):
    """C = A B for arrays of float32 in device memory: nothing is copied, the kernel is product_tiled."""
    # TODO: launch product_tiled on as many blocks as cover C (about 3 lines)


def compare(sizes):
    """For each n of `sizes` a row: n, seconds of multiply_tiled by CUDA's events, seconds of NumPy's
    product, and the largest difference between the two products, of random n x n matrices."""
    rows = []
    # TODO: for each size make random matrices, time both products, compare them, append a row (about 15 lines)
    return rows


def main():
    sizes = [int(word) for word in sys.argv[1:]] or [64, 128, 256]
    print("     n    PyCUDA s     NumPy s   largest difference")
    for row in compare(sizes):
        print("%6d  %10.3g  %10.3g  %19.3g" % tuple(row))


if __name__ == "__main__":
    main()
