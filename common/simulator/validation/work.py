"""Writes docs/results/work.md: for every submission in the tree, the verdict on its work by the
model's estimate beside the verdict by the time measured on the device.
"""

import hashlib
import json
import os
import random
import statistics
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor

from kept import devices, measure_each
from kit import (BUILD, HERE, Program, ValidationError, build_all, compile_cuda, compile_sim, find_nvcc,
                 lab_programs, nvcc_options, require, run, select, simulate)

MUTANTS = 24          # per lab
SEED = 20261124       # for the random sizes
PROGRAM_LIMIT = 10    # seconds, after which a program is killed
FULL, NONE = 1.5, 10  # full and no marks (score::Work in score/result.hpp): times the solution's
FAR_OFF = 2           # factor from which an estimate is listed


def lay(out):
    """Writes all submissions as files: OUT/NN-slug/NAME/."""
    require([BUILD / "grader/tests/lay-submissions", out, MUTANTS])
    return out


def programs(names, laid, work):
    """The named labs, each with its submissions."""
    laid = laid or lay(work / "laid")
    return [Laboratory(lab, laid) for lab in select(lab_programs("times.cpp"), names)]


def shapes_of(lab):
    """Two sizes, drawn at random (from a fixed seed), at least as large as those of a suite."""
    drawn = random.Random(f"{SEED} {lab}")
    near = lambda about: drawn.randint(about * 3 // 4, about * 5 // 4)
    if lab.split("-")[0] in ("07", "08"):
        return [(side, side) for side in (near(500), near(800))]
    if lab.split("-")[0] == "10":  # each element of the product takes 96 steps
        return [(near(500), near(300)), (near(300), near(500))]
    return [(near(1200), near(400)), (near(400), near(800))]


class Submission(Program):
    """A lab's program for the validation, with a submission's kernels."""

    def __init__(self, lab, folder):
        kernels = sorted(folder.glob("*.cu"))
        given = [source for source in lab.sources if source.parent.name != lab.name
                 or "solutions" not in source.parts]
        super().__init__(lab.name, folder.name, [*given, *kernels], lab.includes)
        self.kernels, self.given = kernels, given

    def digest(self):
        """A hash of the submission's text, so that measured times are used only for the text that
        was measured."""
        text = b"".join(source.read_bytes() for source in self.kernels)
        return hashlib.sha256(text).hexdigest()[:16]


def submissions_of(lab, laid):
    """Without the attempts to gain marks: most of them attack the grader, which is not there."""
    return [Submission(lab, folder) for folder in sorted((laid / lab.name).iterdir())
            if not folder.name.startswith("hostile-")]


def compile_given(lab, submission, work, compiler):
    """Compiles, once, the files that all submissions of a lab share. For the simulator, times.cpp
    is replaced by once.cpp, which makes single calls."""
    objects = []
    for number, source in enumerate(submission.given):
        if source.name == "times.cpp" and compiler is simcc_object:
            source = source.with_name("once.cpp")
        target = work / f"{lab.name}-{number}.o"
        compiler(source, target, submission.includes)
        objects.append(target)
    return objects


def nvcc_object(source, target, includes):
    require([find_nvcc(), *nvcc_options(), "--default-stream", "per-thread", "-x", "cu", *includes,
             "-c", source, "-o", target])


def simcc_object(source, target, includes):
    require([BUILD / "simcc", "-std=c++20", *includes, "-c", source, "-o", target])


class Laboratory:
    """A lab whose submissions are measured, with its `name`, as measure_each expects it."""

    def __init__(self, program, laid):
        self.name, self.program = program.name, program
        self.submissions = submissions_of(program, laid)


def time_one(submission, built):
    """The lines that the program prints, parsed; empty if the program fails."""
    try:
        shape_arguments = [side for shape in shapes_of(submission.group) for side in shape]
        done = run([built(submission), *shape_arguments], limit=PROGRAM_LIMIT)
    except ValidationError as error:
        print(f"  {submission.group} {submission.name}: {error}", flush=True)
        return []
    return [{"submission": submission.name, "text": submission.digest(), **json.loads(line)}
            for line in done.stdout.splitlines()]


def measure(labs, work, kept):
    """Builds everything in parallel and runs the programs one after the other. Needs a GPU."""
    for lab in labs:
        (work / lab.name).mkdir()
    compiled = build_all(labs, lambda lab: compile_given(
        lab.program, lab.submissions[0], work / lab.name, nvcc_object))

    def build(submission):
        target = work / submission.group / submission.name
        compile_cuda([*compiled(by_name[submission.group]), *submission.kernels], target,
                     [*submission.includes, "--default-stream", "per-thread"])
        return target

    by_name = {lab.name: lab for lab in labs}
    everything = [each for lab in labs for each in lab.submissions]
    built = build_all(everything, build, key=lambda each: (each.group, each.name))
    return measure_each(labs, kept, lambda lab: {
        "runs": [line for each in lab.submissions for line in time_one(each, built)]})


def count_all(laboratory, measured, work):
    """Simulates each run and stores its launches in it. Runs that the simulator stops early, or
    that do not end, get none. Submissions whose text has changed since they were timed are left
    out."""
    by_name = {each.name: each for each in laboratory.submissions}
    runs = {}
    for one in measured["runs"]:
        submission = by_name.get(one["submission"])
        if submission and one["text"] == submission.digest():
            runs.setdefault(one["submission"], []).append(one)
    if "solution" not in runs:
        raise ValidationError("the solution is another one than was measured: measure it again")
    objects = compile_given(laboratory.program, laboratory.submissions[0], work, simcc_object)

    def count(name):
        try:
            target = work / f"{laboratory.name}-{name}"
            compile_sim([*objects, *by_name[name].kernels], target, by_name[name].includes)
        except ValidationError:
            return
        for one in runs[name]:
            one["kernels"] = launches_of(target, one)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(count, runs))


