"""The kit's own paths and the two ways from a .cu file to a program: simcc and nvcc."""

import functools
import json
import os
import re
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = Path(os.environ.get("KIT_BUILD", ROOT / "build"))
STANDARD = "-std=c++20"


class ValidationError(Exception):
    """What went wrong, in one line."""


def run(command, limit=600, **options):
    """Runs to the end or the limit in seconds; the finished process with its text output. At the
    limit all that it has started ends with it: a profiler's program would live on."""
    command = [str(part) for part in command]
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   errors="replace", start_new_session=True, **options)
    except FileNotFoundError:
        raise ValidationError(f"{command[0]} is not there") from None
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise ValidationError(f"{Path(command[0]).name} took more than {limit} s") from None
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


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
    return [STANDARD, "--threads", "0", "-O3", "-lineinfo", "-arch=native", "-Xcompiler",
            "-U_FORTIFY_SOURCE"]


def compile_sim(sources, program, options=()):
    require([BUILD / "simcc", STANDARD, *options, *sources, "-o", program])


def compile_cuda(sources, program, options=()):
    require([find_nvcc(), *nvcc_options(), *options, *sources, "-o", program])


@functools.cache
def device_description():
    """The device, its driver, the Toolkit's version and today's date, for a table's head."""
    query = require(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"])
    name, driver = query.stdout.splitlines()[0].split(", ")
    release = re.search(r"release ([\d.]+)", require([find_nvcc(), "--version"]).stdout)
    return f"{name}, driver {driver}, CUDA {release[1]}; {date.today()}"


class Program:
    """A program's sources, for either compiler."""

    def __init__(self, group, name, sources, includes=()):
        self.group, self.name = group, name
        self.sources, self.includes = list(sources), list(includes)

    def build_sim(self, program):
        compile_sim(self.sources, program, self.includes)
        return program

    def build_cuda(self, program, options=()):
        compile_cuda(self.sources, program, [*self.includes, *options])
        return program


def fixed_programs():
    """Kernels whose accesses no compiler may move."""
    return [Program("fixed", source.stem, [source])
            for source in sorted((HERE / "fixed").glob("*.cu"))]


def lab_programs(runner):
    """The labs that launch kernels, with a program of ours (once.cpp, times.cpp) in the runner's
    place. Before it stands the lab's main.cpp, or one of mains/ where that declares no matrix-vector
    products, which is what harness.hpp takes. None in a student's archive, which has no solutions."""
    programs = []
    for folder in sorted((ROOT / "solutions").glob("*")):
        kernels = sorted(folder.glob("*.cu"))
        if not any("__global__" in file.read_text() for file in kernels):
            continue
        main = HERE / "mains" / f"{folder.name}.cpp"
        if not main.exists():
            main = ROOT / "labs" / folder.name / "main.cpp"
        if "runner/matvec.hpp" not in main.read_text():
            continue
        lab = ROOT / "labs" / folder.name
        # Kernels that a lab declares beside the student's: lab 05's naive products.
        beside = lab.glob("program/baselines.cu")
        programs.append(Program("labs", folder.name,
                                [main, HERE / "harness.cpp", HERE / runner, *beside, *kernels],
                                [f"-I{ROOT / 'common'}", f"-I{lab}", f"-I{HERE}"]))
    return programs


def select(programs, names):
    """Those that are named, all where none is. `04` is enough for `04-shared-reduction`, and `fixed`
    and `labs` stand for all of these."""
    def is_named(program, name):
        return name in (program.group, program.name, program.name.split("-")[0])
    for name in names:
        if not any(is_named(program, name) for program in programs):
            raise ValidationError(f"nothing is named {name}; there are " +
                                  ", ".join(program.name for program in programs))
    return [program for program in programs
            if not names or any(is_named(program, name) for name in names)]


def build_all(programs, build, key=lambda program: program.name):
    """Builds them side by side, on all processors: a function that waits for one and gives its path,
    or raises what went wrong."""
    pool = ThreadPoolExecutor(os.cpu_count())
    futures = {key(program): pool.submit(build, program) for program in programs}
    pool.shutdown(wait=False)
    return lambda program: futures[key(program)].result()


def simulate(program, arguments=(), limit=600, order="forward"):
    """Runs a program of simcc's; the report that SIM_REPORT asks for, and the exit status."""
    report = Path(f"{program}.json")
    report.unlink(missing_ok=True)
    done = run([program, *map(str, arguments)], limit=limit,
               env={**os.environ, "SIM_REPORT": str(report), "SIM_ORDER": order})
    if not report.exists():
        words = done.stderr.strip().splitlines()
        raise ValidationError(f"{Path(program).name} left no report: "
                              f"{words[-1] if words else f'status {done.returncode}'}")
    return json.loads(report.read_text()), done.returncode
