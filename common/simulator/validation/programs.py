#!/usr/bin/env python3
"""programs.py FOLDER [--simcc PROGRAM]: runs the published programs of docs/results/programs.csv
again.

FOLDER holds clones of the repositories, as OWNER/NAME. A row is left out if its program is missing
or if it reads an input file that the kit made. Each program is compiled and run for 60 s at most,
and its outcome is compared with the row's. The exit status is 1 if any outcome differs. --page
prints the tables of docs/results/programs.md from the rows.
"""

import argparse
import collections
import csv
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SECONDS = 60
JUDGED = ("runs", "finds a bug")
BY_READING = (("finds a bug", "false report"), ("runs", "error of ours"))
OUTCOMES = (*JUDGED, "refused", "out of time", "false report", "error of ours")


def compiled(row, source, simcc, program):
    command = [simcc, *row["options"].split(), source.name, "-o", program]
    done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    clear = "unsupported: " in done.stderr or "the simulator has a part of" in done.stderr
    host_only = "which is the host's" in done.stderr
    return "refused" if clear or host_only else "error of ours"


def outcome(row, source, simcc):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        failed = compiled(row, source, simcc, program)
        if failed:
            return failed
        with subprocess.Popen([program, *row["arguments"].split()], cwd=source.parent, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as process:
            try:
                report = process.communicate(timeout=SECONDS)[1]
            except subprocess.TimeoutExpired:
                process.terminate()  # SIGTERM: it writes its report first
                report = process.communicate()[1]
                return "finds a bug" if ": error: " in report else "out of time"
    if ": error: " in report:
        return "finds a bug"
    return "runs" if process.returncode == int(row["status"] or 0) else "error of ours"


def share(part, whole):
    return f"{part} of {whole} ({round(100 * part / whole)}%)"


def outcomes(rows):
    yield "| sample | when | **judged truly** | " + " | ".join(OUTCOMES) + " |"
    yield "|---" * (3 + len(OUTCOMES)) + "|"
    for sample in sorted({row["sample"] for row in rows}, key=int):
        for column, when in (("first", "as first met"), ("now", "now")):
            count = collections.Counter(row[column] for row in rows if row["sample"] == sample)
            judged = share(sum(count[name] for name in JUDGED), count.total())
            numbers = " | ".join(str(count[name]) for name in OUTCOMES)
            yield f"| {sample} | {when} | **{judged}** | {numbers} |"


def programs(rows):
    yield "| sample | repository | program | as first met | now | why |"
    yield "|---|---|---|---|---|---|"
    for row in rows:
        now_too = row["now"] if row["now"] != row["first"] else ""
        why = row["why"].replace("|", "\\|")
        yield (f"| {row['sample']} | {row['repository']} | {row['path']} | {row['first']} | "
               f"{now_too} | {why} |")


def page(rows):
    yield from outcomes(rows)
    yield ""
    yield from programs(rows)


def compare(rows, folder, simcc):
    others = 0
    for row in rows:
        source = folder / row["repository"] / row["path"]
        if row["input"] or not source.exists():
            print(f"left out: {row['repository']}/{row['path']}")
            continue
        found = outcome(row, source, simcc)
        # A reader has decided whether each finding is true and whether one is missing.
        same = found == row["now"] or (found, row["now"]) in BY_READING
        others += not same
        print(f"{'as listed' if same else 'DIFFERS'}: {row['repository']}/{row['path']}: {found}", flush=True)
    return others


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--simcc", default=ROOT / "build" / "simcc", type=pathlib.Path)
    parser.add_argument("--page", action="store_true")
    asked = parser.parse_args()
    with open(ROOT / "docs" / "results" / "programs.csv", encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    if asked.page:
        print("\n".join(page(rows)))
    if not asked.folder:
        return 0 if asked.page else parser.error("a folder of repositories, or --page")
    return 1 if compare(rows, asked.folder.resolve(), asked.simcc.resolve()) else 0


if __name__ == "__main__":
    sys.exit(main())
