"""Draws charts of a class's marks: reads JSON from the descriptor whose number is given, and prints
SVG. Each lab has one row: the distribution of its points, and its attempts by day.
"""

import io
import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

BLUE = "#1f5fa8"


def plain(axes, title):
    axes.set_title(title, loc="left", fontsize=9, fontweight="bold")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=4))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def points(axes, lab):
    axes.hist(lab["points"], bins=range(0, 101, 10), color=BLUE, edgecolor="white")
    axes.set_xlim(0, 100)
    axes.set_xlabel("points")
    axes.set_ylabel("students")
    plain(axes, lab["lab"])


def attempts(axes, lab):
    days = [day for day, _ in lab["attempts"]]
    axes.bar(range(len(days)), [count for _, count in lab["attempts"]], color=BLUE)
    step = max(1, len(days) // 5)
    axes.set_xticks(range(0, len(days), step), [day[5:] for day in days[::step]], fontsize=7)
    axes.set_ylabel("submissions")
    plain(axes, "handed in by day")


def svg(labs):
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "kit", "font.size": 8})
    figure = Figure(figsize=(8.5, 1.9 * len(labs)))
    FigureCanvasSVG(figure)
    for row, lab in zip(figure.subplots(len(labs), 2, squeeze=False), labs):
        points(row[0], lab)
        attempts(row[1], lab)
    figure.tight_layout()
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


if __name__ == "__main__":
    with open(int(sys.argv[1]), encoding="utf-8") as given:
        sys.stdout.write(svg(json.load(given)))
