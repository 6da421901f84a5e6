"""figures.py ROOT: checks the labels of every figure of the book, docs/figures/*.svg: none is
smaller than 12 px, none leaves the picture, and no two collide. The extents are those of DejaVu,
which Matplotlib has with it, so no renderer is needed.
"""

import functools
import re
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import LOAD_NO_HINTING

SMALLEST = 12  # px
GAP = 1  # px between labels that stand side by side


@functools.cache
def font_of(family, weight):
    return get_font(findfont(FontProperties(family=family, weight=weight), fallback_to_default=False))


def rules(text):
    """The declarations of each selector of a figure's style sheet."""
    found = {}
    for sheet in re.findall(r"<style>(.*?)</style>", text, re.DOTALL):
        for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
            pairs = (one.split(":", 1) for one in body.split(";") if ":" in one)
            found[selector.strip()] = {name.strip(): value.strip() for name, value in pairs}
    return found


def width(label, size, style):
    """In px, as the font's own metrics have it."""
    family = "DejaVu Sans Mono" if "Mono" in style.get("font-family", "") else "DejaVu Sans"
    font = font_of(family, style.get("font-weight", "normal"))
    font.set_size(size, 72)
    font.set_text(label, flags=LOAD_NO_HINTING)
    return font.get_width_height()[0] / 64


class Label:
    """A text's extent: from its capitals' top to its descenders, and its width."""

    def __init__(self, element, style):
        self.text = " ".join("".join(element.itertext()).split())
        font = style.get("font-size", style.get("font", ""))
        self.size = float(re.search(r"([\d.]+)px", font).group(1))
        wide = width(self.text, self.size, style)
        share = {"middle": 0.5, "end": 1}.get(style.get("text-anchor"), 0)
        self.left = float(element.get("x")) - share * wide
        self.right = self.left + wide
        self.top = float(element.get("y")) - 0.73 * self.size
        self.bottom = float(element.get("y")) + 0.2 * self.size

    def meets(self, other):
        return (
            self.left < other.right + GAP
            and other.left < self.right + GAP
            and self.top < other.bottom
            and other.top < self.bottom
        )


def labels(text):
    sheet = rules(text)
    for element in ET.fromstring(text).iter():
        kind = element.tag.split("}")[-1]
        if kind == "tspan" or element.get("transform"):
            raise ValueError(f"cannot measure <{kind}> with a transform or a tspan")
        if kind == "text":
            style = dict(sheet.get("text", {}))
            for name in element.get("class", "").split():
                style |= sheet.get("." + name, {})
            yield Label(element, style)


def faults(text):
    left, top, wide, high = map(float, ET.fromstring(text).get("viewBox").split())
    found = list(labels(text))
    for one in found:
        if one.size < SMALLEST:
            yield f"'{one.text}' is {one.size:g} px high"
        if one.left < left or one.right > left + wide or one.top < top or one.bottom > top + high:
            yield f"'{one.text}' leaves the picture: from {one.left:.0f} to {one.right:.0f}"
    for one, other in combinations(found, 2):
        if one.meets(other):
            yield f"'{one.text}' and '{other.text}' collide"


def test_of_the_check():
    """Each fault is found in a picture that has it, and none in one that has none."""
    picture = (
        '<svg viewBox="0 0 100 40"><style>text { font: 14px "DejaVu Sans" } .s { font-size: 11px }'
        " .e { text-anchor: end }</style>%s</svg>"
    )
    for body, expected in [
        ('<text x="5" y="20">one</text><text x="40" y="20">two</text>', ""),
        ('<text x="5" y="20">one</text><text x="5" y="36">two</text>', ""),
        ('<text x="5" y="20" class="s">one</text>', "is 11 px high"),
        ('<text x="80" y="20">one</text>', "leaves the picture"),
        ('<text x="20" y="20" class="e">one</text>', "leaves the picture"),
        ('<text x="5" y="20">one</text><text x="30" y="20">two</text>', "collide"),
    ]:
        found = list(faults(picture % body))
        assert len(found) == (1 if expected else 0) and expected in "".join(found), (body, found)


def main(root):
    test_of_the_check()
    paths = sorted((root / "docs/figures").glob("*.svg"))
    found = [
        f"{path.relative_to(root)}: {fault}"
        for path in paths
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    print("\n".join(found) or f"{len(paths)} figures")
    return 1 if found or not paths else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
