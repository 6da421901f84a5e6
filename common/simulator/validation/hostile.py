"""Writes docs/results/hostile.md: what each attempt to gain marks gets, beside the most that an honest
grader may give it: on the simulator under both sandboxes, and on a device. The attempts are those of
grader/submissions/NN-slug/hostile.toml.
"""

import os
import tomllib
from concurrent.futures import ThreadPoolExecutor

import marks
from kept import devices, measure_each
from kit import ROOT, ValidationError

PREFIX = "hostile-"
WITHOUT_BUBBLEWRAP = ROOT / "grader/tests/without_bubblewrap.sh"
ROUNDING = 1e-6  # points


def programs(names, laid, work):
    return marks.laboratories(names, laid, work, PREFIX)


class Attempt:
    """An entry of hostile.toml: its idea (`why`), the `most` points that it may get on the simulator and
    `most_on_device`, and the words in the names of the cases to which that applies; empty for all cases."""

    def __init__(self, name, entry):
        self.name, self.idea, self.most = name, entry["why"], entry["most"]
        self.most_on_device = entry.get("most_on_device", self.most)
        self.cases = entry.get("in", "")

    def points(self, lab):
        """What the grader's report gives in these cases. 0 if the submission was refused."""
        return sum(case["score"] for part in lab.get("parts", []) for case in part["cases"]
                   if self.cases in case["name"])


def attempts(lab):
    """The lab's attempts by name."""
    with open(ROOT / "grader/submissions" / lab / "hostile.toml", "rb") as file:
        return {name: Attempt(name, entry) for name, entry in tomllib.load(file).items()}


def grade_all(lab, backend, jobs, within=()):
    """By name: the status of each attempt and its points; without those that could not be graded."""
    known = attempts(lab.name)

    def grade(submission):
        name = submission.name.removeprefix(PREFIX)
        try:
            report = submission.outcome(backend, within)
        except ValidationError as error:
            print(f"  {lab.name} {error}", flush=True)
            return None
        return {"attempt": name, "status": report["status"], "points": round(known[name].points(report), 2)}

    with ThreadPoolExecutor(jobs) as pool:
        return {one["attempt"]: one for one in pool.map(grade, lab.submissions) if one}


def measure(labs, work, kept):
    """Grades on a GPU. Attempts run there side by side: what one of them loses in the time that another
    takes is not what is asked here."""
    jobs = max(2, (os.cpu_count() or 2) // 2)
    return measure_each([lab for lab in labs if lab.name != marks.ON_THE_HOST], kept, lambda lab: {"runs": list(grade_all(lab, "cuda", jobs).values())})


class Row:
    """An attempt and its results, in the order of the page's columns; None where there is none."""

    def __init__(self, lab, attempt, results):
        self.lab, self.attempt, self.results = lab, attempt, results

    def gains(self):
        return any(gains(one, most) for one, most in zip(self.results, self.limits()))

    def limits(self):
        """The most points that each column may show."""
        return [self.attempt.most, self.attempt.most, self.attempt.most_on_device]

    def line(self):
        where = f" in “{self.attempt.cases}”" if self.attempt.cases else ""
        cells = [shown(one, most) for one, most in zip(self.results, self.limits())]
        idea = self.attempt.idea.replace("|", "\\|")
        most = " / ".join(f"{limit:g}" for limit in dict.fromkeys(self.limits()))
        return f"| {self.lab} | {self.attempt.name} | {idea} | {most}{where} | " + " | ".join(cells) + " |"


def gains(result, most):
    return bool(result) and result["points"] > most + ROUNDING


def shown(result, most):
    if result is None:
        return "–"
    if result["status"] != "graded":
        return "refused"
    points = f"{result['points']:g}"
    return f"**{points}**" if gains(result, most) else points


COLUMNS = ["bubblewrap", "the kit's sandbox", "device"]


def summary(rows):
    graded = [sum(row.results[column] is not None for row in rows) for column in range(len(COLUMNS))]
    gaining = [f"{row.lab} {row.attempt.name}" for row in rows if row.gains()]
    counted = ", ".join(f"{count} ({column})" for count, column in zip(graded, COLUMNS))
    return (f"{len(rows)} attempts; graded: {counted}. " +
            (f"{len(gaining)} get more than they may: {', '.join(gaining)}." if gaining
             else "None gets more than it may."))


def page(rows, all_measured, left_out):
    return "\n".join([
        "# Attempts to gain marks", "",
        f"Written by `common/simulator/validation/validate hostile`: `./grader/grade NN --seed {marks.SEED}` of every "
        "submission in grader/submissions that tries to get points without the work or to reach the grader. The most "
        "that it may get is set by hand from its idea; where a second number stands, that is for a device, where an "
        "attempt that is quick at the size that is timed keeps 30 % of those points. On the simulator it is graded "
        "under bubblewrap and under the kit's own sandbox; on a device, those of the labs with kernels.",
        "", f"Device: {devices(all_measured)}.", "", *[line + "\n" for line in left_out], summary(rows), "",
        "| lab | attempt | idea | at most | " + " | ".join(COLUMNS) + " |", "|---" * (4 + len(COLUMNS)) + "|",
        *[row.line() for row in rows], ""])


def rows_of(lab, on_device):
    results = [grade_all(lab, "sim", 2), grade_all(lab, "sim", 2, [WITHOUT_BUBBLEWRAP]), on_device]
    return [Row(lab.name, attempt, [one.get(name) for one in results])
            for name, attempt in attempts(lab.name).items()]


def compare(labs, named, out, work, kept):
    """Grades on the simulator what was graded on the device. Writes the page or, if labs were named,
    prints it. Returns the number of attempts that gain."""
    rows, all_measured, left_out = [], [], []
    for lab in labs:
        on_device = {}
        try:
            measured = kept.read(lab.name)
            all_measured.append(measured)
            on_device = {one["attempt"]: one for one in measured["runs"]}
        except ValidationError as error:
            if lab.name != marks.ON_THE_HOST:
                left_out.append(f"{lab.name}: {error}.")
        rows += rows_of(lab, on_device)
        print(f"{lab.name}: {len(lab.submissions)} attempts", flush=True)
    text = page(rows, all_measured, left_out)
    if named:
        print(text)
    else:
        (out / "hostile.md").write_text(text)
    print(summary(rows))
    return sum(row.gains() for row in rows)
