"""numba_bench.py BENCH: compares the programs of bench.cu with the same programs under Numba's CUDA
simulator.

BENCH is the compiled bench.cu. Prints a table in CSV with several rows per case, one for each
round: the processor seconds of the launches here and under Numba, and the ratio of Numba's to ours.
The two sides run alternately, each run in a process of its own. The sizes are such that Numba takes
a second or more. Numba's simulator has no shuffles, so the sums by warps are left out.

numba_bench.py CASE SIZE: prints Numba's seconds for one case.
"""

import os
import subprocess
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"

import numba
import numpy as np
from numba import cuda, float32

ROUNDS = 5
SIZES = {"gather": 1024, "block reduction": 16, "atomic scatter": 512, "racing scatter": 1024, "bytes": 1024,
         "tile product": 48, "graph traversal": 16384}
TILE, DEGREE = 16, 8


@cuda.jit
def gather(n, m, y, a, x):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:
        return
    total = float32(0)
    for j in range(m):
        total += a[i + j * n] * x[j]
    y[i] = total


@cuda.jit
def reduce(n, m, y, a, x):
    q = cuda.shared.array(256, float32)
    i, t = cuda.blockIdx.x, cuda.threadIdx.x
    total = float32(0)
    for j in range(t, m, cuda.blockDim.x):
        total += a[i + j * n] * x[j]
    q[t] = total
    cuda.syncthreads()
    stride = cuda.blockDim.x // 2
    while stride > 0:
        if t < stride:
            q[t] += q[t + stride]
        cuda.syncthreads()
        stride //= 2
    if t == 0:
        y[i] = q[0]


@cuda.jit
def racing_scatter(n, m, y, a, x):
    j = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if j >= m:
        return
    for i in range(n):
        y[i] += a[i + j * n] * x[j]


@cuda.jit
def atomic_scatter(n, m, y, a, x):
    j = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if j >= m:
        return
    for i in range(n):
        cuda.atomic.add(y, i, a[i + j * n] * x[j])


@cuda.jit
def sum_bytes(n, m, y, a, x):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:
        return
    total = 0
    for j in range(m):
        total += int(a[i + j * n])
    y[i] = total


@cuda.jit
def multiply_tiles(n, y, a):
    p = cuda.shared.array((TILE, TILE), float32)
    q = cuda.shared.array((TILE, TILE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    column, row = cuda.blockIdx.x * TILE + tx, cuda.blockIdx.y * TILE + ty
    total = float32(0)
    for k in range(0, n, TILE):
        p[ty, tx] = a[row * n + k + tx]
        q[ty, tx] = a[(k + ty) * n + column]
        cuda.syncthreads()
        for i in range(TILE):
            total += p[ty, i] * q[i, tx]
        cuda.syncthreads()
    y[row * n + column] = total


@cuda.jit
def visit_level(size, front, following, found, depth, level, edges):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= size:
        return
    v = front[i]
    for k in range(DEGREE):
        w = edges[v * DEGREE + k]
        if cuda.atomic.cas(level, w, -1, depth) == -1:
            following[cuda.atomic.add(found, 0, 1)] = w


def seconds_of(work):
    begin = time.process_time()
    work()
    cuda.synchronize()
    return time.process_time() - begin


def run_on_vectors(kernel, side, blocks, matrix):
    y, a, x = map(cuda.to_device, (np.zeros(side, np.float32), matrix, np.full(side, 2, np.float32)))
    return seconds_of(lambda: kernel[blocks, 256](side, side, y, a, x))


def run_tiles(side):
    y, a = cuda.to_device(np.zeros(side * side, np.float32)), cuda.to_device(np.ones(side * side, np.float32))
    return seconds_of(lambda: multiply_tiles[(side // TILE, side // TILE), (TILE, TILE)](side, y, a))


def run_levels(n):
    edges = (np.arange(1, n * DEGREE + 1, dtype=np.uint64) * 2654435761 % 4294967291 % n).astype(np.int32)
    level = np.full(n, -1, np.int32)
    level[0] = 0
    d_level, d_edges = cuda.to_device(level), cuda.to_device(edges)
    fronts = [cuda.to_device(np.zeros(n, np.int32)) for _ in range(2)]

    def traverse():
        size, depth = 1, 1
        while size > 0:
            found = cuda.to_device(np.zeros(1, np.int32))
            visit_level[blocks_over(size), 256](size, *fronts, found, depth, d_level, d_edges)
            size, depth = int(found.copy_to_host()[0]), depth + 1
            fronts.reverse()

    return seconds_of(traverse)


def blocks_over(count):
    return (count + 255) // 256


def run_numba(case, size):
    ones = np.ones(size * size, np.float32)
    runs = {
        "gather": lambda: run_on_vectors(gather, size, blocks_over(size), ones),
        "block reduction": lambda: run_on_vectors(reduce, size, size, ones),
        "atomic scatter": lambda: run_on_vectors(atomic_scatter, size, blocks_over(size), ones),
        "racing scatter": lambda: run_on_vectors(racing_scatter, size, blocks_over(size), ones),
        "bytes": lambda: run_on_vectors(sum_bytes, size, blocks_over(size), ones.view(np.uint8)),
        "tile product": lambda: run_tiles(size),
        "graph traversal": lambda: run_levels(size),
    }
    return runs[case]()


def printed_by(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout


def main(arguments):
    if len(arguments) == 2:
        print(run_numba(arguments[0], int(arguments[1])))
        return
    print("case,size,accesses,round,numba,here_s,numba_s,times_as_long")
    for case, size in SIZES.items():
        for number in range(1, ROUNDS + 1):
            _, _, accesses, here, *_ = printed_by(arguments[0], case, str(size)).split(",")
            there = printed_by(sys.executable, __file__, case, str(size))
            ratio = float(there) / float(here)
            print(f"{case},{size},{accesses},{number},{numba.__version__},{here},{float(there):.3f},{ratio:.1f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
