"""The kit's paths, and the two ways to build a program from .cu files: simcc and nvcc."""

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
    """A failure, described in one line."""


def run(command, limit=600, **options):
    """Runs a command to its end, or for `limit` seconds at most, and returns the finished process
    with its output as text. At the limit the whole process group is killed, since a program started
    by a profiler would otherwise go on running."""
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
    """Like run(), but raises an error if the command fails."""
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
    """The path of a program of the CUDA Toolkit, whose folder need not be on PATH."""
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
    """The device, its driver, the Toolkit's version and today's date, for the head of a table."""
    query = require(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"])
    name, driver = query.stdout.splitlines()[0].split(", ")
    release = re.search(r"release ([\d.]+)", require([find_nvcc(), "--version"]).stdout)
    return f"{name}, driver {driver}, CUDA {release[1]}; {date.today()}"


class Program:
    """A program's sources, which either compiler can build."""

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
    """Kernels with accesses that no compiler may change."""
    return [Program("fixed", source.stem, [source])
            for source in sorted((HERE / "fixed").glob("*.cu"))]


def lab_programs(runner):
    """One program for each lab that launches kernels, with `runner` (once.cpp or times.cpp) in
    place of the lab's runner. The program's main file is that of mains/, or else the lab's
    main.cpp. A lab whose main file includes neither harness.hpp nor runner/matvec.hpp is left out.
    A student's archive has no solutions and so no such programs."""
    programs = []
    for folder in sorted((ROOT / "solutions").glob("*")):
        kernels = sorted(folder.glob("*.cu"))
        if not any("__global__" in file.read_text() for file in kernels):
            continue
        main = HERE / "mains" / f"{folder.name}.cpp"
        if not main.exists():
            main = ROOT / "labs" / folder.name / "main.cpp"
        if not any(header in main.read_text() for header in ("harness.hpp", "runner/matvec.hpp")):
            continue
        lab = ROOT / "labs" / folder.name
        # Kernels that a lab brings along, such as lab 05's naive products.
        beside = lab.glob("program/baselines.cu")
        programs.append(Program("labs", folder.name,
                                [main, HERE / "harness.cpp", HERE / runner, *beside, *kernels],
                                [f"-I{ROOT / 'common'}", f"-I{lab}", f"-I{HERE}"]))
    return programs


def select(programs, names):
    """The named programs, or all if none is named. A name may be short (`04` for
    `04-shared-reduction`) or a group (`fixed`, `labs`)."""
    def is_named(program, name):
        return name in (program.group, program.name, program.name.split("-")[0])
    for name in names:
        if not any(is_named(program, name) for program in programs):
            raise ValidationError(f"nothing is named {name}; there are " +
                                  ", ".join(program.name for program in programs))
    return [program for program in programs
            if not names or any(is_named(program, name) for name in names)]


def build_all(programs, build, key=lambda program: program.name):
    """Starts to build all programs in parallel. Returns a function that waits for one of them and
    returns its path, or raises the error of its build."""
    pool = ThreadPoolExecutor(os.cpu_count())
    futures = {key(program): pool.submit(build, program) for program in programs}
    pool.shutdown(wait=False)
    return lambda program: futures[key(program)].result()


def simulate(program, arguments=(), limit=600, order="forward"):
    """Runs a program built by simcc. Returns the report that it writes to SIM_REPORT, and its exit
    status."""
    report = Path(f"{program}.json")
    report.unlink(missing_ok=True)
    done = run([program, *map(str, arguments)], limit=limit,
               env={**os.environ, "SIM_REPORT": str(report), "SIM_ORDER": order})
    if not report.exists():
        words = done.stderr.strip().splitlines()
        raise ValidationError(f"{Path(program).name} left no report: "
                              f"{words[-1] if words else f'status {done.returncode}'}")
    return json.loads(report.read_text()), done.returncode
