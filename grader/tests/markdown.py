"""markdown.py ROOT: checks every page as a Markdown renderer (cmark-gfm) shows it: tables are
complete, and links and images lead to files and headings that exist. Skipped if the renderer is not
installed.
"""

import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

SKIPPED = 77
# Links in the template are filled in when a lab is made from it.
TEMPLATE = "grader/authoring/template"


class Page(HTMLParser):
    """The links, images, headings and paragraphs of a rendered page."""

    def __init__(self, html):
        super().__init__()
        self.links, self.headings, self.paragraphs = [], [], []
        self.within = None
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        if tag == "img":
            self.links.append(attributes["src"])
        if re.fullmatch("h[1-6]|p", tag):
            self.within = self.headings if tag != "p" else self.paragraphs
            self.within.append("")

    def handle_endtag(self, tag):
        if re.fullmatch("h[1-6]|p", tag):
            self.within = None

    def handle_data(self, data):
        if self.within is not None:
            self.within[-1] += data


def anchor(heading):
    """The anchor that GitHub makes from a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def rendered(path):
    command = ["cmark-gfm", "-e", "table", "-e", "strikethrough", "--unsafe", str(path)]
    return Page(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def swallowed(text):
    """Lines that the renderer takes for a table's last row, because no blank line ends the table.
    """
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"^\|[^\n]*\n(?!\|)([^\n]+)", text, flags=re.MULTILINE)


def faults(path, pages):
    page = pages[path]
    for line in swallowed(path.read_text(encoding="utf-8")):
        yield f"no blank line ends the table before: {line.strip()[:60]}"
    for text in page.paragraphs:
        if text.lstrip().startswith("|"):
            yield f"a row that is in no table: {text.strip()[:60]}"
    for link in page.links:
        if re.match(r"[a-z]+:", link):
            continue
        file, _, part = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        if not target.exists():
            yield f"there is no {link}"
        elif part and target in pages and part not in map(anchor, pages[target].headings):
            yield f"{file or 'the page'} has no heading #{part}"


def main(root):
    if not shutil.which("cmark-gfm"):
        print("cmark-gfm is not installed")
        return SKIPPED
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, capture_output=True, text=True)
    names = listed.stdout.split("\n")[:-1]
    paths = [(root / name).resolve() for name in names if TEMPLATE not in name and (root / name).exists()]
    if not paths:
        print("this is not a checkout")
        return SKIPPED
    pages = {path: rendered(path) for path in paths}
    found = [f"{path.relative_to(root)}: {fault}" for path in paths for fault in faults(path, pages)]
    print("\n".join(found) or f"{len(paths)} pages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
