"""docs/results/counters.md: the simulator's counters beside the device's, launch by launch.

Two tables. The kernels of fixed/ have accesses that no compiler may move: there every counter must be
equal. The labs' solutions are compiled as students compile theirs: there the ratio and its cause.
"""

import json
import tomllib
from dataclasses import asdict

import ncu
from kit import (HERE, ValidationError, compile_cuda, compile_sim, device_description, labs,
                 simulate)

# Square and not, whole warps and not; lab 04 takes up to 1024 columns, its hunt powers of two.
SHAPES = [(64, 64), (256, 256), (777, 1024)]

# How a counter heads its column; requests and sectors, wavefronts and conflicts share one.
PAIRS = [
    ("loads", "global_load_requests", "global_load_sectors"),
    ("stores", "global_store_requests", "global_store_sectors"),
    ("red", "red_requests", "red_sectors"),
    ("atom", "atom_requests", "atom_sectors"),
    ("texture", "texture_requests", "texture_sectors"),
    ("shared loads", "shared_load_wavefronts", "shared_load_bank_conflicts"),
    ("shared stores", "shared_store_wavefronts", "shared_store_bank_conflicts"),
]


def simulated(report):
    return [ncu.Launch(kernel["name"], tuple(kernel["grid"]), tuple(kernel["block"]),
                       {name: kernel["counters"].get(name) for name in ncu.METRICS})
            for kernel in report["kernels"]]


def pair_up(ours, theirs, program):
    """Both sides' launches, in the order in which the program makes them."""
    if len(ours) != len(theirs):
        raise ValidationError(f"{program}: {len(ours)} launches simulated, {len(theirs)} profiled")
    for one, other in zip(ours, theirs):
        if (one.kernel, one.grid, one.block) != (other.kernel, other.grid, other.block):
            raise ValidationError(f"{program}: {one.kernel} {one.grid} {one.block} simulated, "
                                  f"{other.kernel} {other.grid} {other.block} profiled")
    return list(zip(ours, theirs))


def mismatches(ours, theirs):
    return [name for name in ncu.METRICS if ours.counters[name] != theirs.counters[name]]


def cell(ours, theirs, names):
    """`12 / 96`, nothing where both counted nothing, and `12 / 96 (11 / 96)` where the simulator
    says otherwise."""
    def text(launch):
        return " / ".join("?" if launch.counters[name] is None else str(launch.counters[name])
                          for name in names)
    device = text(theirs)
    if not any(theirs.counters[name] or ours.counters[name] for name in names):
        return ""
    return device if text(ours) == device else f"{device} **({text(ours)})**"


def shape(triple):
    return "×".join(str(n) for n in triple if n > 1) or "1"


def fixed_table(measured):
    """`measured`: the program's name and its pairs of launches, for each program."""
    lines = ["| kernel | grid | block | " + " | ".join(head for head, *_ in PAIRS) +
             " | not equal |", "|---" * (len(PAIRS) + 4) + "|"]
    unequal = launches = 0
    for program, pairs in measured:
        for ours, theirs in pairs:
            wrong = mismatches(ours, theirs)
            cells = [cell(ours, theirs, names) for _, *names in PAIRS]
            launches += 1
            unequal += bool(wrong)
            lines.append(f"| {program}: {ours.kernel} | {shape(ours.grid)} | {shape(ours.block)} | "
                         + " | ".join(cells) + f" | {len(wrong) or ''} |")
    return lines, launches, unequal


def load_causes():
    with open(HERE / "causes.toml", "rb") as file:
        return tomllib.load(file)


def lab_table(measured, causes):
    """`measured`: lab, function, (n, m) and the pairs of launches, for each run."""
    lines = ["| lab | function | n × m | kernel | counter | device | simulator | ratio | cause |",
             "|---|---|---|---|---|---|---|---|---|"]
    for lab, function, (n, m), pairs in measured:
        for ours, theirs in pairs:
            for name in ncu.METRICS:
                device, simulator = theirs.counters[name], ours.counters[name]
                if not device and not simulator:
                    continue
                ratio = "" if not device or simulator is None else f"{simulator / device:.3g}"
                cause = "" if ratio == "1" else causes.get(ours.kernel, {}).get(name, "unexplained")
                lines.append(f"| {lab} | {function} | {n} × {m} | {ours.kernel} | {name} | "
                             f"{device} | {simulator} | {ratio} | {cause} |")
    return lines


