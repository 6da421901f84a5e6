"""docs/results/time-model.md: the model's estimates beside how long the solutions' functions take on
the device, with inputs from outside its cache."""

import json
import statistics
import subprocess
import tomllib

from kept import devices, measure_each
from kit import BUILD, HERE, ValidationError, build_all, lab_programs, require, select, simulate

KEPT = ["name", "grid", "block", "shared_bytes", "counters"]
FITTED = {  # the functions whose times gave the model its constants: docs/simulator.md says which
    "02-simple-gather": ["gather", "scatter"],
    "03-thread-organisation": ["matrix_fill"],
    "04-shared-reduction": ["reduce_shared", "reduce_shuffle", "textbook"],
    "07-atomics": ["atomics_only"],
    "08-grid-groups": ["grid_groups"],
}
TIMES_LIMIT = 120  # seconds a lab
FAR_OFF = 1.5  # as a factor: worth a word


def programs(names):
    return select(lab_programs("times.cpp"), names)


def measure(wanted, work, kept):
    """The half that needs a GPU; how many labs failed."""
    built = build_all(wanted, lambda lab: lab.build_cuda(work / f"{lab.name}-times",
                                                         ["--default-stream", "per-thread"]))

    def time_all(lab):
        output = require([built(lab)], limit=TIMES_LIMIT).stdout
        return {"runs": [json.loads(line) for line in output.splitlines()]}
    return measure_each(wanted, kept, time_all)


def counted(program, run):
    """The launches of one function at one size, as the simulator counts them."""
    report, _ = simulate(program, [run["function"], run["n"], run["m"]])
    return [{key: kernel[key] for key in KEPT} for kernel in report["kernels"]]


def add_counts(lab, measured, work, kept):
    """Large sizes take the simulator a while: what it counted is kept beside the times."""
    if all("kernels" in run for run in measured["runs"]):
        return
    program = lab.build_sim(work / f"{lab.name}-sim")
    for run in measured["runs"]:
        run["kernels"] = run.get("kernels") or counted(program, run)
    kept.write(lab.name, measured)


def estimate(kernels):
    """The sum of the launches' estimates, and what bounds the longest."""
    done = subprocess.run([BUILD / "common/simulator/validation/estimate"],
                          input=json.dumps(kernels), capture_output=True, text=True)
    if done.returncode:
        raise ValidationError(done.stderr.strip())
    launches = json.loads(done.stdout)
    longest = max(launches, key=lambda launch: launch["microseconds"])
    return (sum(launch["microseconds"] for launch in launches),
            sum(launch["least"] for launch in launches), longest["bound"])


def factor(one, other):
    return max(one, other) / min(one, other)


def misordered(rows):
    """Pairs of functions at one size whose order the estimates get wrong, and all pairs. Times that
    differ by less than a tenth have no order."""
    wrong = pairs = 0
    for size, measured, estimated in rows:
        for other_size, other_measured, other_estimated in rows:
            if size == other_size and measured * 1.1 < other_measured:
                pairs += 1
                wrong += estimated >= other_estimated
    return wrong, pairs


def rows_of(all_measured):
    """(lab, its run, estimate, least, what bounds it) of every function and size."""
    return [(lab, run, *estimate(run["kernels"]))
            for lab, measured in all_measured.items() for run in measured["runs"]]


def load_causes():
    with open(HERE / "time_causes.toml", "rb") as file:
        return tomllib.load(file)


def table(rows, causes):
    lines = ["| lab | function | n × m | measured, µs | estimated, µs | factor | least, µs "
             "| bound by | not in the model |", "|---" * 9 + "|"]
    for lab, run, estimated, least, bound in rows:
        alone = "" if run.get("captured", True) else ", launched one by one"
        off = factor(estimated, run["microseconds"])
        cause = causes.get(lab, {}).get(run["function"], "unexplained") if off >= FAR_OFF else ""
        lines.append(f"| {lab} | {run['function']}{alone} | {run['n']} × {run['m']} | "
                     f"{run['microseconds']:.4g} | {estimated:.4g} | {off:.2f} | {least:.3g} | "
                     f"{bound} | {cause} |")
    return lines


def is_fitted(row):
    lab, run = row[:2]
    return run["function"] in FITTED.get(lab, [])


def factors(rows):
    if not rows:
        return "nothing measured"
    off = [factor(estimated, run["microseconds"]) for _, run, estimated, *_ in rows]
    return f"median error factor {statistics.median(off):.2f}, largest {max(off):.2f}"


def summary(rows):
    """One sentence on how far the estimates are off."""
    wrong, pairs = misordered([((lab, run["n"], run["m"]), run["microseconds"], estimated)
                               for lab, run, estimated, *_ in rows])
    return (f"{factors(rows)}; of {pairs} pairs of a lab's functions at one size, {wrong} in the "
            "wrong order")


def page(all_measured, left_out):
    rows = rows_of(all_measured)
    fitted = [row for row in rows if is_fitted(row)]
    others = [row for row in rows if not is_fitted(row)]
    names = "; ".join(f"{lab}: {', '.join(functions)}" for lab, functions in FITTED.items())
    return "\n".join([
        "# The model of time beside the device", "",
        "Written by `common/simulator/validation/validate times`. Times are medians of "
        "graphs whose calls have arrays of their own, after the cache has been overwritten; "
        "estimates come from the simulator's counts alone (`common/simulator/device/time_model`). "
        "It is an estimate, and no points hang on it.",
        "", f"{devices(all_measured.values())}.", "", *[line + "\n" for line in left_out],
        f"All functions: {summary(rows)}.", "",
        f"Those whose times gave the model its constants ({names}): {factors(fitted)}. The others, "
        f"which it had not seen: {factors(others)}. Where it is off by half or more, the last column "
        "says what it leaves out.", "", *table(rows, load_causes()), ""])


def compare(names, out, work, kept):
    """Estimates from the simulator's counts. Writes the page, or of what is named prints it; how
    many labs are not compared."""
    all_measured, left_out = {}, []
    for lab in select(lab_programs("once.cpp"), names):
        try:
            measured = kept.read(lab.name)
            add_counts(lab, measured, work, kept)
            all_measured[lab.name] = measured
        except ValidationError as error:
            left_out.append(f"{lab.name} is not compared: {error}")
    text = page(all_measured, left_out)
    if names:
        print(text)
    else:
        (out / "time-model.md").write_text(text)
    print(summary(rows_of(all_measured)))
    return len(left_out)
