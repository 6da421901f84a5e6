"""docs/results/counters.md: the simulator's counters beside the device's, launch by launch.

Two tables. The kernels of fixed/ have accesses that no compiler may move: there every counter must be
equal. The labs' solutions are compiled as students compile theirs: there the ratio and its cause.
"""

import json
import tomllib

import ncu
from kit import (HERE, ValidationError, compile_cuda, compile_sim, device_description, labs,
                 require, simulate)

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
    """`measured`: lab, function and both sides of each launch."""
    lines = ["| lab | function | kernel | grid | block | counter | device | simulator | ratio "
             "| cause |", "|---" * 10 + "|"]
    for lab, function, ours, theirs in measured:
        for name in ncu.METRICS:
            device, simulator = theirs.counters[name], ours.counters[name]
            if not device and not simulator:
                continue
            ratio = f"{simulator / device:.3g}" if device and simulator is not None else ""
            known = {**causes.get("every", {}), **causes.get(ours.kernel, {})}
            cause = "" if ratio == "1" else known.get(name, "unexplained")
            lines.append(f"| {lab} | {function} | {ours.kernel} | {shape(ours.grid)} | "
                         f"{shape(ours.block)} | {name} | {device} | {simulator} | {ratio} | "
                         f"{cause} |")
    return lines


def record_of(launch):
    """For a file; what counted nothing is left out."""
    return {"kernel": launch.kernel, "grid": launch.grid, "block": launch.block,
            "counters": {name: count for name, count in launch.counters.items() if count}}


def launch_of(record):
    return ncu.Launch(record["kernel"], tuple(record["grid"]), tuple(record["block"]),
                      {**dict.fromkeys(ncu.METRICS, 0), **record["counters"]})


def fixed_sources():
    return sorted((HERE / "fixed").glob("*.cu"))


def profile_fixed(work):
    found = {}
    for source in fixed_sources():
        program = work / f"{source.stem}-cuda"
        compile_cuda([source], program)
        found[source.stem] = [record_of(launch) for launch in ncu.profile(program)[0]]
        print(f"{source.stem}: {len(found[source.stem])} launches profiled", flush=True)
    return found


def lab_runs(work):
    """The functions of each lab that launch kernels: lab, function, launches as simulated."""
    for lab in labs():
        program = work / f"{lab.name}-sim"
        lab.build_sim("once.cpp", program)
        for function in require([program]).stdout.split():
            launches = simulated(simulate(program, [function])[0])
            if launches:
                yield lab, function, launches


def profile_labs(work):
    found = []
    for lab, function, _ in lab_runs(work):
        program = work / f"{lab.name}-cuda"
        if not program.exists():
            lab.build_cuda("once.cpp", program)
        found.append({"lab": lab.name, "function": function,
                      "launches": [record_of(launch) for launch in
                                   ncu.profile(program, [function])[0]]})
        print(f"{lab.name} {function}: {len(found[-1]['launches'])} launches profiled", flush=True)
    return found


def measure(work, file):
    """The half that needs a GPU, into `file`."""
    measured = {"device": device_description(), "fixed": profile_fixed(work)}
    file.write_text(json.dumps(measured))  # should the rest fail
    measured["labs"] = profile_labs(work)
    file.write_text(json.dumps(measured, separators=(",", ":")))


def simulate_fixed(work, measured):
    """Each program's name and the pairs of its launches, and what simcc says of those it refuses."""
    compared, refused = [], []
    for source in fixed_sources():
        program = work / f"{source.stem}-sim"
        try:
            compile_sim([source], program)
        except ValidationError as error:
            refused.append(f"{source.stem} is not compared: {error}".replace(str(HERE), "…"))
            continue
        ours = simulated(simulate(program)[0])
        theirs = [launch_of(record) for record in measured["fixed"][source.stem]]
        compared.append((source.stem, pair_up(ours, theirs, source.stem)))
    return compared, refused


def simulate_labs(work, measured):
    theirs = {(run["lab"], run["function"]): run["launches"] for run in measured["labs"]}
    compared = []
    for lab, function, ours in lab_runs(work):
        records = theirs.get((lab.name, function))
        if records is None:
            print(f"{lab.name} {function}: not measured yet", flush=True)
            continue
        compared += [(lab.name, function, one, other) for one, other in
                     pair_up(ours, [launch_of(record) for record in records], lab.name)]
    return compared


def compare(measured, out, work):
    """Simulates the same and writes the tables; the number of launches of fixed/ not equal."""
    compared, refused = simulate_fixed(work, measured)
    fixed, launches, unequal = fixed_table(compared)
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
        f"{launches} launches, {unequal} with a counter that is not equal.", "", *refused, *([""] if refused else []), *fixed, "",
        "## The labs' solutions, as nvcc compiles them", "",
        "Counted as written by the simulator; the compiler may merge, hoist or peel.", "", *lab,
        ""]))
    print(f"{launches} launches of fixed kernels, {unequal} not equal")
    return unequal + len(refused)


def write(out, work, file, again):
    """Measures into `file`, unless it is to be compared `again`, and compares."""
    if not again:
        measure(work, file)
    return compare(json.loads(file.read_text()), out, work)
