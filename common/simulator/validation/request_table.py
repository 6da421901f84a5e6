"""Measures what one request costs on the device: runs requests.cu under ncu and writes the rows
with which the tests of count/transactions compare the simulator's rules.
"""

from kit import ValidationError, compile_cuda, device_description, HERE
from ncu import METRICS, SHARED_ATOMIC_METRICS, profile

_GLOBAL = ["global_load_requests", "global_store_requests",
           "global_load_sectors", "global_store_sectors"]
_ATOMIC = ["red_requests", "atom_requests", "red_sectors", "atom_sectors"]
_SHARED = ["shared_load_wavefronts", "shared_store_wavefronts",
           "shared_load_bank_conflicts", "shared_store_bank_conflicts"]
# Few metrics per group: with more, the profiler must repeat each launch.
GROUPS = {
    "shared": {name: METRICS[name] for name in _SHARED},
    "global": {name: METRICS[name] for name in _GLOBAL},
    "global_atomics": {name: METRICS[name] for name in _ATOMIC},
    "textures": {name: METRICS[name] for name in ["texture_requests", "texture_sectors"]},
    "shared_atomics": {**SHARED_ATOMIC_METRICS, "shared_load_wavefronts":
                       METRICS["shared_load_wavefronts"], "shared_load_bank_conflicts":
                       METRICS["shared_load_bank_conflicts"]},
}


def columns(name):
    """The counters in a row of the table, in order."""
    if name.startswith(("global_load", "global_store")):
        return [f"{name}_requests", f"{name}_sectors"]
    if name.startswith("global_"):
        return ["red_requests", "red_sectors", "atom_requests", "atom_sectors"]
    if name.startswith(("shared_load", "shared_store")):
        return [f"{name}_wavefronts", f"{name}_bank_conflicts"]
    if name.startswith("shared_"):
        return ["shared_atomic_wavefronts", "shared_atomic_bank_conflicts",
                "shared_load_wavefronts", "shared_load_bank_conflicts"]
    return ["texture_requests", "texture_sectors"]


def digits(total, base):
    """The counts of three patterns in one launch, requested once, `base` times and `base` squared
    times: the digits of the total in that base. With base 0 the launch holds a single pattern."""
    if base == 0:
        return (total, )
    return total % base, total // base % base, total // base // base


def rows(said, launches):
    """Table rows from the output of requests.cu and the counters of its launches."""
    lines = [line.split(" ", 1) for line in said.splitlines() if line[:1].isdigit()]
    made = []
    for launch in launches:
        if not lines:
            raise ValidationError("fewer patterns said than launched")
        base, name = int(lines[0][0]), lines[0][1].split()[0]
        counts = [digits(launch.counters[column], base) for column in columns(name)]
        for k in range(len(counts[0])):
            row = f"{lines.pop(0)[1]} = {' '.join(str(count[k]) for count in counts)}"
            if row not in made[-3:]:
                made.append(row)
    if lines:
        raise ValidationError(f"{len(lines)} patterns more said than launched")
    return made


def sample(table, most=16):
    """A selection of rows, evenly spaced within each kind: the tests need no more."""
    kinds = {}
    for row in table:
        kinds.setdefault(tuple(row.split()[:2]), []).append(row)
    kept = []
    for of_kind in kinds.values():
        step = max(1, len(of_kind) / most)
        kept += [of_kind[int(i * step)] for i in range(int(len(of_kind) / step))]
    return kept


def measure(work, file):
    program = work / "requests"
    compile_cuda([HERE / "requests.cu"], program)
    table = []
    for group, metrics in GROUPS.items():
        launches, said = profile(program, [group], metrics)
        table += rows(said, launches)
        print(f"{group}: {len(launches)} launches", flush=True)
    text = "\n".join([f"# {device_description()}", *sample(table)])
    file.write_text(text + "\n")
