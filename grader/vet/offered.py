#!/usr/bin/env python3
"""offered.py OUT VETTER SIMCC TEMPLATES: writes the external symbols that a submission may
legitimately need: the undefined symbols of a program that contains every function of the allowed
headers, and of the file TEMPLATES, which instantiates their templates. The first is compiled with
all inline functions kept. The second is compiled as submissions are, and once more without
optimisation (-G), so that no call is optimised away.
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile

out, vetter, simcc, templates = sys.argv[1:]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def undefined(compiled):
    listed = run("nm", "--format=posix", "--undefined-only", str(compiled))
    return {line.split()[0] for line in listed.splitlines() if line}


def keep_all_functions(source, compiled, folder):
    """Compiles `source` with the command that simcc would run, and an option
    (-fkeep-inline-functions) that simcc does not pass on."""
    translated = folder / "translated.ii"
    translated.write_text(run(simcc, "-std=c++20", "--translate-only", str(source)))
    commands = subprocess.run([simcc, "-std=c++20", "--dryrun", "-c", str(source), "-o", str(compiled)],
                              check=True, capture_output=True, text=True)
    lines = (commands.stdout + commands.stderr).splitlines()
    compiling = next(line for line in lines if "translated.ii" in line)
    here = {"translated.ii": str(translated), "translated.s": str(compiled), "-S": "-c"}
    command = [here.get(word.rpartition("/")[2], word) for word in shlex.split(compiling)]
    run(*command, "-w", "-fkeep-inline-functions")


headers = [name for name in run(vetter, "--headers").split() if not name.endswith("*")]
headers += ["cuda/std/" + name for name in ("algorithm", "array", "atomic", "barrier", "bit", "complex", "optional", "span", "tuple")]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    everything = folder / "all.cu"
    everything.write_text("".join(f"#include <{header}>\n" for header in headers))
    keep_all_functions(everything, folder / "all.o", folder)
    symbols = undefined(folder / "all.o")
    for options in [], ["-G"]:
        run(simcc, "-std=c++20", "-w", *options, "-c", templates, "-o", str(folder / "templates.o"))
        symbols |= undefined(folder / "templates.o")
pathlib.Path(out).write_text("".join(f"{symbol}\n" for symbol in sorted(symbols)))
