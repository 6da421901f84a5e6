"""stage.py ROOT TARGET: lays out the pages that make the book as Sphinx wants them. The pages themselves stay plain
Markdown: the table of contents is read off docs/README.md, and a link to what is no page becomes plain text."""

import re
import shutil
import sys
from pathlib import Path

LINK = re.compile(r'(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?(?: "[^"\n]*")?\)')
MARKER = re.compile(r"^<!-- for (instructors|everyone) -->\n", re.M)
# Whoever works at the kit itself.
LAST = ["getting-started.md", "grading.md", "simulator.md", "writing-a-lab.md", "architecture.md"]


def pages(root):
    """Where the pages lie, from the kit's root: the book, and each lab's task sheet."""
    found = [path for path in (root / "docs").rglob("*.md")]
    found += (root / "labs").glob("*/README.md")
    return sorted(path.relative_to(root) for path in found)


def without_strange_links(text, page, known):
    """Links between pages stay; what lies elsewhere in the kit is named, not linked."""

    def one(match):
        words, target, part = match.groups()
        if "://" in target:
            return match.group()
        parts = []
        for piece in (page.parent / target).parts:
            parts = parts[:-1] if piece == ".." else parts + [piece]
        return match.group() if Path(*parts) in known else words

    return LINK.sub(one, text)


def contents(root):
    """Chapters in the order of docs/README.md, each with its lab's sheet behind it."""
    index = (root / "docs/README.md").read_text(encoding="utf-8")
    chapters = re.findall(r"\]\((labs/[^)]+\.md)\)", index)
    lines = []
    for chapter in dict.fromkeys(chapters):
        sheet = f"../labs/{Path(chapter).stem}/README.md"
        lines += [chapter] + ([sheet] if (root / "docs" / sheet).exists() else [])
    others = [name for name in LAST if (root / "docs" / name).exists()]
    others += sorted(
        name
        for path in (root / "docs").rglob("*.md")
        for name in [path.relative_to(root / "docs").as_posix()]
        if path.name != "README.md" and name not in LAST + chapters
    )
    results = [name for name in others if name.startswith("results/")]
    rest = [name for name in others if name not in results]
    readme = [name for name in ("results/README.md",) if (root / "docs" / name).exists()]
    return [("Chapters and labs", lines), ("The kit", rest), ("Measured", readme + results)]


def toctree(caption, names):
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```", ""])


def main(root, target):
    shutil.rmtree(target, ignore_errors=True)
    known = set(pages(root))
    for page in known:
        text = MARKER.sub("", (root / page).read_text(encoding="utf-8"))
        text = without_strange_links(text, page, known)
        text = text.replace("```mermaid", "```")  # drawn where Markdown's renderer knows it
        if page == Path("docs/README.md"):
            text += "".join(toctree(*part) for part in contents(root) if part[1])
        (target / page).parent.mkdir(parents=True, exist_ok=True)
        (target / page).write_text(text, encoding="utf-8")
    for image in (root / "docs").rglob("*"):
        if image.suffix in (".svg", ".png"):
            copy = target / image.relative_to(root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(image, copy)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