def launches_of(program, one):
    """The launches of a run; None if one of them is stopped. As in grading, those that read a value
    by an atomic run in a second order, too, in which threads that take their work from a counter
    share it, and the order with the smaller estimate counts."""
    forward = launches_in("forward", program, one)
    if not forward or not any("atom_requests" in kernel["counters"] for kernel in forward):
        return forward
    orders = [forward, launches_in("interleaved", program, one) or forward]
    times = [microseconds for microseconds, _ in estimates(orders)]
    return orders[times.index(min(times))]


def launches_in(order, program, one):
    try:
        report, _ = simulate(program, [one["function"], one["n"], one["m"]], limit=60, order=order)
    except ValidationError:
        return None
    if not report["kernels"] or not all("warps" in k["counters"] for k in report["kernels"]):
        return None
    return [{**{key: kernel.get(key) for key in ("name", "grid", "block", "shared_bytes")},
             "counters": {name: count for name, count in kernel["counters"].items() if count}}
            for kernel in report["kernels"]]


def estimates(all_kernels):
    """For each call: the microseconds of all its launches, and what limits the longest one."""
    launches = [kernel for kernels in all_kernels for kernel in kernels]
    done = subprocess.run([BUILD / "common/simulator/validation/estimate"],
                          input=json.dumps(launches), capture_output=True, text=True)
    if done.returncode:
        raise ValidationError(done.stderr.strip())
    made = iter(json.loads(done.stdout))
    results = []
    for kernels in all_kernels:
        own = [next(made) for _ in kernels]
        longest = max(own, key=lambda launch: launch["microseconds"])
        results.append((sum(launch["microseconds"] for launch in own), longest["bound"]))
    return results


def factor(one, other):
    return max(one, other) / min(one, other)


def step(ratio):
    """The verdict on work that takes `ratio` times as long as the solution's, by the rule of
    suite/work.cpp."""
    return "full" if ratio <= FULL else "none" if ratio >= NONE else "part"


class Row:
    """One function of a submission at one size: time and estimate, each beside the solution's."""

    def __init__(self, lab, run, estimated, bound):
        self.lab, self.run, self.estimated, self.bound = lab, run, estimated, bound
        self.name, self.measured = run["submission"], run["microseconds"]
        self.call = (lab, run["function"], run["n"], run["m"])
        self.solution = None

    def off(self):
        return factor(self.estimated, self.measured)

    def ratio_by_estimate(self):
        return self.estimated / self.solution.estimated

    def ratio_by_time(self):
        return self.measured / self.solution.measured

    def by_estimate(self):
        return step(self.ratio_by_estimate())

    def by_time(self):
        return step(self.ratio_by_time())

    def agree_within_a_step(self):
        return {self.by_estimate(), self.by_time()} != {"full", "none"}


def rows_of(lab, runs):
    counted = [run for run in runs if run.get("kernels")]
    made = estimates([run["kernels"] for run in counted])
    rows = [Row(lab, run, *estimate) for run, estimate in zip(counted, made)]
    solutions = {row.call: row for row in rows if row.name == "solution"}
    for row in rows:
        row.solution = solutions.get(row.call)
    return rows


def different(rows):
    """One row of each set with the same call and the same counts: a function that a submission did
    not change is the solution's again."""
    seen = {}
    for row in rows:
        seen.setdefault((row.call, json.dumps(row.run["kernels"])), row)
    return list(seen.values())


def misordered(rows, beyond=1.5):
    """Takes all pairs of rows for the same call whose times differ by more than the factor
    `beyond`. Returns how many of them the estimates put in the wrong order, and how many pairs
    there are."""
    wrong = pairs = 0
    calls = {}
    for row in rows:
        calls.setdefault(row.call, []).append(row)
    for same in calls.values():
        for one in same:
            for other in same:
                if one.measured * beyond < other.measured:
                    pairs += 1
                    wrong += one.estimated > other.estimated
    return wrong, pairs


def load_causes():
    with open(HERE / "work_causes.toml", "rb") as file:
        return tomllib.load(file)


