#!/usr/bin/env python3
"""assemble.py GRADE: attacks a release as a student would who has much time and does not want to
learn.

It makes the archive for students. From all files in it, it takes every function that might be the
body of one that a skeleton leaves open: functions of the same name, or with parameters of the same
types. It puts each into the skeleton, alone and with the others, grades the results, and fails if
any of them gets points.
"""
import csv
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

MOST_CANDIDATES = 6  # per function
DEFINITION = re.compile(r"\b(\w+)\s*\(([^(){};]*)\)\s*(?:const\s*)?\{")
NOT_FUNCTIONS = {"if", "for", "while", "switch", "catch"}


def body_end(text, begin):
    """The position after the brace that closes the one at `begin`."""
    depth = 0
    for i in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return len(text)


def parameters(text):
    """The types and names of parameters: "int n, float* y" gives [("int", "n"), ("float*", "y")].
    """
    pairs = []
    for one in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"(.*?)(\w+)(\[\d*\])?", one, re.S)
        kind = re.sub(r"\b(const|__restrict__)\b|\s", "", match[1]) if match else one
        pairs.append((kind, match[2] if match else ""))
    return pairs


def functions(text):
    for match in DEFINITION.finditer(text):
        if match[1] in NOT_FUNCTIONS:
            continue
        begin = match.end() - 1
        yield match[1], parameters(match[2]), begin, text[begin : body_end(text, begin)]


def renamed(body, theirs, ours):
    names = {a: b for (_, a), (_, b) in zip(theirs, ours) if a and b}
    return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), body)


def candidates(name, own, everything):
    """Bodies that fit the function, without duplicates; those of functions with the same name come
    first."""
    found = []
    kinds = [kind for kind, _ in own]
    for other, theirs, body in everything:
        same_kinds = [kind for kind, _ in theirs] == kinds
        if "TODO" in body or not (other == name or (same_kinds and len(kinds) >= 2)):
            continue
        fitted = renamed(body, theirs, own) if same_kinds else body
        if fitted not in found:
            found.insert(0 if other == name else len(found), fitted)
    return found[:MOST_CANDIDATES]


def variants(skeleton, everything):
    """The skeleton with one function filled in, for each candidate; then with all functions filled
    in, once for each number of a candidate."""
    opened = [(n, p, at, body) for n, p, at, body in functions(skeleton) if "TODO" in body]
    fitting = [(at, body, candidates(name, own, everything)) for name, own, at, body in opened]
    for at, body, bodies in fitting:
        for new in bodies:
            yield skeleton[:at] + new + skeleton[at + len(body) :]
    for i in range(MOST_CANDIDATES):
        text = skeleton
        for at, body, bodies in reversed(fitting):
            if bodies:
                text = text[:at] + bodies[min(i, len(bodies) - 1)] + text[at + len(body) :]
        yield text


def whole_files(slug_folder, skeleton, texts):
    """Files and code listings that define a wanted function, to be handed in as they are."""
    wanted = {name for name, _, _, body in functions(skeleton) if "TODO" in body}
    for text in texts:
        pieces = re.findall(r"```\w*\n(.*?)```", text, re.S) + [text]
        for piece in pieces:
            if wanted & {name for name, _, _, body in functions(piece) if "TODO" not in body}:
                yield piece


def hand_in(root, folder):
    texts = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            try:
                texts[path] = path.read_text()
            except UnicodeDecodeError:
                pass
    everything = [(n, p, body) for text in texts.values() for n, p, _, body in functions(text)]
    count = 0
    for lab in sorted((root / "labs").iterdir()):
        for path in sorted(lab.glob("*.cu")) + sorted(lab.glob("*.py")):
            made = list(variants(texts[path], everything))
            made += whole_files(lab, texts[path], texts.values())
            for text in dict.fromkeys(made):
                if text == texts[path]:
                    continue
                count += 1
                place = folder / f"{lab.name}-{count:04}" / lab.name
                place.mkdir(parents=True)
                (place / path.name).write_text(text)
    return count


def main():
    grade = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        archive = scratch / "kit.tar.gz"
        subprocess.run([grade, "release", "--out", archive], check=True)
        with tarfile.open(archive) as packed:
            packed.extractall(scratch / "kit")
        (root,) = (scratch / "kit").iterdir()
        count = hand_in(root, scratch / "class")
        out = Path(sys.argv[2]) if len(sys.argv) > 2 else scratch / "out"
        graded = subprocess.run(
            [grade, "class", scratch / "class", "--out", out, "--backend", "sim", "--seed", "1"],
            stdout=subprocess.PIPE, text=True,
        )
        with open(out / "marks.csv") as table:
            rows = [row for row in csv.DictReader(table) if row["outcome"] == "graded"]
        points = [row for row in rows if float(row["score"]) > 0]
        for row in points:
            name = row["student"]
            print(f"{name}: {row['score']} points")
            if len(sys.argv) > 2:
                keep = out / "assembled" / name
                keep.parent.mkdir(exist_ok=True)
                (scratch / "class" / name).rename(keep)
        print(f"{count} submissions assembled, {len(rows)} compile, {len(points)} with points")
        if graded.returncode != 0 or count == 0:
            print(graded.stdout)
        sys.exit(bool(points) or graded.returncode != 0 or count == 0)


if __name__ == "__main__":
    main()
