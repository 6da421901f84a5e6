"""room_order.py SOURCE ROOM...: checks that the simulator's directories ("rooms") include each
other in one direction only.

SOURCE is the project's root. The rooms are given in order: each may include itself and those before
it. A room within a room, such as report/source, has a place of its own in this order. Of rooms that
are joined by "+", neither may include the other, nor a room within the other. Every
`#include "simulator/..."` counts, in headers and in sources. Units (a header with its source) must
not include each other in a circle, nor may those of the runner and of the grader. A room within a
room of the grader includes only those of its headers that WITHIN names. Code outside the simulator
may include only the headers that FOR_OUTSIDERS matches.
"""

import collections
import pathlib
import re
import sys

FOR_OUTSIDERS = re.compile(
    r"^simulator\.hpp$|^device/(counted_work|profile|time_model)\.hpp$|^report/findings/kinds\.hpp$|^simcc/(machine/announced_library|tokens/(brackets|lexer))\.hpp$"
)
WITHIN = {"suite/causes": ["suite/answer.hpp"]}  # in the grader
NO_ROOMS = ["include", "bench", "validation"]
OUTSIDE = ["runner", "python", "kit", "../grader", "../labs", "../solutions"]


def included(path):
    return re.findall(r'#\s*include\s*[<"]simulator/([^">]+)[">]', path.read_text())


def sources(folder):
    return [p for p in sorted(folder.rglob("*")) if p.suffix in (".hpp", ".cpp", ".cu") and "tests" not in p.parts]


def room_of(file, rooms):
    """The innermost of the rooms that contain the file; otherwise its first folder."""
    around = [str(folder) for folder in pathlib.PurePath(file).parents]
    return next((folder for folder in around if folder in rooms), file.split("/")[0])


def wrong_ways(simulator, order):
    """Includes of a room that is not an earlier one, as "user -> used"."""
    rank = {room: i for i, rooms in enumerate(order) for room in rooms.split("+")}
    apart = [set(rooms.split("+")) for rooms in order if "+" in rooms]
    for path in {path for room in rank for path in sources(simulator / room)}:
        user = str(path.relative_to(simulator))
        room = room_of(user, rank)
        for used in included(path):
            other = room_of(used, rank)
            pair = {room.split("/")[0], other.split("/")[0]}
            later = rank.get(other, len(order)) >= rank[room] and other not in (room, "simulator.hpp")
            if later or len(pair) == 2 and any(pair <= rooms for rooms in apart):
                yield f"{user} -> {used}"


def graph_of(top, folder, prefix):
    """Of the units in the folder, those that each one includes. `top`: what the folder's headers are
    included from, with `prefix`."""
    graph = collections.defaultdict(set)
    for path in sources(folder):
        unit = str(path.relative_to(top).with_suffix(""))
        used = re.findall(rf'#\s*include\s*[<"]({prefix}[^">]+)[">]', path.read_text())
        graph[unit] |= {name.rsplit(".", 1)[0] for name in used} - {unit}
    return graph


def circles(graph):
    """Sets of units that include each other, directly or indirectly: Tarjan's strongly connected
    components (1972)."""
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


def all_circles(root):
    common = root / "common"
    for top, folder, prefix in [
        (common, common / "simulator", "simulator/"),
        (common, common / "runner", "runner/"),
        (root / "grader", root / "grader", ""),
    ]:
        yield from circles(graph_of(top, folder, prefix))


def outward(grader):
    """Includes, by a room within another, of what it should know nothing of."""
    for room, known in WITHIN.items():
        around = room.split("/")[0] + "/"
        for path in sources(grader / room):
            for used in re.findall(r'#\s*include\s*"([^"]+)"', path.read_text()):
                if used.startswith(around) and not used.startswith(room + "/") and used not in known:
                    yield f"{path.relative_to(grader)} -> {used}"


def strangers(simulator):
    """Includes, by code outside the simulator, of headers that it must not use."""
    for folder in OUTSIDE:
        for path in sources(simulator.parent / folder):
            for used in included(path):
                if not FOR_OUTSIDERS.search(used):
                    yield f"{path.relative_to(simulator.parent)} -> {used}"


def main():
    root, order = pathlib.Path(sys.argv[1]), sys.argv[2:]
    simulator = root / "common/simulator"
    rooms = "+".join(order).split("+")
    homes = {p.parent for p in sources(simulator)} - {simulator}
    missing = {str(home.relative_to(simulator)) for home in homes} - set(rooms)
    faults = (
        [f"not in the order: {room}" for room in sorted(missing) if room.split("/")[0] not in NO_ROOMS]
        + [f"against the order: {way}" for way in sorted(wrong_ways(simulator, order))]
        + [f"in a circle: {circle}" for circle in all_circles(root)]
        + [f"out of its room: {way}" for way in outward(root / "grader")]
        + [f"from outside: {way}" for way in strangers(simulator)]
    )
    if faults:
        sys.exit("\n".join(faults))


main()
