"""Stores measurements from a device: one JSON file per program or lab. An interrupted measurement
loses one of them at most, and continues there when it is started again.
"""

import json
import time

from kit import ValidationError, device_description

INDENTED = ["runs", "launches"]  # one entry per line, for readable differences


def text_of(measured):
    parts = []
    for key, value in measured.items():
        if key in INDENTED:
            lines = ",\n".join("    " + json.dumps(entry) for entry in value)
            parts.append(f"  {json.dumps(key)}: [\n{lines}\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


class Kept:
    """A folder with one file per name."""

    def __init__(self, folder):
        self.folder = folder

    def file(self, name):
        return self.folder / f"{name}.json"

    def has(self, name):
        return self.file(name).exists()

    def read(self, name):
        if not self.has(name):
            raise ValidationError("it has not been measured")
        try:
            return json.loads(self.file(name).read_text())
        except (OSError, ValueError) as error:
            raise ValidationError(f"{self.file(name).name}: {error}") from None

    def write(self, name, measured):
        self.folder.mkdir(parents=True, exist_ok=True)
        unfinished = self.file(name).with_suffix(".part")  # never leaves half a file
        unfinished.write_text(text_of(measured))
        unfinished.rename(self.file(name))


def measure_each(subjects, kept, measure):
    """Calls `measure` for each subject and saves its figures at once. A subject that fails is
    reported, and the others are still measured. Returns the number of failures."""
    failed = 0
    for subject in subjects:
        begun = time.monotonic()
        try:
            figures = measure(subject)
        except ValidationError as error:
            failed += 1
            print(f"{subject.name}: {error}", flush=True)
            continue
        kept.write(subject.name, {"device": device_description(), **figures})
        print(f"{subject.name}: {sum(map(len, figures.values()))} measured, after "
              f"{time.monotonic() - begun:.1f} s", flush=True)
    return failed


def devices(all_measured):
    """The devices and dates of these measurements, each once, for the head of a table."""
    return "; ".join(dict.fromkeys(one["device"] for one in all_measured)) or "nothing measured"
