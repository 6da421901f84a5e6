"""rebuilt.py SOURCE BUILD: a change of any header rebuilds all that includes it.

Ninja rebuilds what its records name (`ninja -t deps`, filled from depfiles). So each object that is compiled
must have a record, and a record that names a file of the project must name what that file includes as well.
Includes below an #if are left out: whether they count depends on the compilation.
"""

import pathlib
import re
import subprocess
import sys

SOURCES = (".cpp", ".cu", ".hpp", ".cuh", ".h")


def records(build):
    """Each object's recorded files, as absolute paths."""
    listed = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in listed.split("\n\n"):
        head, *lines = block.strip().split("\n")
        if not lines:
            continue
        found[head.split(":")[0]] = {(build / line.strip()).resolve() for line in lines}
    return found


def compiled(build):
    """Each object that is there and is made of a source file, by build.ninja."""
    for line in (build / "build.ninja").read_text().replace("$\n", "").split("\n"):
        edge = re.match(r"build (\S+): (\S+) ([^|]*)", line)
        if not edge or not (build / edge[1]).exists() or edge[1].endswith((".symbols", ".gch")):
            continue
        if any(name.endswith((".cpp", ".cu")) for name in edge[3].split()):
            yield edge[1]


def includes(path, roots, known={}):
    """The files of the project that this one includes by name, whatever it is compiled for."""
    if path in known:
        return known[path]
    depth, names = 0, []
    for line in path.read_text(errors="replace").split("\n"):
        if re.match(r"namespace |TEST_CASE", line):
            break  # what stands behind is code, or a test's text
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
