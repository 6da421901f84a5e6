"""listed.py FOLDER FILE…: checks that the lists of FOLDER, a corpus of test programs, name
every .cu file in it. A program that is not listed would never run.
"""

import sys
from pathlib import Path


def main(folder, *listed):
    there = {path.name for path in Path(folder).glob("*.cu")}
    unlisted = sorted(there - {Path(name).name for name in listed})
    for name in unlisted:
        print(f"{folder}/{name} is in no list of {folder}")
    return 1 if unlisted or not there else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
