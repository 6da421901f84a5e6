"""docs/results/times-h100.json: how long the solutions' functions take on the device, from cold."""

import json

from kit import HERE, STANDARD, device_description, find_nvcc, labs, nvcc_options, require


def build(lab, program):
    nvcc = find_nvcc()
    objects = []
    for source in lab.sources:
        objects.append(program.with_name(f"{program.name}-{source.stem}.o"))
        require([nvcc, *nvcc_options(), "--default-stream", "per-thread", *lab.includes, "-c",
                 source, "-o", objects[-1]])
    toolkit = nvcc.resolve().parents[1]
    require(["g++", STANDARD, "-O2", *lab.includes, f"-I{toolkit / 'include'}",
             lab.folder / "main.cpp", HERE / "times.cpp", *objects, f"-L{toolkit / 'lib64'}",
             "-lcudart_static", "-ldl", "-lrt", "-lpthread", "-o", program])


def write(out, work):
    runs = []
    for lab in labs():
        program = work / f"{lab.name}-times"
        build(lab, program)
        for line in require([program]).stdout.splitlines():
            runs.append({"lab": lab.name, **json.loads(line)})
    text = ",\n".join("    " + json.dumps(run) for run in runs)
    (out / "times-h100.json").write_text(
        f'{{\n  "device": {json.dumps(device_description())},\n  "runs": [\n{text}\n  ]\n}}\n')
    print(f"{len(runs)} functions and sizes timed")
