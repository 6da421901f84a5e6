#!/usr/bin/env python3
"""assemble.py GRADE: attacks a release as a student would who has much time and does not want to
learn.

It makes the archive for students. From all files in it, it takes every function that might be the
body of one that a skeleton leaves open: functions of the same name, or with parameters of the same
types (in Python, as many). It puts each into the skeleton, alone and with the others, also in all
files of a lab together, and fills in predictions whose names have a value somewhere. It grades the
results, and fails if any of them gets points.
"""
import ast
import base64
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


def parsed(text):
    """The syntax trees of a Python file, or of the listings of a page, with their texts."""
    for piece in re.findall(r"```(?:python|py)?\n(.*?)```", text, re.S) or [text]:
        try:
            yield ast.parse(piece), piece
        except (SyntaxError, ValueError):
            pass


def python_functions(text):
    """As functions(), for Python: the parameters have no types, and the body is the whole definition."""
    for tree, piece in parsed(text):
        lines = piece.splitlines(keepends=True)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                begin = len("".join(lines[: node.lineno - 1]))
                body = "".join(lines[node.lineno - 1 : node.end_lineno])
                yield node.name, [("", one.arg) for one in node.args.args], begin, body


def python_candidates(name, own, everything):
    found = []
    for other, theirs, body in everything:
        if "TODO" in body or not (other == name or len(theirs) == len(own) >= 2):
            continue
        fitted = re.sub(rf"\bdef {other}\b", f"def {name}", body, count=1)
        if fitted not in found:
            found.insert(0 if other == name else len(found), fitted)
    return found[:MOST_CANDIDATES]


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


def openings(skeleton, everything):
    """What the skeleton leaves open: where, the text there, and the texts that might be put there.
    In order, none within another."""
    def open_ones(all_functions):
        return [(n, p, at, body) for n, p, at, body in all_functions if "TODO" in body]

    found = [(at, body, candidates(name, own, everything["C"]))
             for name, own, at, body in open_ones(functions(skeleton))]
    found += [(at, body, python_candidates(name, own, everything["Python"]))
              for name, own, at, body in open_ones(python_functions(skeleton))]
    return sorted(found)


def open_predictions(skeleton, texts):
    """As openings(), for a predict.toml: values that any text gives to the same name."""
    found = []
    for match in re.finditer(r'^(\w+) = ("")$', skeleton, re.M):
        given = re.compile(rf'\b{match[1]}\b`?\s*[=:]\s*`?("[^"\n]+"|[0-9][^\s"`,;]*)')
        values = dict.fromkeys(value for text in texts for value in given.findall(text))
        found.append((match.start(2), '""', list(values)[:MOST_CANDIDATES]))
    return found


def filled(skeleton, opened, i):
    """With the candidate number i, or the last one, in each place."""
    text = skeleton
    for at, body, new in reversed(opened):
        if new:
            text = text[:at] + new[min(i, len(new) - 1)] + text[at + len(body) :]
    return text


def variants(skeleton, opened):
    """The skeleton with one place filled in, for each candidate; then with all places filled in, once
    for each number of a candidate."""
    for at, body, new in opened:
        for one in new:
            yield skeleton[:at] + one + skeleton[at + len(body) :]
    for i in range(MOST_CANDIDATES):
        yield filled(skeleton, opened, i)


def whole_files(slug_folder, skeleton, texts):
    """Files and code listings that define a wanted function, to be handed in as they are."""
    wanted = {name for name, _, _, body in functions(skeleton) if "TODO" in body}
    for text in texts:
        pieces = re.findall(r"```\w*\n(.*?)```", text, re.S) + [text]
        for piece in pieces:
            if wanted & {name for name, _, _, body in functions(piece) if "TODO" not in body}:
                yield piece


def text_of(path):
    """The text of a file, also of the answers that a release packs in base64."""
    data = path.read_bytes()
    return (base64.b64decode(data) if path.suffix == ".base64" else data).decode()


def hand_in(root, folder):
    texts = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            try:
                texts[path] = text_of(path)
            except UnicodeDecodeError:
                pass
    everything = {
        "C": [(n, p, body) for text in texts.values() for n, p, _, body in functions(text)],
        "Python": [(n, p, body) for text in texts.values() for n, p, _, body in python_functions(text)],
    }
    count = 0
    for lab in sorted((root / "labs").iterdir()):
        for files in submissions(lab, texts, everything):
            count += 1
            place = folder / f"{lab.name}-{count:04}" / lab.name
            place.mkdir(parents=True)
            for name, text in files.items():
                (place / name).write_text(text)
    return count


def submissions(lab, texts, everything):
    """Each one as texts by the names of its files. What is not filled in is the skeleton's, since a
    submission without all files is not graded."""
    paths = sorted(lab.glob("*.cu")) + sorted(lab.glob("*.py")) + [lab / "predict.toml"]
    skeleton = {path.name: texts[path] for path in paths if path in texts}
    opened = {name: open_predictions(text, texts.values()) if name == "predict.toml"
              else openings(text, everything) for name, text in skeleton.items()}
    for name, text in skeleton.items():
        made = list(variants(text, opened[name]))
        if name != "predict.toml":
            made += whole_files(lab, text, texts.values())
        for one in dict.fromkeys(made):
            if one != text:
                yield {**skeleton, name: one}
    together = [{name: filled(text, opened[name], i) for name, text in skeleton.items()}
                for i in range(MOST_CANDIDATES)]
    for i, files in enumerate(together):
        if files != skeleton and files not in together[:i]:
            yield files


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
