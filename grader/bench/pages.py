"""Makes the pages of docs/results from the bench's CSVs. pages.toml declares the pages. A page
depends on its declaration, its CSV and its row in measured.csv (when and on which machine it was
measured), and on nothing else.

pages.py FD            reads JSON {"page", "pages", "csv", "counts", "measured"} from this descriptor, and
prints JSON:
                       the files' contents by name
pages.py --check ROOT  compares the pages, and the figures and tables that chapters cite, with the
CSVs pages.py --renew ROOT  rewrites the chapters' tables and figures, and names each figure that
has changed
"""

import json
import re
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import measured
from measured import Trouble

CITED = re.compile(r'\[([^\]]+)\]\(([^)\s]*\.csv) "([^"]+)"\)')
TABLE = re.compile(r"<!-- measured: ([\w-]+) ([\w-]+) -->\n\n?((?:\|[^\n]*\n)*)")

# Of a chapter's text: code, tables that are made from a CSV, and links.
CODE = re.compile(r"^```.*?^```|^ {4}[^\n]*|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$", re.M | re.S)
LINK = re.compile(r'\[[^\]]*\]\([^)\s]*(?: "[^"]*")?\)')
NOT_MEASURED = re.compile(r"<!-- not measured: .+ -->")
# A number with a unit that only a measurement gives; and a share, where a device is named beside it.
NUMBER = r"(?<![\w.])\d[\d,]*(?:\.\d+)?"
MEASURED = re.compile(NUMBER + r"\s?(?:[µun]s|ms|(?<=\s)s|[GT]B/s|[GT]FLOP/s)\b", re.I)
SHARE = re.compile(NUMBER + r"\s?%|" + NUMBER + r" of cuBLAS")
DEVICE = re.compile(r"\b(?:H100|H200|A6000|cuBLAS)\b")
COLUMN = re.compile(r"\b(?:[µu]s|ms|GB/s|TFLOP/s)\b|%")


def command(page):
    return "./grader/grade bench --out docs/results" + f" --only {page['name']}"


def table_of(page, rows, spec):
    return (measured.wins if "pairs" in spec else measured.table)(rows, spec)


def series_of(rows, spec):
    """One line of the chart for each word of the column `series`, or for each of the columns in
    `lines`."""
    if "lines" in spec:
        named = [(name, rows, column) for name, column in spec["lines"].items()]
    else:
        named = [(word, measured.chosen(rows, {spec["series"]: word}), spec["y"])
                 for (word,) in measured.distinct(rows, [spec["series"]])]
    for place, (word, own, column) in enumerate(named):
        points = [[float(x), measured.figure(measured.chosen(own, {spec["x"]: x}), column, spec.get("of", "only"),
                                             spec.get("best"))] for (x,) in measured.distinct(own, [spec["x"]])]
        yield {"name": word, "dashed": word in spec.get("dashed", []), "colour": place, "points": points}


def roofline_of(rows, spec, counts):
    """For each function its rate over its operations per byte. The bytes are those that it requests, by the
    rows of `counts`; the roofs are rows of the same table, as far as it has them."""
    points = []
    for (name,) in measured.distinct(measured.chosen(rows, spec["where"]), ["function"]):
        counted = measured.chosen(counts, {"function": name})
        if not counted:
            continue
        operations = 2 * float(counted[0]["side"]) ** 3
        rate = measured.figure(measured.chosen(rows, spec["where"] | {"function": name}), "tflop_s")
        points.append({"name": name, "point": [operations / (32 * float(counted[0]["sectors_loaded"])), rate]})
    roofs = measured.chosen(rows, spec["roofs"])
    memory = measured.values_of(roofs, "gb_s") if roofs else []
    arithmetic = measured.values_of(roofs, "tflop_s") if roofs else []
    return {"points": points, "gb_s": memory[0] if memory else None, "tflop_s": arithmetic[0] if arithmetic else None}


def chart_of(rows, spec, counts):
    rows = measured.chosen(rows, spec.get("where", {}))
    chart = {"title": spec["title"], "x_label": spec["x_label"], "y_label": spec["y_label"]}
    if "roofline" in spec:
        return chart | {"roofline": roofline_of(rows, spec["roofline"], counts)}
    if "map" in spec:
        points = [[float(row[key]) for key in (spec["x"], spec["y"], spec["map"])] for row in rows]
        return chart | {"map": points}
    return chart | {"series": list(series_of(rows, spec))}


def charts_of(page, rows, counts=()):
    charts = []
    for spec in page.get("chart", []):
        rows_of_chart = measured.chosen(rows, spec.get("where", {}))
        if "equal" in spec:
            rows_of_chart = [row for row in rows_of_chart if len({row[key] for key in spec["equal"]}) == 1]
        for (word,) in measured.distinct(rows_of_chart, [spec["each"]]) if "each" in spec else [(None,)]:
            own = rows_of_chart if word is None else measured.chosen(rows_of_chart, {spec["each"]: word})
            charts.append(chart_of(own, spec | {"where": {}, "title": spec["title"].format(word)}, counts))
    return charts


def text_of(page, rows, when):
    """The page in Markdown. `when` is the page's row in measured.csv."""
    parts = [f"# {page['title']}", f"Made by `{command(page)}`. {when['machine']}; {when['date']}, "
             f"{float(when['seconds']):.0f} s. Every figure: [{page['name']}.csv]({page['name']}.csv).", page["text"].strip()]
    if page.get("chart"):
        parts.append(f"![{page['title']}]({page['name']}.svg)")
    for spec in page["table"]:
        if "title" in spec:
            parts.append(f"## {spec['title']}")
        if "text" in spec:
            parts.append(spec["text"].strip())
        parts.append(table_of(page, rows, spec))
    return "\n\n".join(parts) + "\n"


