"""Writes docs/results/findings.md: which planted bugs (tests/planted/*.cu) the simulator and the
four tools of compute-sanitizer find, and what they report for the correct programs beside them.

Comments in each program state the findings to expect; corpus-tests reads them
(tests/corpus/promises.hpp). A program without such a comment is correct, but close to a bug; any
error reported for it is a false alarm.
"""

import json
import os
import shutil
import signal
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kit import (BUILD, HERE, ValidationError, compile_cuda, compile_sim, cuda_tool,
                 device_description, require, simulate)

PLANTED = HERE.parent / "tests/planted"

TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "racecheck": [],
    "synccheck": [],
    "initcheck": [],
}
# Some programs call one of these.
LIBRARIES = ["-lcublas", "-lcublasLt", "-lcusparse", "-lcusolver", "-lcurand", "-lcuda"]
LIMIT = 10  # seconds; some bugs hang the device
RUNS = 16  # programs at the same time on the device
NOT_RUN = {"how": "not run", "findings": []}
# Programs with these bugs may never end, or need others to run meanwhile: they run last.
MAY_HANG = ("livelock", "deadlock", "barrier_divergence")


def programs():
    return sorted(PLANTED.glob("*.cu"))


def read_promises(sources):
    """The findings that each program's comments promise, as corpus-tests reads them, by the
    program's name."""
    read = require([BUILD / "common/simulator/tests/corpus-tests", "promises", *sources])
    return {Path(name).stem: promises for name, promises in json.loads(read.stdout).items()}


def expectations(promises):
    """Maps each kind of finding that is expected to the lines, one of which the finding must name.
    """
    found = {}
    for promised in promises["must"]:
        found.setdefault(promised["kind"], set()).update(promised["lines"])
    return found


def run_within(command, limit):
    """Returns the output and how the program ended: 'done', or 'hang' if its process group had to
    be killed."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=limit)
        return output, "done"
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return output, "hang"


def sanitize(program, source, tool):
    output, how = run_within([cuda_tool("compute-sanitizer"), "--tool", tool, "--print-limit",
                              "100", *TOOLS[tool], program], LIMIT)
    read = subprocess.run([BUILD / "grader/read-sanitizer", tool, source.name], input=output,
                          capture_output=True, check=True)
    return {"how": how, **json.loads(read.stdout)}


def options_of(source):
    """The options that nvcc needs for this program: a line `// NVCC: …` among its first ten has
    them, as grader/tests/nvcc.sh reads it."""
    head = source.read_text().splitlines()[:10]
    return [option for line in head if line.startswith("// NVCC: ") for option in line.split()[2:]]


def compiled(source, work):
    """The path of the program that nvcc makes of it, or None if nvcc does not."""
    program = work / source.stem
    try:
        compile_cuda([source], program, [*LIBRARIES, *options_of(source)])
    except ValidationError as error:
        print(f"{source.name} is not run: {error}", flush=True)
        return None
    return program


def measure(work, file):
    """Runs each program that `file` lacks under each tool, and writes what is known after each
    program, so that an interrupted run can be continued. Needs a GPU."""
    known = json.loads(file.read_text())["programs"] if file.exists() else {}
    wanted = [source for source in programs() if source.stem not in known]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        built = {source: program for source, program in
                 zip(wanted, pool.map(lambda source: compiled(source, work), wanted)) if program}
    print(f"{len(built)} programs compiled", flush=True)
    promised = read_promises(wanted) if wanted else {}
    writing = threading.Lock()

    def sanitize_each(source):
        found = {tool: sanitize(built[source], source, tool) for tool in TOOLS}
        with writing:
            known[source.stem] = found
            unfinished = file.with_suffix(".part")
            unfinished.write_text(json.dumps({"device": device_description(), "programs": known},
                                             separators=(",", ":")))
            unfinished.rename(file)

    def hangs(source):
        return any(kind in MAY_HANG for kind in expectations(promised[source.stem]))

    for last in (False, True):
        now = [source for source in built if hangs(source) == last]
        with ThreadPoolExecutor(RUNS) as pool:
            list(pool.map(sanitize_each, now))
        print(f"{len(now)} programs run under compute-sanitizer", flush=True)


def simulated(work, source, promises):
    program = work / f"{source.stem}-sim"
    compile_sim([source], program)
    order = "compare" if promises["compares_orders"] else "forward"
    report, _ = simulate(program, order=order)
    return [{"kind": finding["kind"], "line": finding["line"], "severity": finding["severity"],
             "other": finding.get("other", {}).get("line", 0)}
            for finding in report["findings"]]


def with_partners(expected, said):
    """A race has two lines, and a tool may name either. Adds to the expected lines the other line
    of each race that the simulator reported at one of them."""
    return {kind: lines | {line for finding in said if finding["kind"] == kind
                           for pair in [{finding["line"], finding["other"]}] if pair & lines
                           for line in pair - {0}}
            for kind, lines in expected.items()}


def ending(result):
    """How the run ended; empty for an ordinary end."""
    how = result.get("how", "done")
    return "" if how == "done" else how


def verdict(expected, result):
    """How well a tool, or the simulator, found a planted bug: the text of a table cell."""
    said = {(finding["kind"], line) for finding in result["findings"]
            for line in (finding["line"], finding.get("other", 0))}
    found = [kind for kind, lines in expected.items()
             if any((kind, line) in said for line in lines)]
    if len(found) == len(expected):
        return "**found**"
    if found:
        return "only " + ", ".join(found)
    lines = set().union(*expected.values())
    at_line = sorted({kind for kind, line in said if line in lines})
    if at_line:
        return f"as {', '.join(at_line)}"
    elsewhere = sorted({line for kind, line in said if kind in expected and line})
    if elsewhere:
        return f"line {', '.join(map(str, elsewhere))}"
    if any(kind in expected for kind, _ in said):
        return "no line"
    other = sorted({kind for kind, _ in said})
    return ", ".join(other) or ending(result)


def was_asked(results):
    return any(results[tool] != NOT_RUN for tool in TOOLS)


def bug_table(rows):
    """`rows` holds the program's name, what is expected, and the results by finder."""
    finders = ["simulator", *TOOLS]
    lines = ["| program | planted, at line | " + " | ".join(finders) + " |",
             "|---" * (len(finders) + 2) + "|"]
    score = dict.fromkeys(finders, 0)
    anyone = 0
    for name, expected, results in rows:
        either = with_partners(expected, results["simulator"]["findings"])
        cells = {finder: verdict(expected if finder == "simulator" else either, results[finder])
                 for finder in finders}
        for finder in finders:
            score[finder] += cells[finder] == "**found**"
        anyone += any(cells[tool] == "**found**" for tool in TOOLS)
        planted = ", ".join(f"{kind} {' or '.join(map(str, sorted(lines)))}"
                            for kind, lines in expected.items())
        lines.append(f"| {name} | {planted} | " + " | ".join(cells.values()) + " |")
    asked = sum(was_asked(results) for _, _, results in rows)
    lines.append(f"| **found, of {len(rows)}, by the tools of {asked}** | | " +
                 " | ".join(str(score[finder]) for finder in finders) + " |")
    return lines, score, anyone, asked


