"""limits.py GRADE LAB…: checks the formulas that suites give as limits of work. At sizes drawn at
random, the solution's estimate must be close enough to the limit that full marks mean something,
and must not exceed the limit by much.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SEEDS = [1, 5, 6]
LEAST, MOST = 0.25, 1.25  # solution over limit; in lab 13, which may shorten sums, it is small


def works(grade, lab, seed):
    """Each estimate that a case of the lab compares with a limit; empty for a lab without such
    cases."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.json"
        done = subprocess.run([grade, lab, "--from", "solutions", "--backend", "sim", "--case", "work",
                               "--seed", str(seed), "--json", report], capture_output=True, text=True)
        if "no case of" in done.stderr:
            return []
        return json.loads(report.read_text())["labs"][0].get("work", [])


def main(grade, *labs):
    seen, failed = 0, 0
    for seed in SEEDS:
        for lab in labs:
            for work in works(grade, lab, seed):
                seen += 1
                ratio = work["microseconds"] / work["limit"]
                if not LEAST <= ratio <= MOST:
                    failed += 1
                    print(f"seed {seed}, {lab}: {work['what']}: the solution takes {ratio:.2f} times "
                          "the limit")
    print(f"{seen} limits, {failed} of them off")
    return 1 if failed or not seen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