def declared(text):
    return {page["name"]: page for page in tomllib.loads(text)["page"]}


def files_of(given):
    """The page's files by name. If matplotlib is missing, there are no charts."""
    page, rows = declared(given["pages"])[given["page"]], measured.read(given["csv"])
    files = {page["name"] + ".md": text_of(page, rows, given["measured"])}
    charts = charts_of(page, rows, measured.read(given["counts"]))
    if charts:
        sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
        try:
            import plot  # of the grader's own

            files[page["name"] + ".svg"] = plot.svg(charts)
        except ModuleNotFoundError as missing:
            print(f"no charts: {missing}", file=sys.stderr)
    return files


class Results:
    """The folder docs/results, and the declarations of its pages."""

    def __init__(self, root):
        self.root, self.folder = root, root / "docs/results"
        self.pages = declared((root / "grader/bench/pages.toml").read_text(encoding="utf-8"))
        self.when = {row["page"]: row for row in measured.read(self.read("measured.csv"))}

    def read(self, name):
        path = self.folder / name
        if not path.exists():
            raise Trouble(f"there is no docs/results/{name}")
        return path.read_text(encoding="utf-8")

    def rows(self, name):
        return measured.read(self.read(name))

    def table(self, name, identity):
        page = self.pages.get(name)
        spec = next((one for one in page["table"] if one.get("id") == identity), None) if page else None
        if spec is None:
            raise Trouble(f"pages.toml has no table '{identity}' of a page '{name}'")
        return table_of(page, self.rows(name + ".csv"), spec)

    def documents(self):
        return sorted([*(self.root / "docs").rglob("*.md"), *(self.root / "labs").glob("*/README.md")])


def cited_value(document, target, query):
    path = (document.parent / target).resolve()
    if not path.exists():
        raise Trouble(f"there is no {target}")
    return measured.query(measured.read(path.read_text(encoding="utf-8")), query)


def cited_wrongly(results, document, text):
    """A message for each cited figure or table that differs from its CSV."""
    for words, target, query in CITED.findall(text):
        try:
            value = cited_value(document, target, query)
            if not measured.agrees(words, value):
                raise Trouble(f"the CSV says {value:.6g}")
        except Trouble as trouble:
            yield f"'{words}' ({query}): {trouble}"
    for name, identity, lines in TABLE.findall(text):
        try:
            if lines.strip() != results.table(name, identity):
                raise Trouble("the table is not what the CSV says; renew it with pages.py --renew .")
        except Trouble as trouble:
            yield f"{name} {identity}: {trouble}"


def without_source(text):
    """A message for each paragraph or table of a chapter with a measured number that is neither cited nor said to
    come from elsewhere."""
    text = LINK.sub("[cited]", TABLE.sub("", CODE.sub("", text)))
    for block in re.split(r"\n\s*\n", text):
        if NOT_MEASURED.search(block):
            continue
        found = MEASURED.search(block)
        if block.lstrip().startswith("|"):
            found = found or COLUMN.search(block)
        elif DEVICE.search(block):
            found = found or SHARE.search(block)
        if found:
            number, words = " ".join(found[0].split()), " ".join(block.split())[:60]
            yield (f"'{number}' in '{words}...' is not cited from docs/results: cite it, leave it out, "
                   "or say <!-- not measured: WHY -->")


def page_trouble(results, name):
    """A message if a page that has been measured differs from its CSV; otherwise empty."""
    page = results.pages[name]
    expected = text_of(page, results.rows(name + ".csv"), results.when[name])
    if results.read(name + ".md") != expected:
        return f"docs/results/{name}.md is not what its CSV says; renew it with grade bench --again --out docs/results"
    return ""


def check(root):
    results = Results(root)
    troubles = [trouble for name in results.pages if name in results.when
                for trouble in [page_trouble(results, name)] if trouble]
    for document in results.documents():
        text = document.read_text(encoding="utf-8")
        is_chapter = document.parent == root / "docs/labs"
        troubles += [f"{document.relative_to(root)}: {trouble}" for trouble in
                     [*cited_wrongly(results, document, text), *(without_source(text) if is_chapter else [])]]
    return troubles


def renew(root):
    """Rewrites tables and cited figures that differ from their CSV. Each changed figure is printed,
    since its author must read the text around it again."""
    results = Results(root)

    def table(match):
        end = "\n" if match[3] else "\n\n"  # or the next line joins the table
        return f"<!-- measured: {match[1]} {match[2]} -->\n\n{results.table(match[1], match[2])}{end}"

    def figures_of(document):
        def figure(match):
            words, target, query = match.groups()
            value = cited_value(document, target, query)
            if measured.agrees(words, value):
                return match[0]
            new = measured.restated(words, value)
            print(f"{document.relative_to(root)}: '{words}' is '{new}' now")
            return match[0].replace(words, new, 1)
        return figure

    for document in results.documents():
        text = document.read_text(encoding="utf-8")
        new = CITED.sub(figures_of(document), TABLE.sub(table, text))
        if new != text:
            document.write_text(new, encoding="utf-8")
            print(f"wrote {document.relative_to(root)}")


def main(arguments):
    try:
        if arguments[0] == "--check":
            troubles = check(Path(arguments[1]).resolve())
            print("\n".join(troubles))
            return 1 if troubles else 0
        if arguments[0] == "--renew":
            renew(Path(arguments[1]).resolve())
            return 0
        with open(int(arguments[0]), encoding="utf-8") as given:
            json.dump(files_of(json.load(given)), sys.stdout)
        return 0
    except Trouble as trouble:
        sys.exit(f"{trouble}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