def alarms(result):
    """What was reported for a correct program, without notes."""
    said = [f"{finding['kind']} {finding['line'] or ''}".strip() for finding in result["findings"]
            if finding.get("severity") != "note"]
    return said + [word for word in [ending(result)] if word]


def clean_table(rows):
    finders = ["simulator", *TOOLS]
    lines = ["| program | " + " | ".join(finders) + " |", "|---" * (len(finders) + 1) + "|"]
    count = dict.fromkeys(finders, 0)
    for name, results in rows:
        cells = [", ".join(alarms(results[finder])) for finder in finders]
        for finder, text in zip(finders, cells):
            count[finder] += text not in ("", NOT_RUN["how"])
        if any(cells):
            lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines.append(f"| **alarms, of {len(rows)}** | " +
                 " | ".join(str(count[finder]) for finder in finders) + " |")
    return lines, count


def compare(measured, out, work):
    promised = read_promises(programs())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        by_simulator = list(pool.map(
            lambda source: simulated(work, source, promised[source.stem]), programs()))
    bugs, clean = [], []
    for source, said in zip(programs(), by_simulator):
        # Programs that are younger than the measurement have not been run under the tools.
        asked = measured["programs"].get(source.stem, dict.fromkeys(TOOLS, NOT_RUN))
        results = {"simulator": {"findings": said}, **asked}
        expected = expectations(promised[source.stem])
        if expected:
            bugs.append((source.stem, expected, results))
        else:
            clean.append((source.stem, results))
    table, score, anyone, asked = bug_table(bugs)
    quiet, count = clean_table(clean)
    (out / "findings.md").write_text("\n".join([
        "# What the simulator and the tools find", "",
        "Written by `common/simulator/validation/validate findings`, which compiles each program of "
        "`common/simulator/tests/planted/` with simcc and nvcc and runs it in the simulator and "
        f"under each tool of compute-sanitizer on the device, {LIMIT} seconds each at most.", "",
        f"{measured['device']}.", "",
        f"## {len(bugs)} planted bugs", "",
        f"The simulator finds {score['simulator']}, the four tools together {anyone} of the "
        f"{asked} that they were run on. *Found*: the right kind at the right line, for a race at "
        "either of its lines. *As*: another kind at that line. *Line*: the right kind at another "
        "line; *no line*: at no line. *Only*: some of several. A kind without such a word is a different "
        "report; `api_error` is an error that CUDA itself returns. *Hang*: nothing within the time. "
        "*Not run*: the program is newer than the measurement on the device.", "", *table, "",
        f"## {len(clean)} clean neighbours", "",
        "Programs that come close to a bug, but have none. The table lists only those for which the "
        "simulator or a tool reports something.", "", *quiet, ""]))
    print(f"{len(bugs)} bugs: simulator {score['simulator']}, tools {anyone} of {asked}; "
          f"{len(clean)} clean: simulator {count['simulator']} alarms")
    return len(bugs) - score["simulator"] + count["simulator"]


def write(out, work, file, again):
    """Measures all programs into `file` (unless `again` is set, which compares the file that is
    there) and compares."""
    if not again:
        fresh = work / "findings.json"  # what was measured before is kept until all is known
        measure(work, fresh)
        shutil.move(fresh, file)
    return compare(json.loads(file.read_text()), out, work)


def measure_into(folder, work):
    """Only measures the programs that findings.json in this folder lacks. Returns 0."""
    folder.mkdir(parents=True, exist_ok=True)
    measure(work, folder / "findings.json")
    return 0
