"""Draws the chart of lab 12: seconds by size on the device and in NumPy, both axes logarithmic."""

import numpy as np


def draw(axes, rows):
    sizes, device, host = rows[:, 0], rows[:, 1], rows[:, 2]
    axes.loglog(sizes, device, "o-", base=2, color="#1f6f8b", label="PyCUDA")
    axes.loglog(sizes, host, "s--", base=2, color="#c0562b", label="NumPy")
    axes.set_yscale("log")
    axes.set_xlabel("n, of an n × n product")
    axes.set_ylabel("seconds")
    axes.grid(True, which="both", linewidth=0.3)
    axes.legend(frameon=False)


def picture(rows):
    """Returns the chart's pixels: an array of height × width × (red, green, blue)."""
    from matplotlib.figure import Figure
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = Figure(figsize=(6, 4), dpi=150)
    canvas = FigureCanvasAgg(figure)
    draw(figure.add_subplot(), rows)
    figure.tight_layout()
    canvas.draw()
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[:, :, :3])
