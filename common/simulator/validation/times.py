"""How long the solutions' functions take on the device, with inputs from outside its cache."""

import json

from kit import device_description, labs, require


def measure(work, file):
    runs = []
    for lab in labs():
        program = work / f"{lab.name}-times"
        lab.build_cuda("times.cpp", program, ["--default-stream", "per-thread"])
        for line in require([program]).stdout.splitlines():
            runs.append({"lab": lab.name, **json.loads(line)})
    text = ",\n".join("    " + json.dumps(run) for run in runs)
    file.write_text(
        f'{{\n  "device": {json.dumps(device_description())},\n  "runs": [\n{text}\n  ]\n}}\n')
    print(f"{len(runs)} functions and sizes timed")
