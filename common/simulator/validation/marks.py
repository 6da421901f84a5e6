"""Writes docs/results/marks.md: the marks of submissions on a device beside those on the simulator.
On a device, half of *fast* depends on time; on the simulator it depends on estimates and counts
alone. The submissions are the solutions, the right ones in other styles, and those that do a lab
without what it teaches.
"""

import json
import shutil
import statistics
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kept import devices, measure_each
from kit import BUILD, ROOT, ValidationError, require, run, select

SEED = 7
JUDGED = ("solution", "right-", "idle-")
JOBS = 4        # graded side by side on a device; an honest one that loses points is graded again alone
LIMIT = 240     # seconds per submission
ON_THE_HOST = "01-scalar-loop"  # has no kernels
NOTABLE = 2     # smallest difference in points that is explained
HALF = 50       # points; an idle submission must get less


class Submission:
    """A submission to a lab, in a folder that lay-submissions wrote."""

    def __init__(self, lab, folder):
        self.lab, self.folder, self.name = lab, folder, folder.name

    def outcome(self, backend, within=()):
        """Grades it, by the command `within` if one is given. Returns the grader's report on it, which
        may say that it was refused."""
        with tempfile.TemporaryDirectory() as work:
            shutil.copytree(self.folder, Path(work) / "labs" / self.lab)
            marks = Path(work) / "marks.json"
            done = run([*within, ROOT / "grader/grade", self.lab.split("-")[0], "--from", Path(work) / "labs", "--backend",
                        backend, "--seed", SEED, "--json", marks], limit=LIMIT)
            if not marks.exists():
                words = (done.stderr or done.stdout).strip().splitlines()
                raise ValidationError(f"{self.name}: {words[-1] if words else 'no marks'}")
            return json.loads(marks.read_text())["labs"][0]

    def report(self, backend):
        """The report on a submission that is expected to be graded."""
        lab = self.outcome(backend)
        if lab["status"] != "graded":
            raise ValidationError(f"{self.name}: {lab['status']}")
        return lab

    def grade(self, backend):
        """Its score, the cases that lost points, and what the grader says of the first of them."""
        lab = self.report(backend)
        lost = [case for part in lab["parts"] for case in part["cases"] if case["score"] < case["max_score"]]
        return {"submission": self.name, "score": lab["score"],
                "lost": [[case["name"], round(case["score"], 2), case["max_score"]] for case in lost],
                **({"says": lost[0]["message"]} if lost else {})}


class Laboratory:
    """A lab with its `name` and submissions, as measure_each and select expect them."""

    group = "labs"

    def __init__(self, folder, judged):
        self.name = folder.name
        self.submissions = [Submission(self.name, each) for each in sorted(folder.iterdir())
                            if each.name.startswith(judged)]


def laboratories(names, laid, work, judged):
    """The named labs, each with the submissions whose names begin as in `judged`."""
    if not laid:
        laid = work / "laid"
        require([BUILD / "grader/tests/lay-submissions", laid, 0])
    return select([Laboratory(folder, judged) for folder in sorted(laid.iterdir())], names)


def programs(names, laid, work):
    return [lab for lab in laboratories(names, laid, work, JUDGED) if lab.name != ON_THE_HOST]


def does_one_rung_idly(lab, name):
    """Whether an idle submission lacks the work of a single rung, so that half of the lab is not its limit."""
    listed = ROOT / "grader/submissions" / lab / "idle.toml"
    if not listed.exists():
        return False
    entry = tomllib.loads(listed.read_text()).get(name.removeprefix("idle-"), {})
    return "in" in entry


def grade_all(submissions, backend, jobs):
    def grade(submission):
        try:
            return submission.grade(backend)
        except ValidationError as error:
            print(f"  {submission.lab} {error}", flush=True)
            return None

    with ThreadPoolExecutor(jobs) as pool:
        return [one for one in pool.map(grade, submissions) if one]


