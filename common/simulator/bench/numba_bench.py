"""numba_bench.py BENCH: the programs of bench.cu beside the same under Numba's CUDA simulator.

BENCH is bench.cu, compiled. Prints a table in CSV, without a head, of bench.cu's columns (the launches' processor
seconds are the median of three runs, the last three columns are empty) and two more: Numba's processor seconds
(one run), and how many times as long that is; where it cannot be said, why. The sizes are such that Numba takes
some seconds.

numba_bench.py CASE SIZE: prints Numba's seconds, in a process of its own.
"""

import os
import statistics
import subprocess
import sys
import time

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
try:
    from numba import cuda, float32  # kernels find them among the module's names
except ImportError:
    cuda = None

SIZES = {"gather": 1024, "block reduction": 16, "atomic scatter": 512, "racing scatter": 1024, "bytes": 1024,
         "tile product": 48, "graph traversal": 16384, "sums by warps": 4096}
RUNS = 3
TILE, DEGREE = 16, 8


def kernels():
    """By case."""

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
            total += a[i + j * n]
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

    return {"gather": gather, "block reduction": reduce, "racing scatter": racing_scatter,
            "atomic scatter": atomic_scatter, "bytes": sum_bytes, "tile product": multiply_tiles,
            "graph traversal": visit_level}


def measured(case, size):
    """Processor seconds of the launches under Numba's simulator, or why there are none."""
    if cuda is None:
        return "numba is not installed"
    kernel = kernels().get(case)
    if kernel is None:
        return "it has no shuffles"
    import numpy as np
    blocks = (size + 255) // 256
    if case == "tile product":
        arrays = [cuda.to_device(np.zeros(size * size, np.float32)), cuda.to_device(np.ones(size * size, np.float32))]
        begin = time.process_time()
        kernel[(size // TILE, size // TILE), (TILE, TILE)](size, *arrays)
    elif case == "graph traversal":
        edges = (np.arange(1, size * DEGREE + 1, dtype=np.uint64) * 2654435761 % 4294967291 % size).astype(np.int32)
        level = np.full(size, -1, np.int32)
        level[0] = 0
        d_level, d_edges = cuda.to_device(level), cuda.to_device(edges)
        front, following = (cuda.to_device(np.zeros(size, np.int32)) for _ in range(2))
        width, depth = 1, 1
        begin = time.process_time()
        while width > 0:
            found = cuda.to_device(np.zeros(1, np.int32))
            kernel[(width + 255) // 256, 256](width, front, following, found, depth, d_level, d_edges)
            width, depth = int(found.copy_to_host()[0]), depth + 1
            front, following = following, front
    else:
        a = np.ones(size * size, np.float32)
        a = a.view(np.uint8) if case == "bytes" else a
        arrays = [cuda.to_device(array) for array in (np.zeros(size, np.float32), a, np.full(size, 2, np.float32))]
        begin = time.process_time()
        kernel[size if case == "block reduction" else blocks, 256](size, size, *arrays)
    cuda.synchronize()
    return time.process_time() - begin


def said(command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout.strip()


def compared(bench, case, size):
    runs = [said([bench, case, str(size)]).split(",") for _ in range(RUNS)]
    here = statistics.median(float(run[3]) for run in runs)
    there = said([sys.executable, __file__, case, str(size)])
    try:
        there, ratio = f"{float(there):.2f}", f"{float(there) / here:.0f}"
    except ValueError:
        ratio = "-"
    return [case, str(size), runs[0][2], f"{here:.4f}", "", "", "", there, ratio]


def main(arguments):
    if len(arguments) == 2:
        print(measured(arguments[0], int(arguments[1])))
        return
    for case, size in SIZES.items():
        print(",".join(compared(arguments[0], case, size)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
