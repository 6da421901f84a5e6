"""Evaluates a CSV of the bench: single figures, by a short query language, and tables. This module
does not read files or know about pages.

A query names a column, how several values become one, and which rows to use:
    us where way=grid_groups; n=32
    geomean of ratio where set=sweep
    us where way=repeated launches; n=32 over us where way=grid_groups; n=32
"""

import csv
import io
import math
import re
import statistics


class Trouble(Exception):
    """An error in a query, a table or a citation, described in one line."""


def only(values):
    if len(values) != 1:
        raise Trouble(f"{len(values)} rows where one was meant")
    return values[0]


def geomean(values):
    return math.exp(statistics.fmean(math.log(value) for value in values))


WAYS = {"only": only, "mean": statistics.fmean, "median": statistics.median, "geomean": geomean, "least": min,
        "most": max, "number": len}
AT_LEAST = "share at least "


def one_of(values, way):
    """Reduces several values to one by the named method."""
    if not values:
        raise Trouble("no row")
    try:
        if way.startswith(AT_LEAST):
            return sum(value >= float(way[len(AT_LEAST):]) for value in values) / len(values)
        if way in WAYS:
            return WAYS[way](values)
    except ValueError as error:
        raise Trouble(f"'{way}' of {len(values)} values: {error}") from None
    raise Trouble(f"'{way}' is not a way to make one of several values")


def over(value, divisor):
    if divisor == 0:
        raise Trouble("a figure is to be divided by 0")
    return value / divisor


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def chosen(rows, where):
    """The rows that fulfil all conditions. Each condition gives a column and the word, or a list of
    words, that it must hold."""
    for key in where:
        if rows and key not in rows[0]:
            raise Trouble(f"there is no column '{key}'")
    wanted = {key: {str(one) for one in (value if isinstance(value, list) else [value])}
              for key, value in where.items()}
    return [row for row in rows if all(row[key] in words for key, words in wanted.items())]


def distinct(rows, keys):
    """The different combinations of words in these columns, in order of first appearance."""
    return list(dict.fromkeys(tuple(row[key] for key in keys) for row in rows))


def values_of(rows, column):
    if rows and column not in rows[0]:
        raise Trouble(f"there is no column '{column}'")
    try:
        return [float(row[column]) for row in rows if row[column]]
    except ValueError:
        raise Trouble(f"column '{column}' holds a word where a number was meant") from None


def figure(rows, column, way="only", best=None):
    """One number from the rows. With `best`, a column (such as the width), the number is computed
    for each value of that column, and the smallest is returned: an algorithm with its best width.
    """
    if best is None:
        return one_of(values_of(rows, column), way)
    if not rows:
        raise Trouble("no row")
    return min(one_of(values_of(chosen(rows, {best: value}), column), way) for (value,) in distinct(rows, [best]))


def term(rows, words):
    head, _, conditions = words.partition(" where ")
    where = {}
    for condition in filter(None, conditions.split("; ")):
        key, equals, value = condition.partition("=")
        if not equals:
            raise Trouble(f"'{condition}' is not a condition")
        where[key.strip()] = value.strip()
    head, _, best = head.partition(" best ")
    way, of, column = head.rpartition(" of ")
    return figure(chosen(rows, where), column.strip(), way.strip() if of else "only", best.strip() or None)


def query(rows, words):
    first, divided, second = words.partition(" over ")
    value = term(rows, first.strip())
    return over(value, term(rows, second.strip())) if divided else value


def number_in(text):
    """The number in a text, as it is written there."""
    found = re.search(r"-?[\d,]*\.?\d+", text)
    if not found:
        raise Trouble(f"there is no number in '{text}'")
    return found[0]


def in_units_of(text, value):
    return 100 * value if text.rstrip().endswith("%") else value


def digits_of(number):
    return len(number.partition(".")[2])


