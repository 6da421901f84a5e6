"""limits.py GRADE LOGS: the limits of work that suites give as formulas are the solutions' own
estimates, at sizes that are drawn: near enough that full marks mean what they say, and none below
what the solution takes."""

import re
import subprocess
import sys
from pathlib import Path

SEEDS = [5, 6]
LEAST, MOST = 0.6, 1.2  # times the limit, for the solution
LINE = re.compile(r"work of (.*): ([\d.e+-]+) us, limit ([\d.e+-]+) us")


def ratios(grade, logs, seed):
    subprocess.run([grade, "all", "--from", "solutions", "--backend", "sim", "--case", "work",
                    "--seed", str(seed)], capture_output=True)
    for log in sorted(logs.glob("*.txt")):
        for what, estimated, limit in LINE.findall(log.read_text(errors="replace")):
            yield f"{log.stem}: {what}", float(estimated) / float(limit)


def main(grade, logs):
    seen, failed = 0, 0
    for seed in SEEDS:
        for what, ratio in ratios(grade, Path(logs), seed):
            seen += 1
            if not LEAST <= ratio <= MOST:
                failed += 1
                print(f"seed {seed}, {what}: the solution takes {ratio:.2f} times the limit")
    print(f"{seen} limits, {failed} of them off")
    return 1 if failed or not seen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
