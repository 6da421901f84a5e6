"""Writes docs/results/margins.md: how far the limits of work are from right answers, and from those
that do a lab without what it teaches. Both are graded on the simulator; the grader's report has each
count beside its bound.
"""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from kit import ValidationError
from marks import SEED

JOBS = 2
FULL_MARKS_UP_TO = 1.5  # times the limit of an estimate, as in grader/score/result.hpp
ENOUGH = 1.25           # the smallest margin that is not pointed out
ESTIMATE = "estimated time"


def used(gate):
    """The share of its bound that a count takes; above 1, the rung lacks what it is about."""
    over, under = (gate["bound"], gate["count"]) if gate["is_least"] else (gate["count"], gate["bound"])
    return over / under if under else (float("inf") if over else 0)


def shares(report):
    """By case and by what is counted: the largest share that this submission takes."""
    found = defaultdict(float)
    for work in report.get("work", []):
        key = work["name"], ESTIMATE
        found[key] = max(found[key], work["microseconds"] / work["limit"] / FULL_MARKS_UP_TO)
    for gate in report.get("gates", []):
        key = gate["name"], gate["what"]
        found[key] = max(found[key], used(gate))
    return found


def examine(lab):
    """By case and by what is counted: the shares of right submissions, and of idle ones, with their names."""
    def graded(submission):
        return submission.name, shares(submission.report("sim"))

    limits = defaultdict(lambda: {"right": [], "idle": []})
    with ThreadPoolExecutor(JOBS) as pool:
        for name, found in pool.map(graded, lab.submissions):
            side = "idle" if name.startswith("idle-") else "right"
            for key, share in found.items():
                limits[key][side].append((share, name))
    return limits


def verdict(right, stopped, idle):
    """`stopped`: the idle ones beyond the bound."""
    words = []
    if right and right[0] * ENOUGH > 1:
        words.append("near to right answers")
    if stopped and stopped[0] < ENOUGH:
        words.append("near to idle ones")
    if idle and not stopped:
        words.append("stops none of these")
    return ", ".join(words)


def line_of(lab, key, sides):
    name, what = key
    right, idle = max(sides["right"], default=None), sorted(sides["idle"])
    stopped = [each for each in idle if each[0] > 1]
    shown = [f"{share:.2f} ({who})" if share < 1e6 else f"∞ ({who})"
             for share, who in ([right] if right else [(0, "–")]) + (stopped or idle or [(0, "–")])[:1]]
    return (f"| {lab} | {name} | {what} | {shown[0]} | {shown[1] if idle else '–'} | "
            f"{len(stopped)} of {len(idle)} | {verdict(right, stopped[0] if stopped else None, idle)} |")


def page(examined, left_out):
    lines = [line_of(lab, key, sides) for lab, limits in examined for key, sides in limits.items()]
    near = [sum(words in line for line in lines) for words in ("near to right", "near to idle")]
    return "\n".join([
        "# How far limits are from answers", "",
        f"Written by `common/simulator/validation/validate margins`, which needs no device: `./grader/grade NN --seed {SEED}` "
        "of each lab's solution and its right submissions in other styles, and of those that do a lab without what it "
        "teaches. A share of 1 is the bound itself: of an estimated time, the longest that gets full marks; of another "
        "count, the bound beyond which the rung lacks what it is about. *right* is the largest share that a right "
        "submission takes. *idle* is the smallest share beyond the bound that an idle one takes, or without one, its smallest "
        "share. Bounds that only cost the points of their own case are not in the table. A bound that is met earlier in a "
        "case keeps later ones from being counted. Where what the work requires is counted, 0.95 is the exact "
        f"number: its bound is a twentieth below. A margin below {ENOUGH} is pointed out.", "",
        *[line + "\n" for line in left_out],
        f"{len(lines)} bounds; {near[0]} are less than {ENOUGH} times what a right submission takes, and {near[1]} are "
        f"exceeded less than {ENOUGH} times by an idle one.", "",
        "| lab | case | what counts | right | idle | idle ones beyond it | margin |", "|---" * 7 + "|", *lines, ""])


def compare(labs, named, out):
    """Writes the page or, if labs were named, prints it. Returns the number of labs that could not be graded."""
    examined, left_out = [], []
    for lab in labs:
        try:
            examined.append((lab.name, examine(lab)))
        except ValidationError as error:
            left_out.append(f"{lab.name}: {error}.")
    if named:
        print(page(examined, left_out))
    else:
        (out / "margins.md").write_text(page(examined, left_out))
    return len(left_out)