def agrees(text, value):
    """Whether the number in a text equals this value to the digits that are written. With a % sign,
    the value is multiplied by 100."""
    number = number_in(text)
    said = float(number.replace(",", ""))
    return abs(said - in_units_of(text, value)) <= 0.5000001 * 10.0 ** -digits_of(number)


def restated(text, value):
    """The text, with its number replaced by this value in as many digits."""
    number = number_in(text)
    grouping = "," if "," in number else ""
    return text.replace(number, format(in_units_of(text, value), f"{grouping}.{digits_of(number)}f"), 1)


def shown(value, form):
    return form.format(value) if "{" in form else format(value, form)


def cell_text(rows, cell, whole):
    """One cell of a table, computed from its rows. `over` divides by the figure of other rows,
    selected from the whole table; `per` divides by another column."""
    picked = chosen(rows, cell.get("where", {}))
    if not picked:
        return ""
    if "text" in cell:
        return cell.get("between", " ").join(picked[0][key] for key in cell["text"])
    column, way, best = cell["value"], cell.get("of", "only"), cell.get("best")
    if not values_of(picked, column):
        return ""
    value = figure(picked, column, way, best)
    where = ""
    if "at" in cell:  # the sizes of the row with that value
        row = next((row for row in picked if row[column] and float(row[column]) == value), None)
        if row is None:
            raise Trouble(f"'{way}' of {column} stands in no row")
        where = ", " + " × ".join(row[key] for key in cell["at"])
    if "over" in cell:
        value = over(value, figure(chosen(whole, cell["over"]), column, way, best))
    if "per" in cell:
        value = over(value, figure(picked, cell["per"], way, best))
    return shown(value, cell.get("form", ".2f")) + where


def markdown(head, lines):
    text = ["| " + " | ".join(head) + " |", "|---" * len(head) + "|"]
    return "\n".join(text + ["| " + " | ".join(line) + " |" for line in lines])


def table(rows, spec):
    """`rows` names the columns of the CSV whose words make up the lines. `columns`, if given, names
    a column whose words become columns of the table. `cells` says what the cells contain."""
    rows = chosen(rows, spec.get("where", {}))
    across = [value for (value,) in distinct(rows, [spec["columns"]])] if "columns" in spec else [None]
    cells = spec["cells"]
    head = list(spec.get("heads", spec["rows"]))
    for value in across:
        for cell in cells:
            name = cell.get("head", cell.get("value", ""))
            head.append(name if value is None else value if len(cells) == 1 else f"{value}: {name}")
    names = spec.get("names", {})
    lines = []
    for words in distinct(rows, spec["rows"]):
        line = [names.get(word, word) for word in words]
        own = chosen(rows, dict(zip(spec["rows"], words)))
        for value in across:
            these = own if value is None else chosen(own, {spec["columns"]: value})
            line += [cell_text(these, cell, rows) for cell in cells]
        lines.append(line)
    return markdown(head, lines)


def wins(rows, spec):
    """For each pair of words of the column `of`: in how many cases the first is faster than the
    second. Each is taken with the value of `best` that is fastest for it on average. A pair can
    have a third word, which others found; `others` is the head of that column."""
    by, value, best = spec["by"], spec["value"], spec["best"]
    rows = chosen(rows, spec.get("where", {}))
    lines = []
    for first, second, *found in spec["pairs"]:
        times = []
        for one in (first, second):
            own = chosen(rows, {spec["of"]: one})
            width = min(distinct(own, [best]),
                        key=lambda word: statistics.fmean(values_of(chosen(own, {best: word[0]}), value)))[0]
            times.append({tuple(row[key] for key in by): float(row[value]) for row in chosen(own, {best: width})})
        common = times[0].keys() & times[1].keys()
        won = sum(times[0][key] < times[1][key] for key in common)
        line = [first, second, str(won), str(len(common)), f"{over(won, len(common)):.0%}"]
        lines.append(line + (found or [""]) if "others" in spec else line)
    others = [spec["others"]] if "others" in spec else []
    return markdown(["faster on average", "than", "cases", "of", "share", *others], lines)
