"""room_order.py SOURCE simulator|grader ROOM...: checks that the directories ("rooms") of the
simulator, or of the grader, include each other in one direction only.

SOURCE is the project's root. The rooms are given in order: each may include itself and those before
it. A room within a room, such as report/source, has a place of its own in this order. Of rooms that
are joined by "+", neither may include the other, nor a room within the other. Every
`#include` of a room's header counts, in headers and in sources. Units (a header with its source)
must not include each other in a circle, nor may those of the runner. Code outside the simulator may
include only those of its headers that FOR_OUTSIDERS matches.
"""

import collections
import pathlib
import re
import sys

FOR_OUTSIDERS = re.compile(
    r"^simulator\.hpp$|^memory/garbage_byte\.hpp$|^device/(counted_work|profile|time_model)\.hpp$|^report/findings/kinds\.hpp$|^simcc/(machine/announced_library|tokens/(brackets|lexer))\.hpp$"
)
NO_ROOMS = re.compile(
    r"^(include|bench|validation|submissions|authoring/template)(/|$)|^sandbox/confine$|^suites/\d\d-"
)
OUTSIDE = ["runner", "python", "kit", "../grader", "../labs", "../solutions"]


def included(path, prefix):
    """The headers that the file includes with this prefix, without it."""
    return re.findall(rf'#\s*include\s*[<"]{prefix}([^">]+)[">]', path.read_text())


def sources(folder):
    return [p for p in sorted(folder.rglob("*")) if p.suffix in (".hpp", ".cpp", ".cu") and "tests" not in p.parts]


def room_of(file, rooms):
    """The innermost of the rooms that contain the file; otherwise its first folder."""
    around = [str(folder) for folder in pathlib.PurePath(file).parents]
    return next((folder for folder in around if folder in rooms), file.split("/")[0])


def wrong_ways(top, prefix, order):
    """Includes of a room that is not an earlier one, as "user -> used"."""
    rank = {room: i for i, rooms in enumerate(order) for room in rooms.split("+")}
    apart = [set(rooms.split("+")) for rooms in order if "+" in rooms]
    for path in {path for room in rank for path in sources(top / room)}:
        user = str(path.relative_to(top))
        room = room_of(user, rank)
        for used in included(path, prefix):
            if not (top / used).exists():
                continue  # a header of another house, or one that the build makes
            other = room_of(used, rank)
            pair = {room.split("/")[0], other.split("/")[0]}
            later = rank.get(other, len(order)) >= rank[room] and other not in (room, "simulator.hpp")
            if later or len(pair) == 2 and any(pair <= rooms for rooms in apart):
                yield f"{user} -> {used}"


def graph_of(folder, prefix):
    """Of the units in the folder, those that each one includes."""
    graph = collections.defaultdict(set)
    for path in sources(folder):
        unit = str(path.relative_to(folder).with_suffix(""))
        graph[unit] |= {name.rsplit(".", 1)[0] for name in included(path, prefix)} - {unit}
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


def strangers(simulator):
    """Includes, by code outside the simulator, of headers that it must not use."""
    for folder in OUTSIDE:
        for path in sources(simulator.parent / folder):
            for used in included(path, "simulator/"):
                if not FOR_OUTSIDERS.search(used):
                    yield f"{path.relative_to(simulator.parent)} -> {used}"


def main():
    root, house, order = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    common = root / "common"
    is_simulator = house == "simulator"
    top, prefix = (common / "simulator", "simulator/") if is_simulator else (root / "grader", "")
    homes = {str(p.parent.relative_to(top)) for p in sources(top) if p.parent != top}
    missing = {home for home in homes - set("+".join(order).split("+")) if not NO_ROOMS.match(home)}
    graphs = [graph_of(top, prefix)] + [graph_of(common / "runner", "runner/")] * is_simulator
    faults = (
        [f"not in the order: {room}" for room in sorted(missing)]
        + [f"against the order: {way}" for way in sorted(wrong_ways(top, prefix, order))]
        + [f"in a circle: {circle}" for graph in graphs for circle in circles(graph)]
        + [f"from outside: {way}" for way in strangers(common / "simulator") if is_simulator]
    )
    if faults:
        sys.exit("\n".join(faults))


main()
