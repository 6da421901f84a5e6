"""Nsight Compute: how to run it, how to read its CSV, and which metric corresponds to which counter
of the simulator.
"""

import csv
import re
from dataclasses import dataclass, field

from kit import ValidationError, cuda_tool, run

_GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
_TEXTURE = "l1tex__t_{}_pipe_tex_mem_texture.sum"
_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"

# The simulator's counters, and the profiler's metric for each.
METRICS = {
    "global_load_requests": _GLOBAL.format("requests", "ld"),
    "global_load_sectors": _GLOBAL.format("sectors", "ld"),
    "global_store_requests": _GLOBAL.format("requests", "st"),
    "global_store_sectors": _GLOBAL.format("sectors", "st"),
    "red_requests": _GLOBAL.format("requests", "red"),
    "red_sectors": _GLOBAL.format("sectors", "red"),
    "atom_requests": _GLOBAL.format("requests", "atom"),
    "atom_sectors": _GLOBAL.format("sectors", "atom"),
    "texture_requests": _TEXTURE.format("requests"),
    "texture_sectors": _TEXTURE.format("sectors"),
    "shared_load_wavefronts": _WAVEFRONTS.format("ld"),
    "shared_store_wavefronts": _WAVEFRONTS.format("st"),
    "shared_load_bank_conflicts": _CONFLICTS.format("ld"),
    "shared_store_bank_conflicts": _CONFLICTS.format("st"),
}
WITHOUT_TEXTURES = {name: metric for name, metric in METRICS.items() if "texture" not in name}
SHARED_ATOMIC_METRICS = {
    "shared_atomic_wavefronts": _WAVEFRONTS.format("atom"),
    "shared_atomic_bank_conflicts": _CONFLICTS.format("atom"),
}


@dataclass
class Launch:
    kernel: str  # without template arguments and parameters
    grid: tuple
    block: tuple
    counters: dict = field(default_factory=dict)


def base_name(kernel):
    """The plain name: `copy` for `void space::copy<float>(int, float *)`."""
    name = kernel.replace("(anonymous namespace)::", "")
    while True:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    return re.split(r"[ :]", name.split("(")[0].strip())[-1]


def _triple(text):
    numbers = tuple(int(number) for number in re.findall(r"\d+", text))
    if len(numbers) != 3:
        raise ValidationError(f"ncu: '{text}' is not a grid or block")
    return numbers


def parse(text, metrics):
    """Reads the launches from the output of `--csv --page raw`. Other lines are ignored."""
    rows = list(csv.reader(line for line in text.splitlines() if line.startswith('"')))
    if not rows:
        raise ValidationError("ncu: no table in its output: " +
                              (text.strip().splitlines() or ["empty"])[-1])
    head = {name: i for i, name in enumerate(rows[0])}
    missing = [name for name in ["Kernel Name", "Grid Size", "Block Size", *metrics.values()]
               if name not in head]
    if missing:
        raise ValidationError(f"ncu: no column {missing[0]}")
    launches = []
    for row in rows[1:]:
        if not row or not row[0].isdigit():
            continue  # the row that gives the units
        if len(row) < len(head):
            raise ValidationError(f"ncu: the row of launch {row[head['ID']]} ends early")
        counters = {}
        for ours, theirs in metrics.items():
            value = row[head[theirs]].replace(",", "")
            try:
                counters[ours] = round(float(value))
            except ValueError:
                raise ValidationError(f"ncu: {theirs} is '{value}'") from None
        launches.append(Launch(base_name(row[head["Kernel Name"]]),
                               _triple(row[head["Grid Size"]]), _triple(row[head["Block Size"]]),
                               counters))
    return launches


def profile(program, arguments=(), metrics=METRICS, limit=600, launches=None):
    """Counts a program's launches. The profiler is told not to change the clocks."""
    log = f"{program}.ncu.csv"
    command = [cuda_tool("ncu"), "--clock-control", "none", "--cache-control", "none",
               "--print-units", "base", "--metrics", ",".join(metrics.values()),
               "--csv", "--page", "raw", "--log-file", log]
    if launches is not None:
        command += ["--launch-count", launches]
    done = run([*command, program, *arguments], limit=limit)
    with open(log, encoding="utf-8") as file:
        text = file.read()
    if done.returncode:
        words = [line for line in text.splitlines() if "ERROR" in line]
        raise ValidationError(f"ncu: {words[0] if words else done.stderr.strip()[-200:]}")
    return parse(text, metrics), done.stdout
