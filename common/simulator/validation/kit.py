"""The kit's own paths and the two ways from a .cu file to a program: simcc and nvcc."""

import json
import os
import re
import subprocess
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = Path(os.environ.get("KIT_BUILD", ROOT / "build"))
STANDARD = "-std=c++20"


class ValidationError(Exception):
    """What went wrong, in one line."""


def run(command, limit=600, **options):
    """Runs to the end or the limit in seconds; the finished process with its text output."""
    command = [str(part) for part in command]
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=limit, **options)
    except FileNotFoundError:
        raise ValidationError(f"{command[0]} is not there") from None
    except subprocess.TimeoutExpired:
        raise ValidationError(f"{Path(command[0]).name} took more than {limit} s") from None


def require(command, **options):
    """As run(), for tools that must succeed."""
    done = run(command, **options)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise ValidationError(f"{Path(str(command[0])).name} {Path(str(command[-1])).name}: "
                              f"{words[0] if words else 'failed'}")
    return done


def find_nvcc():
    for folder in os.environ["PATH"].split(os.pathsep) + ["/usr/local/cuda/bin"]:
        if os.access(Path(folder) / "nvcc", os.X_OK):
            return Path(folder) / "nvcc"
    raise ValidationError("no nvcc on PATH")


def cuda_tool(name):
    """One of the Toolkit's programs: nvcc's neighbours need not be on PATH."""
    for folder in os.environ["PATH"].split(os.pathsep) + ["/usr/local/cuda/bin"]:
        if os.access(Path(folder) / name, os.X_OK):
            return Path(folder) / name
    raise ValidationError(f"no {name} on PATH")


def nvcc_options():
    return [STANDARD, "-O3", "-lineinfo", "-arch=native", "-Xcompiler", "-U_FORTIFY_SOURCE"]


def compile_sim(sources, program, options=()):
    require([BUILD / "simcc", STANDARD, *options, *sources, "-o", program])


def compile_cuda(sources, program, options=()):
    require([find_nvcc(), *nvcc_options(), *options, *sources, "-o", program])


def device_description():
    """The device, its driver, the Toolkit's version and today's date, for a table's head."""
    query = require(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"])
    name, driver = query.stdout.splitlines()[0].split(", ")
    release = re.search(r"release ([\d.]+)", require([find_nvcc(), "--version"]).stdout)
    return f"{name}, driver {driver}, CUDA {release[1]}; {date.today()}"


class Lab:
    """A lab's main.cpp and solution with a program of ours (once.cpp, times.cpp) as its runner."""

    def __init__(self, folder):
        self.name = folder.name
        self.main = folder / "main.cpp"
        self.sources = [*sorted((ROOT / "solutions" / folder.name).glob("*.cu")),
                        *sorted((ROOT / "common" / "runner").rglob("*.cu"))]
        self.includes = [f"-I{ROOT / 'common'}", f"-I{folder}", f"-I{HERE}"]

    def build_sim(self, source, program):
        compile_sim([self.main, HERE / "harness.cpp", HERE / source, *self.sources], program,
                    self.includes)

    def build_cuda(self, source, program, options=()):
        compile_cuda([self.main, HERE / "harness.cpp", HERE / source, *self.sources], program,
                     [*self.includes, *options])


def labs():
    """Those whose functions are matrix-vector products, which is what harness.hpp takes."""
    mains = sorted((ROOT / "labs").glob("*/main.cpp"))
    return [Lab(main.parent) for main in mains if "runner/matvec.hpp" in main.read_text()]


def simulate(program, arguments=(), limit=600, order="forward"):
    """Runs a program of simcc's; its report as DESIGN has it, and the exit status."""
    report = Path(f"{program}.json")
    report.unlink(missing_ok=True)
    done = run([program, *map(str, arguments)], limit=limit,
               env={**os.environ, "SIM_REPORT": str(report), "SIM_ORDER": order})
    if not report.exists():
        words = done.stderr.strip().splitlines()
        raise ValidationError(f"{Path(program).name} left no report: "
                              f"{words[-1] if words else f'status {done.returncode}'}")
    return json.loads(report.read_text()), done.returncode
