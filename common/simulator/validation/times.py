"""docs/results/time-model.md: the model's estimates beside how long the solutions' functions take on
the device, with inputs from outside its cache."""

import json
import statistics
import subprocess

from kit import BUILD, ValidationError, device_description, labs, require, simulate

KEPT = ["name", "grid", "block", "shared_bytes", "counters"]


def counted(program, run):
    """The launches of one function at one size, as the simulator counts them."""
    report, _ = simulate(program, [run["function"], run["n"], run["m"]])
    return [{key: kernel[key] for key in KEPT} for kernel in report["kernels"]]


def measure(work, file):
    runs = []
    for lab in labs():
        program = work / f"{lab.name}-times"
        lab.build_cuda("times.cpp", program, ["--default-stream", "per-thread"])
        for line in require([program]).stdout.splitlines():
            runs.append({"lab": lab.name, **json.loads(line)})
    print(f"{len(runs)} functions and sizes timed", flush=True)
    for lab in labs():
        simulated = work / f"{lab.name}-sim"
        lab.build_sim("once.cpp", simulated)
        for run in runs:
            if run["lab"] == lab.name:
                run["kernels"] = counted(simulated, run)
    text = ",\n".join("    " + json.dumps(run) for run in runs)
    file.write_text(f'{{\n  "device": {json.dumps(device_description())},\n'
                    f'  "runs": [\n{text}\n  ]\n}}\n')


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


def compare(measured, out):
    lines = ["| lab | function | n × m | measured, µs | estimated, µs | factor | least, µs "
             "| bound by |", "|---" * 8 + "|"]
    rows, factors = [], []
    for run in measured["runs"]:
        estimated, least, bound = estimate(run["kernels"])
        factors.append(factor(estimated, run["microseconds"]))
        rows.append(((run["n"], run["m"]), run["microseconds"], estimated))
        lines.append(f"| {run['lab']} | {run['function']} | {run['n']} × {run['m']} | "
                     f"{run['microseconds']:.4g} | {estimated:.4g} | {factors[-1]:.2f} | "
                     f"{least:.3g} | {bound} |")
    wrong, pairs = misordered(rows)
    (out / "time-model.md").write_text("\n".join([
        "# The model of time beside the device", "",
        "Written by `common/simulator/validation/validate times`. Times are medians of "
        "graphs whose calls have arrays of their own, after the cache has been overwritten; "
        "estimates come from the simulator's counts alone (`common/simulator/device/time_model`).",
        "", f"{measured['device']}.", "",
        f"Median error factor {statistics.median(factors):.2f}, largest {max(factors):.2f}; of "
        f"{pairs} pairs of functions at one size, {wrong} in the wrong order. The model's constants "
        "were fitted to these same times: for other kernels expect less. It is an estimate, and no "
        "points hang on it.", "", *lines, ""]))
    print(f"median factor {statistics.median(factors):.2f}, {wrong} of {pairs} pairs misordered")
    return 0


def write(out, work, file, again):
    """Measures into `file`, unless it is to be compared `again`, and compares."""
    if not again:
        measure(work, file)
    return compare(json.loads(file.read_text()), out)
