"""rebuilt.py SOURCE BUILD: checks that a change of any header rebuilds everything that includes it.

Ninja decides what to rebuild from its records (`ninja -t deps`), which depfiles fill. So every
compiled object must have a record, and a record that names a file of the project must also name the
files which that file includes. Includes below an #if are ignored, since it depends on the
compilation whether they count.
"""

import pathlib
import re
import subprocess
import sys

SOURCES = (".cpp", ".cu", ".hpp", ".cuh", ".h")


def records(build):
    """The files recorded for each object, as absolute paths."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in listed.split("\n\n"):
        head, *lines = block.strip().split("\n")
        if not lines:
            continue
        found[head.split(":")[0]] = {(build / line.strip()).resolve() for line in lines}
    return found


def compiled(build):
    """The objects in the build folder that build.ninja makes from source files."""
    for line in (build / "build.ninja").read_text().replace("$\n", "").split("\n"):
        edge = re.match(r"build (\S+): (\S+) ([^|]*)", line)
        if not edge or not (build / edge[1]).exists() or edge[1].endswith((".symbols", ".gch")):
            continue
        if any(name.endswith((".cpp", ".cu")) for name in edge[3].split()):
            yield edge[1]


def includes(path, roots, known={}):
    """The project's files that this one includes in any compilation, that is, not below an #if."""
    if path in known:
        return known[path]
    depth, names = 0, []
    for line in path.read_text(errors="replace").split("\n"):
        if re.match(r"namespace |TEST_CASE", line):
            break  # below are code or the texts of a test, not includes
        directive = re.match(r'\s*#\s*(if|endif|include\s*"([^"]+)")', line)
        if not directive:
            continue
        depth += {"if": 1, "endif": -1}.get(directive[1][:5].strip(), 0)
        if directive[2] and depth == 0:
            names.append(directive[2])
    found = set()
    for name in names:
        there = next((root / name for root in [path.parent, *roots] if (root / name).exists()), None)
        if there:
            found.add(there.resolve())
    known[path] = found
    return found


def main():
    source, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    roots = [source / "common", source / "grader", source / "common/simulator/include"]
    known, outputs = records(build), list(compiled(build))
    faults = [f"no record of what {output} includes" for output in outputs if output not in known]
    for output in outputs:
        files = known.get(output, set())
        for path in files:
            if path.is_relative_to(source) and not path.is_relative_to(build) and path.suffix in SOURCES:
                faults += [
                    f"{output} is not rebuilt after a change of {missing.relative_to(source)}"
                    for missing in includes(path, roots) - files
                    if missing.is_relative_to(source)
                ]
    if faults:
        sys.exit("\n".join(sorted(set(faults))[:40]))
    print(f"{len(outputs)} objects have records")


main()