def launch_of(record):
    return ncu.Launch(record["kernel"], tuple(record["grid"]), tuple(record["block"]),
                      record["counters"])


def fixed_sources():
    return sorted((HERE / "fixed").glob("*.cu"))


def profile_fixed(work):
    found = {}
    for source in fixed_sources():
        program = work / f"{source.stem}-cuda"
        compile_cuda([source], program)
        found[source.stem] = [asdict(launch) for launch in ncu.profile(program)[0]]
        print(f"{source.stem}: {len(found[source.stem])} launches profiled", flush=True)
    return found


def lab_runs(work):
    """Each function of each lab at each size: lab, function, n, m and what the simulator counts."""
    for lab in labs():
        program = work / f"{lab.name}-sim"
        lab.build_sim(program)
        for function in lab.functions(program):
            for n, m in SHAPES:
                arguments = ["--function", function, "--rows", str(n), "--cols", str(m)]
                launches = simulated(simulate(program, arguments)[0])
                if launches:
                    yield lab, function, n, m, arguments, launches


def profile_labs(work):
    """The device times a function after its first run: only that one counts."""
    found = []
    for lab, function, n, m, arguments, ours in lab_runs(work):
        program = work / f"{lab.name}-cuda"
        if not program.exists():
            lab.build_cuda(program)
        theirs, _ = ncu.profile(program, arguments, launches=len(ours))
        found.append({"lab": lab.name, "function": function, "n": n, "m": m,
                      "launches": [asdict(launch) for launch in theirs]})
    print(f"{len(found)} runs of labs' functions profiled", flush=True)
    return found


def measure(work):
    """The half that needs a GPU."""
    return {"device": device_description(), "fixed": profile_fixed(work),
            "labs": profile_labs(work)}


def simulate_fixed(work, measured):
    compared = []
    for source in fixed_sources():
        program = work / f"{source.stem}-sim"
        compile_sim([source], program)
        ours = simulated(simulate(program)[0])
        theirs = [launch_of(record) for record in measured["fixed"][source.stem]]
        compared.append((source.stem, pair_up(ours, theirs, source.stem)))
    return compared


def simulate_labs(work, measured):
    theirs = {(run["lab"], run["function"], run["n"], run["m"]): run["launches"]
              for run in measured["labs"]}
    compared = []
    for lab, function, n, m, _, ours in lab_runs(work):
        records = theirs.get((lab.name, function, n, m))
        if records is None:
            raise ValidationError(f"{lab.name} {function} {n} × {m} has not been measured")
        compared.append((lab.name, function, (n, m),
                         pair_up(ours, [launch_of(record) for record in records], lab.name)))
    return compared


def compare(measured, out, work):
    """Simulates the same and writes the tables; the number of launches of fixed/ not equal."""
    fixed, launches, unequal = fixed_table(simulate_fixed(work, measured))
    lab = lab_table(simulate_labs(work, measured), load_causes())
    (out / "counters.md").write_text("\n".join([
        "# The simulator's counters beside the device's", "",
        "Written by `common/simulator/validation/validate counters`, which compiles the same files "
        "with simcc and nvcc, runs them in the simulator and under Nsight Compute, and compares "
        "launch by launch.", "",
        f"{measured['device']}.", "",
        "## Accesses that cannot move", "",
        "Kernels of `common/simulator/validation/fixed/`: volatile accesses, loops that are not "
        "unrolled. Global accesses and textures as requests / sectors, shared memory as wavefronts "
        "/ bank conflicts; where the simulator counts something else, it stands in bold.", "",
        f"{launches} launches, {unequal} with a counter that is not equal.", "", *fixed, "",
        "## The labs' solutions, as nvcc compiles them", "",
        "Counted as written by the simulator; the compiler may merge, hoist or peel.", "", *lab,
        ""]))
    print(f"{launches} launches of fixed kernels, {unequal} not equal")
    return unequal


def write(out, work, measured=None):
    """`measured`: an earlier run's measurements, which then are only compared."""
    file = measured or out / "counters-h100.json"
    if not measured:
        file.write_text(json.dumps(measure(work), separators=(",", ":")))
    return compare(json.loads(file.read_text()), out, work)
