"""Writes docs/results/counters.md: the simulator's counters beside the device's, launch by launch.

It has two tables. The kernels of fixed/ have accesses that no compiler may change, so every counter
must be equal. The labs' solutions are compiled as students compile theirs, so their counters may
differ; the table gives the ratio and the cause of each difference.
"""

import tomllib

import ncu
from kept import devices, measure_each
from kit import (HERE, ValidationError, build_all, fixed_programs, lab_programs, require, select,
                 simulate)

# The columns' heads, and the two counters that each column shows.
PAIRS = [
    ("loads", "global_load_requests", "global_load_sectors"),
    ("stores", "global_store_requests", "global_store_sectors"),
    ("red", "red_requests", "red_sectors"),
    ("atom", "atom_requests", "atom_sectors"),
    ("texture", "texture_requests", "texture_sectors"),
    ("shared loads", "shared_load_wavefronts", "shared_load_bank_conflicts"),
    ("shared stores", "shared_store_wavefronts", "shared_store_bank_conflicts"),
]

PROFILE_LIMIT = 150  # seconds per program


def simulated(report):
    return [ncu.Launch(kernel["name"], tuple(kernel["grid"]), tuple(kernel["block"]),
                       {name: kernel["counters"].get(name) for name in ncu.METRICS})
            for kernel in report["kernels"]]


def pair_up(ours, theirs, program):
    """Pairs the simulated launches with the profiled ones, in program order. Raises an error if
    they differ in number, kernel, grid or block."""
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
    """The device's counts, as `12 / 96`; empty if all are zero on both sides. If the simulator's
    differ, they follow: `12 / 96 **(11 / 96)**`."""
    def text(launch):
        return " / ".join("?" if launch.counters[name] is None else str(launch.counters[name])
                          for name in names)
    device = text(theirs)
    if not any(theirs.counters[name] or ours.counters[name] for name in names):
        return ""
    return device if text(ours) == device else f"{device} **({text(ours)})**"


def shape(triple):
    return "×".join(str(n) for n in triple if n > 1) or "1"


def fixed_table(rows):
    """`rows` holds program, function and both sides of each launch. Returns the table's lines and
    the number of launches that differ."""
    lines = ["| kernel | grid | block | " + " | ".join(head for head, *_ in PAIRS) +
             " | not equal |", "|---" * (len(PAIRS) + 4) + "|"]
    unequal = 0
    for program, _, ours, theirs in rows:
        wrong = mismatches(ours, theirs)
        cells = [cell(ours, theirs, names) for _, *names in PAIRS]
        unequal += bool(wrong)
        lines.append(f"| {program}: {ours.kernel} | {shape(ours.grid)} | {shape(ours.block)} | "
                     + " | ".join(cells) + f" | {len(wrong) or ''} |")
    return lines, unequal


def load_causes():
    with open(HERE / "causes.toml", "rb") as file:
        return tomllib.load(file)


def cause_of(causes, lab, kernel, counter, more_on_device):
    own = causes.get(lab, {}).get(kernel, {})
    general = causes.get("every", {}) if more_on_device else {}
    return own.get(counter) or general.get(counter, "unexplained")


def lab_table(measured, causes):
    """`measured` holds lab, function and both sides of each launch."""
    lines = ["| lab | function | kernel | grid | block | counter | device | simulator | ratio "
             "| cause |", "|---" * 10 + "|"]
    for lab, function, ours, theirs in measured:
        for name in ncu.METRICS:
            device, simulator = theirs.counters[name], ours.counters[name]
            if not device and not simulator:
                continue
            ratio = f"{simulator / device:.3g}" if device and simulator is not None else ""
            cause = "" if ratio == "1" else cause_of(causes, lab, ours.kernel, name,
                                                     more_on_device=device > (simulator or 0))
            lines.append(f"| {lab} | {function} | {ours.kernel} | {shape(ours.grid)} | "
                         f"{shape(ours.block)} | {name} | {device} | {simulator} | {ratio} | "
                         f"{cause} |")
    return lines


def record_of(launch):
    """The launch as it is saved in a file; counters that are zero are left out."""
    return {"kernel": launch.kernel, "grid": launch.grid, "block": launch.block,
            "counters": {name: count for name, count in launch.counters.items() if count}}


