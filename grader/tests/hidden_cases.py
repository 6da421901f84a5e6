"""hidden_cases.py GRADE SOURCE BUILD: follows docs/grading.md to an instructor's hidden case, as an
instructor would, from the example there to what a student gets to see of it. The build of SOURCE
stays as it is: the case is linked into a grader of its own.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

LAB = "02-simple-gather"
CASE = "rung 1: gather: shapes of the exam"
# Right but for matrices with 77 rows, which only the hidden case has.
KERNEL_END = re.compile(r"(__global__ void gather_kernel\(.*?\{)", re.DOTALL)
SIZE = "1021"  # which no other case has


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def example(source):
    """The file that docs/grading.md shows."""
    text = (source / "docs/grading.md").read_text()
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, re.MULTILINE)
    shown = next(block for block in blocks if "HIDDEN(" in block)
    return "".join(line[4:] if line.startswith("    ") else line for line in shown.splitlines(True)).strip() + "\n"


def copy_of(source, folder):
    copy = folder / "kit"
    copy.mkdir()
    for name in ("common", "docs", "grader", "labs", "solutions"):
        shutil.copytree(source / name, copy / name)
    for file in source.iterdir():
        if file.is_file():
            shutil.copy(file, copy)
    (copy / "hidden").mkdir(exist_ok=True)
    (copy / "hidden" / f"{LAB}.cpp").write_text(example(source))
    return copy


def grader_with(case, build, folder):
    """The grader, with the case compiled and linked as Meson would."""
    commands = run("ninja", "-C", build, "-t", "commands", "grader/grade-bin").stdout.splitlines()
    link = shlex.split(commands[-1])
    compile_it = shlex.split(next(line for line in reversed(commands) if " -c " in line and "grade-bin.p/" in line))
    new_object, program = folder / "hidden.o", folder / "grade-bin"
    for flag, value in (("-o", new_object), ("-c", case), ("-MF", folder / "hidden.d"), ("-MQ", new_object)):
        if flag in compile_it:
            compile_it[compile_it.index(flag) + 1] = str(value)
    subprocess.run(compile_it, cwd=build, check=True)
    link[link.index("-o") + 1] = str(program)
    link.insert(link.index("-o") + 2, str(new_object))
    subprocess.run(link, cwd=build, check=True)
    return program


def submission(source, folder, breaks):
    place = folder / ("broken" if breaks else "right") / LAB
    shutil.copytree(source / "solutions" / LAB, place)
    if breaks:
        file = place / "matvec.cu"
        text, count = KERNEL_END.subn(r"\1\n    if (n == 77) return;\n", file.read_text(), 1)
        assert count == 1, "the kernel has another name"
        file.write_text(text)
    return place.parent


def result_of(grade, folder, scratch, rule):
    report = scratch / "report.json"
    done = run(grade, LAB, "--from", folder, "--backend", "sim", "--seed", "7", "--json", report, "--hidden", rule)
    return json.loads(report.read_text())["labs"][0], done.stdout


def check(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def check_graded(grade, source, scratch):
    right, _ = result_of(grade, submission(source, scratch, False), scratch, "all")
    check(right["score"] == 100, "the solution has full marks with a hidden case")
    cases = {case["name"]: case for part in right["parts"] for case in part["cases"]}
    check(cases[CASE].get("hidden"), "the case is graded, and marked as hidden")
    broken = submission(source, scratch, True)
    for rule in ("all", "name", "part", "nothing"):
        lab, screen = result_of(grade, broken, scratch, rule)
        check(lab["score"] < 100, "the hidden case finds what no other finds")
        check((CASE in screen) == (rule in ("all", "name")), f"the screen shows the name with '{rule}'")
        check(("hidden cases" in screen) == (rule in ("part", "name")), f"the screen keeps details back with '{rule}'")
        check((SIZE in screen) == (rule == "all"), f"the screen shows sizes with '{rule}'")
    return broken


def check_exports(grade, broken, scratch):
    variables = dict(os.environ, CLASSROOM="c", ASSIGNMENT="a", SUBMISSION_TAG="submit/2026-06-01T14-32-05Z-a1b2c3d",
                     COMMIT_URL="u", RELEASE_URL="u")
    for name in ("gradescope", "prairielearn", "classroom50", "junit", "html"):
        file = scratch / name
        run(grade, "upload", broken, "--labs", LAB, "--backend", "sim", "--hidden", "part", f"--{name}", file,
            env=variables)
        text = file.read_text()
        check("hidden cases" in text and CASE not in text, f"{name} shows the points alone")
        check(SIZE not in text, f"{name} shows no sizes")


def check_class(grade, broken, scratch):
    downloads, out = scratch / "downloads", scratch / "marks"
    shutil.copytree(broken, downloads / "ada")
    out.mkdir()
    (out / "course.toml").write_text('hidden = "name"\n[labs]\n02 = {}\n')
    done = run(grade, "class", downloads, "--out", out, "--labs", "02", "--backend", "sim", "--seed", "7")
    check(done.returncode == 0, done.stdout + done.stderr)
    run(grade, "report", out, "--pages")
    log = (out / "logs/ada" / f"{LAB}.txt").read_text()
    page = (out / "feedback/ada" / f"{LAB}.html").read_text()
    check(CASE in log and SIZE not in log, "the log follows the course's rule")
    check(CASE in page and SIZE not in page, "the page follows the course's rule")
    check(SIZE in (out / "logs/ada" / f"{LAB}-full.txt").read_text(), "the instructor has the full log")
    check(SIZE in (out / "marks.json").read_text(), "the instructor's marks have everything")


def check_archives(grade, kit, scratch):
    environment = dict(os.environ, KIT_SOURCE=str(kit))
    name = f"hidden/{LAB}.cpp"
    (scratch / "course.toml").write_text('seed = 7\nhidden = "part"\n')
    released, bundled = scratch / "labs.tar.gz", scratch / "bundle.zip"
    done = run(grade, "release", "--out", released, "--labs", "02", env=environment)
    check(done.returncode == 0, done.stderr)
    with tarfile.open(released) as archive:
        texts = [archive.extractfile(member).read() for member in archive if member.isfile()]
        check(not any(path.endswith(name) for path in archive.getnames()), "no release has a hidden case")
        check(not any(b"shapes of the exam" in text for text in texts), "no release speaks of one")
    done = run(grade, "bundle", "--out", bundled, "--labs", "02", "--course", scratch / "course.toml", env=environment)
    check(done.returncode == 0, done.stderr)
    with zipfile.ZipFile(bundled) as archive:
        check(any(path.endswith(name) for path in archive.namelist()), "a bundle has the hidden case")
        settings = archive.read("settings.sh").decode()
        check("SEED=7\nHIDDEN=part\n" in settings, "a bundle has the course's seed and rule")
    return bundled


def check_build(bundled, scratch):
    """Meson takes the case from where docs/grading.md says that it lies."""
    with zipfile.ZipFile(bundled) as archive:
        archive.extractall(scratch / "bundle")
    kit = scratch / "bundle/gpu-matrix-vector-labs"
    done = run("meson", "setup", scratch / "build", kit)
    check(done.returncode == 0, done.stdout)
    targets = json.loads(run("meson", "introspect", "--targets", scratch / "build").stdout)
    grader = next(target for target in targets if target["name"] == "grade-bin")
    sources = [Path(file).resolve() for group in grader["target_sources"] for file in group.get("sources", [])]
    check(kit / "hidden" / f"{LAB}.cpp" in sources, "the bundle's build takes the hidden case")


def main(grade, source, build):
    source = Path(source)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder).resolve()
        kit = copy_of(source, scratch)
        bundled = check_archives(grade, kit, scratch)
        check_build(bundled, scratch)
        own = grader_with(kit / "hidden" / f"{LAB}.cpp", build, scratch)
        broken = check_graded(own, source, scratch)
        check_exports(own, broken, scratch)
        check_class(own, broken, scratch)


if __name__ == "__main__":
    main(*sys.argv[1:])
