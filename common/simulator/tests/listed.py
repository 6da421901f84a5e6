"""listed.py FOLDER FILE…: every .cu of the corpus's folder is among the files that its meson.build lists, so
that each is a test. A program that nobody lists would be one that nobody runs."""

import sys
from pathlib import Path


def main(folder, *listed):
    there = {path.name for path in Path(folder).glob("*.cu")}
    unlisted = sorted(there - {Path(name).name for name in listed})
    for name in unlisted:
        print(f"{folder}/{name} is in no list of {folder}/meson.build")
    return 1 if unlisted or not there else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
