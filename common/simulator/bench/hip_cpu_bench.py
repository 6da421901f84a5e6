"""hip_cpu_bench.py BENCH CHECKOUT: compares the programs of bench.cu with the same programs under
HIP-CPU, which runs kernels natively and checks nothing.

BENCH is bench.cu compiled by simcc, and CHECKOUT a folder with HIP-CPU's repository. The text of
bench.cu is translated to HIP, and g++ compiles it with optimisation. Prints a table in CSV with
several rows per case, one for each round: the processor seconds of the launches here and under
HIP-CPU, the ratio of the rates, and whether both have the same result. The two sides take turns on
one core, each run in a process of its own.

hip_cpu_bench.py --translate: prints the text for HIP.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROUNDS = 7
SECONDS = 120  # for one run
# Sizes at which both take several milliseconds or more. HIP-CPU's launches alone take some.
SIZES = {"gather": 4096, "block reduction": 4096, "atomic scatter": 4096, "racing scatter": 4096, "bytes": 4096,
         "tile product": 256, "graph traversal": 131072, "sums by warps": 1048576}
# HIP-CPU's documentation asks for -fopenmp-simd, and its headers inline only with NDEBUG.
COMPILER = ["g++", "-std=c++17", "-O3", "-DNDEBUG", "-fopenmp-simd", "-pthread", "-w"]
LIBRARIES = ["-ltbb", "-ldl"]
IN_HIP = [(r"<cuda_runtime\.h>", "<hip/hip_runtime.h>"),
          (r"\bcuda(?=[A-Z])", "hip"),
          (r"(\w+)<<<(.+), (.+)>>>\(", r"hipLaunchKernelGGL(\1, \2, \3, 0, nullptr, "),
          (r"__shfl_down_sync\(~0u, ", "__shfl_down(")]


def translated(text):
    for cuda, hip in IN_HIP:
        text = re.sub(cuda, hip, text)
    return text


def bench_in_hip():
    return translated((pathlib.Path(__file__).parent / "bench.cu").read_text())


def compiled(checkout, folder):
    program, source = folder / "bench", folder / "bench.cpp"
    source.write_text(bench_in_hip())
    subprocess.run([*COMPILER, "-I", checkout / "include", source, "-o", program, *LIBRARIES], check=True)
    return program


def version_of(checkout):
    """The commit, where the folder is a repository."""
    asked = subprocess.run(["git", "-C", checkout, "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True, check=False)
    return asked.stdout.strip() if (checkout / ".git").exists() else ""


def measured(program, case, size):
    """Accesses, seconds and result of one run; what became of it instead, if it printed none."""
    try:
        ended = subprocess.run([program, case, str(size)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"took more than {SECONDS} s"
    cells = ended.stdout.split(",")
    return (cells[2], float(cells[3]), cells[5]) if len(cells) == 6 else f"ended with {ended.returncode}"


def outcome(here, there):
    if isinstance(there, str):
        return f"HIP-CPU {there}"
    return "equal" if here[2] == there[2] else f"HIP-CPU {there[2]} instead of {here[2]}"


def row_of(case, size, number, version, here, there):
    accesses, seconds, _ = here
    compared = outcome(here, there)
    times = f"{there[1]:.4f},{there[1] / seconds:.4f}" if compared == "equal" else ","
    return f"{case},{size},{accesses},{number},{version},{seconds:.4f},{times},{compared}"


def main(arguments):
    if arguments == ["--translate"]:
        print(bench_in_hip(), end="")
        return
    bench, checkout = arguments[0], pathlib.Path(arguments[1])
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    version = version_of(checkout)
    with tempfile.TemporaryDirectory() as folder:
        hip_cpu = compiled(checkout, pathlib.Path(folder))
        print("case,size,accesses,round,hip_cpu,here_s,hip_cpu_s,rate_ratio,result")
        for case, size in SIZES.items():
            for number in range(1, ROUNDS + 1):
                # Whoever runs first finds the caches in another state.
                order = [bench, hip_cpu] if number % 2 else [hip_cpu, bench]
                of = {program: measured(program, case, size) for program in order}
                print(row_of(case, size, number, version, of[bench], of[hip_cpu]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
