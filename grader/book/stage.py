"""stage.py ROOT TARGET: copies the book's pages to TARGET, in the form that Sphinx needs. The pages
themselves stay plain Markdown: the table of contents comes from docs/README.md, and a link that
leads to no page becomes plain text.
"""

import re
import shutil
import sys
from pathlib import Path

LINK = re.compile(r'(?<!!)\[([^\]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?(?: "[^"\n]*")?\)')
MARKER = re.compile(r"^<!-- for (instructors|everyone) -->\n", re.M)
# Pages for people who work on the kit itself.
LAST = ["getting-started.md", "grading.md", "simulator.md", "writing-a-lab.md", "architecture.md"]


def pages(root):
    """The paths of the pages, relative to the kit's root: those of docs/, and each lab's task
    sheet."""
    found = [path for path in (root / "docs").rglob("*.md")]
    found += (root / "labs").glob("*/README.md")
    return sorted(path.relative_to(root) for path in found)


def without_strange_links(text, page, known):
    """Keeps links between pages. A link to any other file of the kit is replaced by its text."""

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
    """The chapters in the order of docs/README.md, each followed by its lab's task sheet; then the
    other pages."""
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
        text = text.replace("```mermaid", "```")  # Sphinx cannot draw it
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
