"""limits.py GRADE LAB…: the limits of work that suites give as formulas are the solutions' own
estimates, at sizes that are drawn: near enough that full marks mean what they say, and none below
what the solution takes."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SEEDS = [1, 5, 6]
LEAST, MOST = 0.25, 1.25  # times the limit, for the solution; the least where sums may be cut: lab 13


def works(grade, lab, seed):
    """Each estimate that a case of the lab compares with a limit; a lab without kernels has none."""
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
