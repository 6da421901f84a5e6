"""Draws the charts that a lab's program leaves, side by side: JSON from the descriptor that is named,
SVG to the standard output. Both axes are logarithmic."""

import io
import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

COLOURS = ["#666666", "#1f5fa8", "#b3261e", "#2e7031", "#b4610a", "#6a3d9a", "#111111"]


def plain(text):
    """As it is written: matplotlib takes what stands between dollars for mathematics."""
    return text.replace("$", r"\$")


def mark(axis, base, parts):
    axis.set_major_locator(LogLocator(base, subs=parts))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.5g}"))
    axis.set_minor_locator(NullLocator())


def draw(axes, chart):
    for series in chart["series"]:
        if series["points"]:
            axes.plot(*zip(*series["points"]), label=plain(series["name"]), linewidth=1.5,
                      linestyle="--" if series["dashed"] else "-",
                      color=COLOURS[series["colour"] % len(COLOURS)])
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    many = any(len(series["points"]) > 8 for series in chart["series"])
    mark(axes.xaxis, 4 if many else 2, [1])
    mark(axes.yaxis, 10, [1, 2, 5])
    axes.set_title(plain(chart["title"]), loc="left", fontweight="bold", fontsize=10)
    axes.set_xlabel(plain(chart["x_label"]))
    axes.set_ylabel(plain(chart["y_label"]))
    axes.grid(True, axis="y", color="#cccccc", linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.2), frameon=False)


def svg(charts):
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "kit", "font.size": 9})
    longest = max(len(chart["series"]) for chart in charts)
    figure = Figure(figsize=(4.6 * len(charts), 3.6 + 0.2 * longest))
    FigureCanvasSVG(figure)
    for axes, chart in zip(figure.subplots(1, len(charts), squeeze=False)[0], charts):
        draw(axes, chart)
    figure.subplots_adjust(wspace=0.35)  # for the labels and numbers between charts
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    return text.getvalue()


if __name__ == "__main__":
    with open(int(sys.argv[1]), encoding="utf-8") as given:
        sys.stdout.write(svg(json.load(given)["charts"]))
