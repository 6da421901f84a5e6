"""figures.py ROOT: checks the labels of every figure of the book, docs/figures/*.svg: none is
smaller than 12 px, none leaves the picture, and no two collide. The extents are computed, in
DejaVu's widths, so no renderer is needed.
"""

import re
import sys
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

SMALLEST = 12  # px
GAP = 1  # px between labels that stand side by side

# Advance widths in thousandths of the font's size, of the characters from ' ' to '~'.
PLAIN = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
]  # fmt: skip
BOLD = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
]  # fmt: skip
MONOSPACED = 602
NARROW = {"·": 318, "’": 318}  # other characters count as full width
FULL = 1000


def rules(text):
    """The declarations of each selector of a figure's style sheet."""
    found = {}
    for sheet in re.findall(r"<style>(.*?)</style>", text, re.DOTALL):
        for selector, body in re.findall(r"([^{}]+)\{([^}]*)\}", sheet):
            pairs = (one.split(":", 1) for one in body.split(";") if ":" in one)
            found[selector.strip()] = {name.strip(): value.strip() for name, value in pairs}
    return found


def width(label, size, style):
    if "Mono" in style.get("font-family", ""):
        return len(label) * MONOSPACED * size / 1000
    table = BOLD if style.get("font-weight") == "bold" else PLAIN
    known = {chr(32 + i): one for i, one in enumerate(table)} | NARROW
    return sum(known.get(one, FULL) for one in label) * size / 1000


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