def measure(labs, work, kept):
    """Grades on a GPU. A submission that loses points is graded again by itself, because the others
    that ran on the device at the same time may have slowed it."""
    def grade_lab(lab):
        first = grade_all(lab.submissions, "cuda", JOBS)
        losers = {one["submission"] for one in first if one["lost"] and not one["submission"].startswith("idle-")}
        alone = {one["submission"]: one for one in grade_all(
            [each for each in lab.submissions if each.name in losers], "cuda", 1)}
        return {"runs": [alone.get(one["submission"], one) for one in first]}

    return measure_each(labs, kept, grade_lab)


def shares(marks):
    """Of each case that lost points, the share that it kept."""
    return {name: score / most for name, score, most in marks["lost"]}


def differences(here, there):
    """The cases of which the two backends leave different shares; on a device, times take part of the points."""
    on_simulator, on_device = shares(here), shares(there)
    differing = [(name, on_simulator.get(name, 1), on_device.get(name, 1))
                 for name in sorted(on_simulator.keys() | on_device.keys())]
    return "; ".join(f"{name}: {first:.0%} and {second:.0%}" for name, first, second in differing
                     if round(abs(first - second), 2) > 0)


def line_of(lab, here, there):
    apart = abs(here["score"] - there["score"]) >= NOTABLE
    return (f"| {lab} | {here['submission']} | {here['score']:.1f} | {there['score']:.1f} | "
            f"{differences(here, there) if apart else ''} |")


def summary(pairs):
    honest = [pair for pair in pairs if not pair[1]["submission"].startswith("idle-")]
    idle = [pair for pair in pairs if pair[1]["submission"].startswith("idle-")
            and not does_one_rung_idly(pair[0], pair[1]["submission"])]
    apart = [abs(here["score"] - there["score"]) for _, here, there in pairs]
    full = [sum(pair[side]["score"] == 100 for pair in honest) for side in (1, 2)]
    text = (f"{len(pairs)} submissions; the marks are {statistics.median(apart):.1f} points apart in the median, "
            f"{max(apart):.1f} at most, and less than {NOTABLE} for {sum(one < NOTABLE for one in apart)}. Of {len(honest)} "
            f"solutions and right submissions {full[0]} have full marks on the simulator and {full[1]} on the device.")
    if idle:
        below = [sum(pair[side]["score"] < HALF for pair in idle) for side in (1, 2)]
        text += (f" Of {len(idle)} that do a lab without what it teaches {below[0]} stay below {HALF} on the "
                 f"simulator and {below[1]} on the device.")
    return text


def page(pairs, all_measured, left_out):
    return "\n".join([
        "# Marks on a device and on the simulator", "",
        f"Written by `common/simulator/validation/validate marks`: `./grader/grade NN --seed {SEED}` with either backend, of "
        "each lab's solution, of the right submissions in other styles, and of those that do a lab without what it "
        "teaches. On the simulator *fast* depends on the estimate and on counts alone, on a device half of it depends on time, "
        "by cases that the simulator does not have.",
        "", f"{devices(all_measured)}.", "", *[line + "\n" for line in left_out], summary(pairs), "",
        "| lab | submission | simulator | device | the cases that differ, and the shares of their points |", "|---" * 5 + "|",
        *[line_of(*pair) for pair in pairs], ""])


def compare(labs, named, out, work, kept):
    """Grades on the simulator what was graded on the device. Writes the page or, if labs were
    named, prints it. Returns the number of labs that could not be compared completely."""
    pairs, all_measured, left_out = [], [], []
    for lab in labs:
        try:
            measured = kept.read(lab.name)
        except ValidationError as error:
            left_out.append(f"{lab.name}: {error}.")
            continue
        there = {one["submission"]: one for one in measured["runs"]}
        all_measured.append(measured)
        known = [each for each in lab.submissions if each.name in there]
        if missing := len(lab.submissions) - len(known):
            left_out.append(f"{lab.name}: {missing} of {len(lab.submissions)} submissions have not been measured.")
        pairs += [(lab.name, here, there[here["submission"]]) for here in grade_all(known, "sim", 1)]
    if not pairs:
        raise ValidationError("; ".join(left_out) or "nothing to compare")
    text = page(pairs, all_measured, left_out)
    if named:
        print(text)
    else:
        (out / "marks.md").write_text(text)
    return len(left_out)