def cause_of(row, causes):
    """That of the submission, or of all calls of the function, which may hold for one direction only."""
    known, function = causes.get(row.lab, {}), row.run["function"]
    if not row.run.get("captured", True) and row.solution and row.solution.run.get("captured", True):
        return "it is launched call by call, so the time includes the host's launches and waits"
    direction = "slower" if row.measured > row.estimated else "quicker"
    keys = (f"{row.name} {function}", row.name, f"{function}, {direction} than estimated", function)
    return next((known[key] for key in keys if key in known), "unexplained")


def explanation(row, causes):
    """The cause that is on file. Without one, if the estimate is near, the two ratios merely lie on
    either side of a limit."""
    cause = cause_of(row, causes)
    if cause != "unexplained" or row.off() >= FAR_OFF:
        return cause
    return (f"little: {row.ratio_by_estimate():.2f} and {row.ratio_by_time():.2f} times the "
            "solution's are on two sides of a limit")


def line_of(row, causes, explain):
    alone = "" if row.run.get("captured", True) else ", launched one by one"
    verdicts = f"{row.by_estimate()} | {row.by_time()}" if row.solution else "– | –"
    return (f"| {row.lab} | {row.name} | {row.run['function']}{alone} | {row.run['n']} × "
            f"{row.run['m']} | {row.measured:.4g} | {row.estimated:.4g} | {row.off():.2f} | "
            f"{row.bound} | {verdicts} | {explanation(row, causes) if explain else ''} |")


HEAD = ["| lab | submission | function | n × m | measured, µs | estimated, µs | factor | bound by "
        "| by estimate | by time | what the estimate leaves out |", "|---" * 11 + "|"]


def summary(rows):
    """How far off the estimates are, and how often the two verdicts agree."""
    unlike = different(rows)
    off = [row.off() for row in unlike]
    wrong, pairs = misordered(unlike)
    judged = [row for row in rows if row.solution and row.name != "solution"]
    same = sum(row.by_estimate() == row.by_time() for row in judged)
    near = sum(row.agree_within_a_step() for row in judged)
    return (f"{len({(row.lab, row.name) for row in rows})} submissions, {len(rows)} calls, "
            f"{len(unlike)} of which count differently: median error factor "
            f"{statistics.median(off):.2f}, largest {max(off):.2f}, {sum(one > 3 for one in off)} "
            f"beyond 3; of {pairs} pairs in one call more than 1.5 times apart, "
            f"{wrong} in the wrong order. The verdicts by estimate and by time are the same for "
            f"{100 * same / len(judged):.1f} % of {len(judged)} calls, and within one step for "
            f"{100 * near / len(judged):.2f} %")


def page(rows, all_measured, left_out):
    causes = load_causes()
    notable = [row for row in different(rows)
               if row.off() >= FAR_OFF or (row.solution and row.by_estimate() != row.by_time())]
    kinds = [row for row in different(rows)
             if row.name == "solution" or row.name.startswith(("right", "idle"))]
    shown = {id(row) for row in notable}
    return "\n".join([
        "# Work by estimate and by time", "",
        "Written by `common/simulator/validation/validate work`: every submission in the tree "
        "of the labs with kernels in CUDA C++, but for attempts to gain marks: solutions, right "
        "submissions in other styles, wrong and idle ones, and some mutants, at sizes drawn at "
        "random. Times are medians of graphs whose calls each have their own arrays, "
        "after the cache has been overwritten. Estimates come from the simulator's counts alone "
        "(`common/simulator/device/time_model`). A verdict is full up to "
        f"{FULL:g} times the solution's at that size, none from {NONE} times on, and part between. "
        "Calls in which the simulator stops a launch, for example at an access out of bounds, have no "
        "estimate and are left out.",
        "", f"{devices(all_measured)}.", "", *[line + "\n" for line in left_out],
        f"{summary(rows)}.", "",
        f"## Where the estimate is off by {FAR_OFF} or more, or the verdicts differ", "", *HEAD,
        *[line_of(row, causes, True) for row in notable], "",
        "## The other solutions, right submissions and idle ones", "", *HEAD,
        *[line_of(row, causes, False) for row in kinds if id(row) not in shown], ""])


def compare(labs, named, out, work, kept):
    """Estimates from the simulator's counts. Writes the page or, if labs were named, prints it.
    Returns how many labs could not be compared."""
    rows, all_measured, left_out = [], [], []
    for lab in labs:
        try:
            measured = kept.read(lab.name)
            count_all(lab, measured, work)
            rows += rows_of(lab.name, measured["runs"])
            all_measured.append(measured)
        except ValidationError as error:
            left_out.append(f"{lab.name} is not compared: {error}")
    if not rows:
        raise ValidationError("; ".join(left_out))
    text = page(rows, all_measured, left_out)
    if named:
        print(text)
    else:
        (out / "work.md").write_text(text)
    print(summary(rows))
    return len(left_out)
