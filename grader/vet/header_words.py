#!/usr/bin/env python3
"""header_words.py OUT DEPFILE VETTER SIMCC KIT: writes all identifiers that occur in the headers
which a submission may include, one a line: those in the source, and those that the preprocessor
produces. A submission must not define a macro of such a name above an #include, since it would
change the header.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

out, depfile, vetter, simcc, kit = sys.argv[1:]
include = pathlib.Path(kit, "simulator", "include")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


headers = [name for name in run(vetter, "--headers").split() if not name.endswith("*")]
headers += [f"cuda/std/{path.name}" for path in sorted(include.glob("cuda/std/*")) if path.is_file()]
headers += [f"kit/{path.name}" for path in sorted(pathlib.Path(kit, "kit").glob("*.hpp"))]
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, "all.cu")
    source.write_text("".join(f"#include <{name}>\n" for name in headers))
    text = run(simcc, "-std=c++20", "-w", "--preprocess-only", str(source), "-o", "/dev/stdout")
marker = re.compile(r'^# \d+ "(/[^"]+)"', re.M)
files = sorted(set(marker.findall(text)) - {str(source)})
comments = re.compile(r"//[^\n]*|/\*.*?\*/|^# \d[^\n]*", re.M | re.S)
texts = [comments.sub(" ", each) for each in [text] + [pathlib.Path(name).read_text(errors="replace") for name in files]]
words = set().union(*(re.findall(r"[A-Za-z_]\w*", each) for each in texts))
pathlib.Path(out).write_text("".join(f"{word}\n" for word in sorted(words)))
pathlib.Path(depfile).write_text(f"{out}: {' '.join(files)}\n")
