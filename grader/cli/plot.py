"""Draws charts side by side: those that a lab's program writes, or those that the bench makes from
its tables. Reads JSON from the descriptor whose number is given, and prints SVG. Both axes are
logarithmic.
"""

import io
import json
import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import LinearSegmentedColormap, LogNorm
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

COLOURS = ["#666666", "#1f5fa8", "#b3261e", "#2e7031", "#b4610a", "#6a3d9a", "#111111"]


def plain(text):
    """The text, with dollar signs escaped: matplotlib would typeset what is between them as a
    formula."""
    return text.replace("$", r"\$")


def mark(axis, base, parts):
    axis.set_major_locator(LogLocator(base, subs=parts))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.5g}"))
    axis.set_minor_locator(NullLocator())


def draw_map(axes, chart):
    """A value as a colour over two sizes, all logarithmic: 1 is white, more is blue, less is red.
    """
    x, y, values = zip(*chart["map"])
    scale = LogNorm(min(0.5, *values), max(2, *values))
    dots = axes.scatter(x, y, c=values, cmap=diverging(scale(1)), norm=scale, s=46, marker="s", linewidths=0)
    bar = axes.figure.colorbar(dots, ax=axes)
    bar.ax.yaxis.set_major_locator(LogLocator(10, subs=[0.5, 0.7, 1, 1.5, 2, 3, 5]))
    bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.5g}"))
    bar.ax.yaxis.set_minor_locator(NullLocator())
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for axis in (axes.xaxis, axes.yaxis):
        mark(axis, 4, [1])
    name(axes, chart)


def diverging(middle):
    """A colour map from red through white to blue, with white at `middle`."""
    return LinearSegmentedColormap.from_list("ratio", [(0, "#b3261e"), (middle, "#ffffff"), (1, "#1f5fa8")])


def name(axes, chart):
    axes.set_title(plain(chart["title"]), loc="left", fontweight="bold", fontsize=10)
    axes.set_xlabel(plain(chart["x_label"]))
    axes.set_ylabel(plain(chart["y_label"]))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def draw_roofline(axes, chart):
    """Rates over operations per byte, and the two roofs that memory and arithmetic are, if measured."""
    given = chart["roofline"]
    xs = [point["point"][0] for point in given["points"]]
    low, high = min(xs) / 2, max(xs) * 4
    if given["gb_s"]:
        rate = 1e-3 * given["gb_s"]  # TFLOP/s for one operation per byte
        peak = given["tflop_s"]
        ridge = peak / rate if peak else high
        axes.plot([low, ridge], [low * rate, ridge * rate], color="#999999", linewidth=1.5,
                  label=f"memory: {given['gb_s']:.0f} GB/s")
        if peak:
            axes.plot([ridge, max(high, 2 * ridge)], [peak, peak], color="#999999", linestyle="--", linewidth=1.5,
                      label=f"arithmetic: {peak:.1f} TFLOP/s")
    for place, point in enumerate(given["points"]):
        axes.plot(*[[value] for value in point["point"]], "o", color=COLOURS[place % len(COLOURS)],
                  label=plain(point["name"]))
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for axis in (axes.xaxis, axes.yaxis):
        mark(axis, 2, [1])
    name(axes, chart)
    axes.grid(True, color="#cccccc", linewidth=0.6)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.2), frameon=False)


def draw(axes, chart):
    if "roofline" in chart:
        return draw_roofline(axes, chart)
    if "map" in chart:
        return draw_map(axes, chart)
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
    name(axes, chart)
    axes.grid(True, axis="y", color="#cccccc", linewidth=0.6)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.2), frameon=False)


def svg(charts):
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "kit", "font.size": 9})
    longest = max(len(chart.get("series", chart.get("roofline", {}).get("points", []))) for chart in charts)
    across = len(charts) if len(charts) < 4 else 2
    down = -(-len(charts) // across)
    figure = Figure(figsize=(4.6 * across, (3.6 + 0.2 * longest) * down))
    FigureCanvasSVG(figure)
    places = figure.subplots(down, across, squeeze=False).flat
    for axes, chart in zip(places, charts):
        draw(axes, chart)
    for axes in list(figure.axes)[len(charts):down * across]:
        axes.set_visible(False)
    # Leaves space for the labels between charts and the legends below them.
    figure.subplots_adjust(wspace=0.35, hspace=0.3 + 0.08 * longest)
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    return text.getvalue()


if __name__ == "__main__":
    with open(int(sys.argv[1]), encoding="utf-8") as given:
        sys.stdout.write(svg(json.load(given)["charts"]))
