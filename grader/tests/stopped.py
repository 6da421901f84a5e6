#!/usr/bin/env python3
"""stopped.py GRADE SOLUTIONS: stops `grade locate` by SIGTERM at several moments of its work, and fails if a process that
it has started is left. Orphans become children of this program, so that it sees all of them.
"""
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = 20  # seconds, for a machine with other work
LAB = "02-simple-gather"


def wait_for(done, seconds):
    """Whether done() became true within the time."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def all_reaped():
    """Reaps what has ended. True if this program has no children any more."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def children():
    """The command lines of all children, as they are named in a report."""
    numbers = Path("/proc/thread-self/children").read_text().split()
    return [f"{number} " + Path(f"/proc/{number}/cmdline").read_text().replace("\0", " ") for number in numbers]


def main():
    grade, solutions = sys.argv[1], Path(sys.argv[2])
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        shutil.copytree(solutions / LAB, scratch / LAB)
        source = scratch / LAB / "matvec.cu"
        text = source.read_text()
        assert "start_kernel<<<(n + " in text
        source.write_text(text.replace("start_kernel<<<(n + ", "start_kernel<<<(m + "))
        said = scratch / "said.txt"
        for moment, begun, delay in [("its first grading", "", 0.5), ("the first changes", "trying", 0.1),
                                     ("the search", "of", 0.3)]:
            with open(said, "w") as out:
                command = subprocess.Popen([grade, "locate", "02", "--from", scratch], stdout=out, stderr=out)
            if not wait_for(lambda: begun in said.read_text(), 200):
                print(f"{moment}: '{begun}' is not in\n{said.read_text()}")
                failures += 1
            time.sleep(delay)
            os.kill(command.pid, signal.SIGTERM)
            if not wait_for(all_reaped, PATIENCE):
                print(f"stopped during {moment}; left after {PATIENCE} s:", *children(), sep="\n  ")
                failures += 1
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
