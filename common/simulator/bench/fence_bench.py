#!/usr/bin/env python3
"""What the fence costs. fence_bench.py PLAIN FENCED: both are bench.cu, the second one compiled by
`simcc --fence`. They take turns, and each run is a process of its own. Prints a table in CSV: for
each run of a case its size and accesses, the processor time with and without the fence, and their
ratio, which is the rate that is left."""
import os
import subprocess
import sys

ROUNDS = 9
CASES = ["gather", "block reduction", "atomic scatter", "bytes", "tile product", "graph traversal",
         "sums by warps", "host code"]


def run(program, case):
    """Size, accesses and processor seconds of the launches, of one run."""
    with open(os.devnull, "w") as nowhere:
        printed = subprocess.run([program, case], check=True, stdout=subprocess.PIPE, stderr=nowhere,
                                 text=True).stdout
    name, size, accesses, seconds = printed.split(",")[:4]
    return size, accesses, float(seconds)


def main():
    plain, fenced = sys.argv[1:]
    print("case,size,accesses,plain_s,fenced_s,rate_left")
    for case in CASES:
        for number in range(ROUNDS):
            # Whoever runs first finds the caches and the clock of the processor in another state.
            order = [plain, fenced] if number % 2 == 0 else [fenced, plain]
            seconds = {}
            for program in order:
                size, accesses, seconds[program] = run(program, case)
            print(f"{case},{size},{accesses},{seconds[plain]:.4f},{seconds[fenced]:.4f},"
                  f"{seconds[plain] / seconds[fenced]:.4f}", flush=True)


main()
