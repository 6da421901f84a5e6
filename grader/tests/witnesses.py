"""witnesses.py GRADE ROOT: each witness of a race that a chapter shows is what the command above it
prints, for the lab as students get it. In chapter 02 the race is that of the reference solution
without its atomic additions.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = re.compile(r"^    \./grader/grade (run (\d\d) --order witness .*)$", re.MULTILINE)
WITNESS = re.compile(r"^    In this order it changes a result:\n(?:    .*\n)+", re.MULTILINE)


def shown(chapter):
    """Each command of the chapter, its lab, and the witness below it."""
    text = chapter.read_text(encoding="utf-8")
    for command in COMMAND.finditer(text):
        witness = WITNESS.search(text, command.end())
        yield command.group(1), command.group(2), witness.group(0) if witness else ""


def without_atomics(root, folder):
    """The solution of lab 02 as a student writes it, with += in place of atomicAdd."""
    solution = (root / "solutions/02-simple-gather/matvec.cu").read_text(encoding="utf-8")
    lines = [line for line in solution.splitlines() if " SOLUTION" not in line]
    text = re.sub(r"atomicAdd\(&y\[i\], (.*)\);", r"y[i] += \1;", "\n".join(lines))
    (folder / "02-simple-gather").mkdir()
    (folder / "02-simple-gather/matvec.cu").write_text(text + "\n", encoding="utf-8")


def main(grade, root):
    checked = failed = 0
    with tempfile.TemporaryDirectory() as name:
        without_atomics(root, Path(name))
        for chapter in sorted((root / "docs/labs").glob("*.md")):
            for command, lab, expected in shown(chapter):
                options, arguments = command.split(" -- ")
                source = name if lab == "02" else str(root / "labs")
                words = [grade, *options.split(), "--backend", "sim", "--from", source]
                words += ["--", *arguments.split()]
                printed = subprocess.run(words, capture_output=True, text=True, cwd=root)
                wrong = not expected or expected not in printed.stdout + printed.stderr
                checked += 1
                failed += wrong
                print(f"{chapter.name}: {command}: {'differs' if wrong else 'as shown'}")
                if wrong:
                    print(printed.stdout[-2000:] + printed.stderr[-2000:])
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()))
