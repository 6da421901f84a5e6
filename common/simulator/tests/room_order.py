"""room_order.py SOURCE ROOM...: checks that the simulator's directories ("rooms") include each
other in one direction only.

SOURCE is the project's root. The rooms are given in order: each may include itself and those before
it. Of rooms that are joined by "+", neither may include the other. Every `#include "simulator/..."`
counts, in headers and in sources. Units (a header with its source) must not include each other in a
circle. Code outside the simulator may include only the headers that FOR_OUTSIDERS matches.
"""

import collections
import pathlib
import re
import sys

FOR_OUTSIDERS = re.compile(
    r"^simulator\.hpp$|^device/(counted_work|profile|time_model)\.hpp$|^simcc/(announced_library|brackets|lexer)\.hpp$"
)
OUTSIDE = ["runner", "python", "kit", "../grader", "../labs", "../solutions"]


def included(path):
    return re.findall(r'#\s*include\s*[<"]simulator/([^">]+)[">]', path.read_text())


def sources(folder):
    return [p for p in sorted(folder.rglob("*")) if p.suffix in (".hpp", ".cpp", ".cu") and "tests" not in p.parts]


def wrong_ways(simulator, order):
    """Includes of a room that is not an earlier one, as "user -> used"."""
    rank = {room: i for i, rooms in enumerate(order) for room in rooms.split("+")}
    for room in rank:
        for path in sources(simulator / room):
            for used in included(path):
                other = used.split("/")[0]
                if other not in (room, "simulator.hpp") and rank.get(other, len(order)) >= rank[room]:
                    yield f"{path.relative_to(simulator)} -> {used}"


def circles(simulator, rooms):
    """Sets of units that include each other, directly or indirectly: Tarjan's strongly connected
    components (1972)."""
    graph = collections.defaultdict(set)
    for room in rooms:
        for path in sources(simulator / room):
            unit = str(path.relative_to(simulator).with_suffix(""))
            graph[unit] |= {used.rsplit(".", 1)[0] for used in included(path)} - {unit}
    number, low, stack, found = {}, {}, [], []

    def visit(unit):
        number[unit] = low[unit] = len(number)
        stack.append(unit)
        for used in sorted(graph.get(unit, ())):
            if used not in number:
                visit(used)
            if used in stack:
                low[unit] = min(low[unit], low[used])
        if low[unit] == number[unit]:
            circle = stack[stack.index(unit):]
            del stack[stack.index(unit):]
            if len(circle) > 1:
                found.append(" ".join(sorted(circle)))

    for unit in sorted(graph):
        if unit not in number:
            visit(unit)
    return found


def strangers(simulator):
    """Includes, by code outside the simulator, of headers that it must not use."""
    for folder in OUTSIDE:
        for path in sources(simulator.parent / folder):
            for used in included(path):
                if not FOR_OUTSIDERS.search(used):
                    yield f"{path.relative_to(simulator.parent)} -> {used}"


def main():
    simulator, order = pathlib.Path(sys.argv[1]) / "common/simulator", sys.argv[2:]
    rooms = "+".join(order).split("+")
    missing = [p.name for p in simulator.iterdir() if (p / "meson.build").exists() and sources(p) and p.name not in rooms]
    faults = (
        [f"not in the order: {room}" for room in missing if room not in ("simcc", "include", "bench", "validation", "corpus")]
        + [f"against the order: {way}" for way in wrong_ways(simulator, order)]
        + [f"in a circle: {circle}" for circle in circles(simulator, [*rooms, "simcc"])]
        + [f"from outside: {way}" for way in strangers(simulator)]
    )
    if faults:
        sys.exit("\n".join(faults))


main()