def launch_of(record):
    return ncu.Launch(record["kernel"], tuple(record["grid"]), tuple(record["block"]),
                      {**dict.fromkeys(ncu.METRICS, 0), **record["counters"]})


def programs(names):
    return select([*fixed_programs(), *lab_programs("once.cpp")], names)


def measure(wanted, work, kept):
    """Profiles the programs on a GPU, and returns how many failed. The profiler runs once per
    program, since its start takes longer than most launches."""
    built = build_all(wanted, lambda program: program.build_cuda(work / f"{program.name}-cuda"))

    def profile(program):
        metrics = ncu.METRICS if program.group == "fixed" else ncu.WITHOUT_TEXTURES
        launches, _ = ncu.profile(built(program), metrics=metrics, limit=PROFILE_LIMIT)
        return {"launches": [record_of(launch) for launch in launches]}
    return measure_each(wanted, kept, profile)


def simulate_fixed(program, path):
    return [("", launch) for launch in simulated(simulate(program.build_sim(path))[0])]


def simulate_lab(program, path):
    """Each launch, with the name of the lab function that made it. Functions are called in the
    order of the program's --list."""
    program.build_sim(path)
    return [(function, launch) for function in require([path, "--list"]).stdout.splitlines()
            for launch in simulated(simulate(path, [function])[0])]


def compare_programs(names, work, kept):
    """Returns, by group, the rows (program, function, ours, theirs); the descriptions of the
    devices; and a line for each program that is not compared, with the reason."""
    rows, described, left_out = {"fixed": [], "labs": []}, [], []
    for program in programs(names):
        path = work / f"{program.name}-sim"
        try:
            measured = kept.read(program.name)
            run = simulate_fixed if program.group == "fixed" else simulate_lab
            ours = run(program, path)
            pairs = pair_up([launch for _, launch in ours],
                            [launch_of(record) for record in measured["launches"]], program.name)
        except ValidationError as error:
            left_out.append(f"{program.name} is not compared: {error}".replace(str(HERE), "…"))
            continue
        described.append(measured)
        rows[program.group] += [(program.name, function, *pair)
                                for (function, _), pair in zip(ours, pairs)]
    return rows, devices(described), left_out


def fixed_section(rows):
    table, unequal = fixed_table(rows)
    return ["## Accesses that cannot move", "",
            "Kernels of `common/simulator/validation/fixed/`: volatile accesses, loops that are not "
            "unrolled. Global accesses and textures as requests / sectors, shared memory as "
            "wavefronts / bank conflicts; where the simulator counts something else, it stands in "
            "bold.", "",
            f"{len(rows)} launches, {unequal} with a counter that is not equal.", "", *table, ""]


def lab_section(rows):
    return ["## The labs' solutions, as nvcc compiles them", "",
            "Counted as written by the simulator; the compiler may merge, hoist or peel.", "",
            *lab_table(rows, load_causes()), ""]


def page(rows, device, left_out):
    return "\n".join([
        "# The simulator's counters beside the device's", "",
        "Written by `common/simulator/validation/validate counters`, which compiles the same files "
        "with simcc and nvcc, runs them in the simulator and under Nsight Compute, and compares "
        "launch by launch.", "", f"{device}.", "", *[line + "\n" for line in left_out],
        *(fixed_section(rows["fixed"]) if rows["fixed"] else []),
        *(lab_section(rows["labs"]) if rows["labs"] else [])])


def compare(names, out, work, kept):
    """Simulates the same programs and compares. Writes the page or, if programs were named, prints
    it. Returns the number of counters that are unexplained, launches that are unequal and programs
    that are not compared."""
    rows, device, left_out = compare_programs(names, work, kept)
    text = page(rows, device, left_out)
    if names:
        print(text)
    else:
        (out / "counters.md").write_text(text)
    unequal = fixed_table(rows["fixed"])[1]
    unexplained = text.count("| unexplained |")
    print(f"{len(rows['fixed'])} launches of fixed kernels, {unequal} not equal; "
          f"{len(rows['labs'])} of the labs' solutions, {unexplained} counters unexplained; "
          f"{len(left_out)} programs not compared")
    return unequal + unexplained + len(left_out)
