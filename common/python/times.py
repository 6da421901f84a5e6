"""times.py MATMUL: the products of lab 12 beside NumPy's, on a real device with the real PyCUDA.

Prints a CSV: n, function, us (the median of interleaved rounds), p10, p90. With copies: what
`multiply` takes from NumPy's arrays to NumPy's array, by the host's clock. On the device:
`multiply_tiled` by events, the mean of a batch.
"""

import importlib.util
import pathlib
import sys
import time

# The kit's own `pycuda` is in this file's folder, and must not hide the real one.
sys.path[:] = [folder for folder in sys.path if folder != str(pathlib.Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402

SIZES = [64, 128, 256, 512, 1024, 2048, 4096]
ROUNDS = 11
BATCH_SECONDS = 5e-4


def by_clock(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def by_events(cuda, work, calls):
    start, end = cuda.Event(), cuda.Event()
    start.record()
    for _ in range(calls):
        work()
    end.record()
    end.synchronize()
    return 1e-3 * start.time_till(end) / calls


def spread(times):
    times = sorted(times)
    last = len(times) - 1
    return times[len(times) // 2], times[last // 10], times[last - last // 10]


def entrants(matmul, cuda, gpuarray, n, random):
    """For each function, what times one call of it; all have the same factors."""
    a, b = (random.random((n, n), dtype=np.float32) for _ in range(2))
    a_gpu, b_gpu, c_gpu = gpuarray.to_gpu(a), gpuarray.to_gpu(b), gpuarray.empty((n, n), np.float32)

    def tiled():
        matmul.multiply_tiled(a_gpu, b_gpu, c_gpu, n, n, n)

    tiled()
    calls = max(1, min(100, round(BATCH_SECONDS / by_events(cuda, tiled, 1))))
    difference = np.abs(a @ b - c_gpu.get()).max()
    if not difference <= 1e-4 * n:
        sys.exit(f"multiply_tiled is wrong for n = {n}: it differs by {difference}")
    return {"multiply, with copies": lambda: by_clock(lambda: matmul.multiply(a, b)),
            "multiply_tiled": lambda: by_events(cuda, tiled, calls),
            "NumPy": lambda: by_clock(lambda: a @ b)}


def main():
    spec = importlib.util.spec_from_file_location("matmul", sys.argv[1])
    matmul = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(matmul)
    import pycuda.driver as cuda
    import pycuda.gpuarray as gpuarray

    random = np.random.default_rng(1)
    print("n,function,us,p10,p90")
    for n in SIZES:
        functions = entrants(matmul, cuda, gpuarray, n, random)
        times = {name: [] for name in functions}
        for measure in functions.values():
            measure()  # compiles, and starts NumPy's threads
        for _ in range(ROUNDS):
            for name, measure in functions.items():
                times[name].append(1e6 * measure())
        for name in functions:
            print(",".join([str(n), f'"{name}"', *(f"{value:.3f}" for value in spread(times[name]))]))


if __name__ == "__main__":
    main()
