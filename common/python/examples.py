"""examples.py FOLDER|SDIST [--write PAGE]: runs PyCUDA's own examples, unmodified, on the
simulator.

FOLDER is PyCUDA's source tree, SDIST its archive (`pip download --no-binary :all: --no-deps
pycuda`). Each program of examples/ runs in a process of its own. The code blocks of
doc/tutorial.rst are joined into one more program. A program that creates no context fails on a GPU,
too; it is run a second time with pycuda.autoinit imported first.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 60


def run(program, folder, first=""):
    code = f"{first}\nimport runpy, sys\nsys.argv = [{str(program)!r}]\n"
    code += f"runpy.run_path({str(program)!r}, run_name='__main__')\n"
    settings = {**os.environ, "PYTHONPATH": str(HERE), "MPLBACKEND": "Agg"}
    try:
        done = subprocess.run(["/usr/bin/python3", "-c", code], cwd=folder, env=settings, text=True,
                              capture_output=True, timeout=SECONDS, input="\n" * 9, check=False)
    except subprocess.TimeoutExpired:
        return 1, f"ran longer than {SECONDS} s", ""
    lines = [line for line in done.stderr.splitlines() if line and not line.startswith(" ")]
    errors = [line for line in lines if re.match(r"[\w.]*(Error|Exception|Warning|Exit)\b", line)]
    errors = [line for line in errors if "Warning" not in line.split(":")[0]]
    reason = errors[-1] if errors else lines[-1] if lines else f"exit status {done.returncode}"
    found = [line for line in done.stderr.splitlines() if re.search(r": (error|warning): ", line)]
    # A page that is kept must not show where the kit is on this machine.
    return done.returncode, reason.replace(f"{HERE}/", ""), found[0] if found else ""


def judge(program, folder):
    status, reason, found = run(program, folder)
    note = ""
    if status and "invalid device context" in reason:
        status, reason, found = run(program, folder, "import pycuda.autoinit")
        note = "makes no context: with `pycuda.autoinit` imported first"
    if status == 0:
        return "works", "; ".join(part for part in (note, found and f"the simulator finds: {found}") if part)
    return "does not", "; ".join(part for part in (note, reason) if part)


def tutorial(source, folder):
    """Writes the tutorial's code blocks and interpreter lines as one program, and returns its path.
    """
    page = source / "doc" / "tutorial.rst"
    if not page.exists():
        return None
    blocks, taking = [], False
    for line in page.read_text().splitlines():
        if line.startswith("Advanced Topics"):
            break
        if line.rstrip().endswith("::") and not line.startswith(" "):
            taking = True
            blocks.append("")
        elif line and not line.startswith(" "):
            taking = False
        elif taking:
            blocks[-1] += line[2:] + "\n"
    path = folder / "tutorial.py"
    path.write_text("\n".join(block for block in blocks if is_python(block)))
    return path


def is_python(block):
    """Whether a block is Python, and not the output that the tutorial shows for it."""
    try:
        compile(block, "tutorial", "exec")
    except SyntaxError:
        return False
    return not block.lstrip().startswith("[")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        source = options.source
        if source.is_file():
            with tarfile.open(source) as archive:
                archive.extractall(folder / "source")
            source = next((folder / "source").iterdir())
        programs = [path.resolve() for path in sorted(source.glob("examples/**/*.py"))]
        rows = []
        page = tutorial(source, folder)
        for path in ([page] if page else []) + programs:
            result, note = judge(path, folder)
            name = path.name if path == page else str(path.relative_to(source.resolve() / "examples"))
            rows.append((name, result, note.replace("|", "/")[:230]))
            print(f"{name:45} {result:9} {note[:110]}", flush=True)
        works = sum(result == "works" for _, result, _ in rows)
        print(f"{works} of {len(rows)} work")
        if options.write:
            write(options.write, source.resolve().name, rows, works)


def write(page, version, rows, works):
    text = ["# PyCUDA's own examples on the simulator", "",
            f"The programs that come with {version}, unmodified, each by itself: {works} of {len(rows)} work.",
            "Made by `/usr/bin/python3 common/python/examples.py pycuda-….tar.gz --write docs/results/pycuda-examples.md`",
            "out of PyCUDA's source archive, which pip downloads.", "", "| program | | |", "|---|---|---|"]
    text += [f"| {name} | {result} | {note} |" for name, result, note in rows]
    page.write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    sys.exit(main())
