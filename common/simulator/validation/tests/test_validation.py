"""Tests how the validation reads and compares measurements. The device's part is replaced by stubs.
"""

import contextlib
import io
import os
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import counters
import findings
import marks
import ncu
import request_table
import work
from kept import Kept, devices
from kit import ROOT, ValidationError

ONE = {"red_requests": ncu.METRICS["red_requests"], "red_sectors": ncu.METRICS["red_sectors"]}
HEAD = '"ID","Kernel Name","Block Size","Grid Size",' + ",".join(f'"{m}"' for m in ONE.values())
OUTPUT = f"""==PROF== Connected to process 17
the program says something
{HEAD}
"","","","","",""
"0","void sum<float>(int, T1 *)","(32, 1, 1)","(7, 2, 1)","8","1,024"
"1","(anonymous namespace)::plain(int)","(8, 4, 2)","(1, 1, 1)","0","0.000000"
"""


# The measuring program can call only functions of the form y = A x + b.
NOT_YET_MEASURED = {"09-julia", "10-tiled-matmul", "11-sparse-and-texture", "13-capstone"}


class ProfilerOutput(unittest.TestCase):
    def test_launches_are_read_in_order_and_other_lines_left_out(self):
        first, second = ncu.parse(OUTPUT, ONE)
        self.assertEqual((first.kernel, first.grid, first.block), ("sum", (7, 2, 1), (32, 1, 1)))
        self.assertEqual(first.counters, {"red_requests": 8, "red_sectors": 1024})
        self.assertEqual((second.kernel, second.block), ("plain", (8, 4, 2)))

    def refuse(self, text, words):
        with self.assertRaisesRegex(ValidationError, words):
            ncu.parse(text, ONE)

    def test_what_is_no_table_is_refused_with_its_last_words(self):
        self.refuse("==ERROR== no permission", "no permission")
        self.refuse("", "empty")

    def test_a_metric_that_the_device_lacks_is_named(self):
        self.refuse(OUTPUT.replace("op_red", "op_other"), "no column l1tex__t_requests")
        self.refuse(OUTPUT.replace('"1,024"', '"n/a"'), "sectors.*'n/a'")

    def test_a_row_that_ends_early_is_refused(self):
        self.refuse(OUTPUT.replace(',"8","1,024"', ""), "ends early")

    def test_a_grid_that_is_none_is_refused(self):
        self.refuse(OUTPUT.replace("(7, 2, 1)", "7"), "'7' is not a grid")

    def test_names_lose_namespaces_templates_and_parameters(self):
        for full in ["copy", "void copy<float>(int, T1 *)", "a::b::copy<c<d>>(e<f>)",
                     "void (anonymous namespace)::copy<(int)32>(int)"]:
            self.assertEqual(ncu.base_name(full), "copy", full)


class Requests(unittest.TestCase):
    def test_three_patterns_come_apart_as_digits(self):
        self.assertEqual(request_table.digits(4 + 8 * 256 + 32 * 65536, 256), (4, 8, 32))
        self.assertEqual(request_table.digits(531, 0), (531, ))

    def test_patterns_and_launches_must_match(self):
        launch = ncu.Launch("global_load", (1, 1, 1), (32, 1, 1), {
            "global_load_requests": 1 + 256 + 65536, "global_load_sectors": 4 + 5 * 256 + 65536})
        said = "256 global_load 4 3 0 1\n256 global_load 4 3 7 8\n256 global_load 4 1 0\n"
        self.assertEqual(request_table.rows(said, [launch]),
                         ["global_load 4 3 0 1 = 1 4", "global_load 4 3 7 8 = 1 5",
                          "global_load 4 1 0 = 1 1"])
        with self.assertRaises(ValidationError):
            request_table.rows(said, [launch, launch])
        with self.assertRaises(ValidationError):
            request_table.rows(said + said, [launch])


def launch(kernel="k", grid=(1, 1, 1), **counts):
    return ncu.Launch(kernel, grid, (32, 1, 1), {**dict.fromkeys(ncu.METRICS, 0), **counts})


class Counters(unittest.TestCase):
    def test_launches_that_are_not_the_same_are_refused(self):
        with self.assertRaisesRegex(ValidationError, "1 launches simulated, 2 profiled"):
            counters.pair_up([launch()], [launch(), launch()], "p")
        with self.assertRaisesRegex(ValidationError, r"k \(1, 1, 1\).*other"):
            counters.pair_up([launch()], [launch("other")], "p")

    def test_a_difference_shows_the_device_first_and_counts(self):
        pair = (launch(red_requests=2, red_sectors=9), launch(red_requests=2, red_sectors=8))
        lines, unequal = counters.fixed_table([("p", "", *pair), ("p", "", launch(), launch())])
        self.assertEqual(unequal, 1)
        self.assertIn("| 2 / 8 **(2 / 9)** |", lines[2])
        self.assertTrue(lines[2].endswith("| 1 |"))
        self.assertTrue(lines[3].endswith("|  |"))

    def test_a_ratio_that_is_not_one_needs_a_cause(self):
        pair = (launch(global_load_requests=6), launch(global_load_requests=4))
        run = [("lab", "f", *pair)]
        self.assertIn("| 1.5 | unexplained |", counters.lab_table(run, {})[2])
        causes = {"lab": {"k": {"global_load_requests": "hoisted"}}}
        self.assertIn("| 1.5 | hoisted |", counters.lab_table(run, causes)[2])
        another = {"other": causes["lab"]}
        self.assertIn("| 1.5 | unexplained |", counters.lab_table(run, another)[2])

    def test_a_cause_for_every_kernel_explains_only_what_the_device_counts_more_of(self):
        causes = {"every": {"red_requests": "crowded"}}
        more, fewer = launch(red_requests=3), launch(red_requests=2)
        self.assertIn("| crowded |", counters.lab_table([("lab", "f", fewer, more)], causes)[2])
        self.assertIn("| unexplained |", counters.lab_table([("lab", "f", more, fewer)], causes)[2])

    def test_every_cause_is_of_a_lab_and_of_counters_that_there_are(self):
        causes = counters.load_causes()
        every = [causes.pop("every")]
        self.assertLessEqual(set(causes), {lab.name for lab in counters.programs(["labs"])})
        for one in every + [kernel for lab in causes.values() for kernel in lab.values()]:
            self.assertLessEqual(set(one), set(ncu.METRICS))


def kept_in(folder):
    return sorted(file.name for file in Path(folder).iterdir())


class Keeping(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_what_is_kept_is_read_again(self):
        kept = Kept(self.folder / "counters")
        figures = {"device": "H100; today", "launches": [{"kernel": "k"}, {"kernel": "l"}]}
        self.assertFalse(kept.has("05"))
        kept.write("05", figures)
        self.assertEqual(kept.read("05"), figures)
        self.assertEqual(kept_in(self.folder / "counters"), ["05.json"])

    def test_what_is_not_there_or_broken_is_said_in_a_line(self):
        with self.assertRaisesRegex(ValidationError, "not been measured"):
            Kept(self.folder).read("05")
        (self.folder / "05.json").write_text("{")
        with self.assertRaisesRegex(ValidationError, "05.json: "):
            Kept(self.folder).read("05")

    def test_days_of_measuring_are_told_once_each(self):
        self.assertEqual(devices([{"device": "a"}, {"device": "b"}, {"device": "a"}]), "a; b")


# Stubs for the tools of a machine with a device. The profiler's writes the name of each program to
# a file; it hangs on `plain` and fails on `shared`.
TOOLS = {
    "nvidia-smi": "echo 'H100, 580'",
    "nvcc": """for program; do :; done
echo release 13.0
if [ $1 != --version ]; then printf '#!/bin/sh\\nsleep 60\\n' > $program; chmod +x $program; fi""",
    "ncu": """while [ $1 != --log-file ]; do shift; done
echo $(basename $3 -cuda) >> $(dirname $0)/started
case $3 in
    *plain-cuda) $3 & echo $! > $(dirname $0)/child; wait;;
    *shared-cuda) echo '==ERROR== no permission' > $2; exit 1;;
    *) cp $(dirname $0)/table $2;;
esac""",
}
TABLE = ('"ID","Kernel Name","Block Size","Grid Size",' +
         ",".join(f'"{metric}"' for metric in ncu.METRICS.values()) +
         '\n"0","copy(int)","(32, 1, 1)","(1, 1, 1)"' + ',"8"' * len(ncu.METRICS) + "\n")


def is_running(process):
    """Whether the process exists and is not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] not in "XZ"
    except (FileNotFoundError, ProcessLookupError):
        return False


def ends(process, within=10):
    """Whether the process is gone within that many seconds. A process closes its pipes, which its
    reader takes for its end, some time before the system lists it as dead."""
    until = time.monotonic() + within
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.01)
    return not is_running(process)


class Measuring(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tools = Path(folder.name)
        for name, text in TOOLS.items():
            (self.tools / name).write_text(f"#!/bin/bash\n{text}\n")
            (self.tools / name).chmod(0o755)
        (self.tools / "table").write_text(TABLE)
        for patch in [mock.patch.dict(os.environ, PATH=f"{self.tools}:{os.environ['PATH']}"),
                      mock.patch.object(counters, "PROFILE_LIMIT", 1)]:
            patch.start()
            self.addCleanup(patch.stop)
        self.kept = Kept(self.tools / "kept")

    def measure(self, *names):
        """Returns the output, and how many programs failed."""
        said = io.StringIO()
        wanted = [one for one in counters.programs(names) if not self.kept.has(one.name)]
        with contextlib.redirect_stdout(said):
            failed = counters.measure(wanted, self.tools, self.kept)
        return said.getvalue(), failed

    def test_one_program_that_fails_does_not_lose_the_others(self):
        said, failed = self.measure("atomics", "plain", "shared", "textures")
        self.assertEqual(failed, 2)
        self.assertIn("plain: ncu took more than 1 s", said)
        self.assertIn("shared: ncu: ==ERROR== no permission", said)
        self.assertEqual(kept_in(self.kept.folder), ["atomics.json", "textures.json"])
        self.assertEqual(self.kept.read("atomics")["launches"][0]["kernel"], "copy")

    def test_a_later_call_goes_on_where_the_first_stopped(self):
        self.measure("atomics", "shared")
        (self.tools / "started").unlink()
        self.measure("atomics", "shared", "textures")
        self.assertEqual((self.tools / "started").read_text().split(), ["shared", "textures"])

    def test_a_lab_takes_one_run_of_the_profiler_whatever_its_functions(self):
        self.measure("07")
        self.assertEqual((self.tools / "started").read_text().split(), ["07-atomics"])

    def test_what_hangs_under_the_profiler_ends_with_it(self):
        self.measure("plain")
        self.assertTrue(ends((self.tools / "child").read_text().strip()))


class Selecting(unittest.TestCase):
    def names(self, *names):
        return [program.name for program in counters.programs(names)]

    def test_a_number_a_name_or_a_group(self):
        self.assertEqual(self.names("05", "textures"), ["textures", "05-coalescing"])
        self.assertEqual(self.names("07-atomics"), ["07-atomics"])
        self.assertEqual(self.names("fixed", "labs"), self.names())

    def test_a_name_that_is_none_is_refused(self):
        with self.assertRaisesRegex(ValidationError, "nothing is named 9; there are atomics"):
            self.names("05", "9")

    def test_every_lab_that_launches_kernels_is_measured(self):
        launching = sorted({file.parent.name for file in (ROOT / "solutions").glob("*/*.cu")
                            if "<<<" in file.read_text()})
        measured = [lab for lab in launching if lab not in NOT_YET_MEASURED]
        self.assertEqual(self.names("labs"), measured)


class Findings(unittest.TestCase):
    def test_expectations_are_what_the_corpus_reads_off_the_lines(self):
        text = ("int i;\nx();  // EXPECT race, uninitialized_read\n\ny();  // EXPECT leak warning\n"
                "w();  // OTHER race\nz();  // EXPECT race\n")
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.cu"
            source.write_text(text)
            promises = findings.read_promises([source])
            self.assertEqual(findings.expectations(promises["program"]),
                             {"race": {2, 6}, "uninitialized_read": {2}, "leak": {4}})
            source.write_text("x();  // EXPECT\n")
            with self.assertRaisesRegex(ValidationError, "line 1: cannot be read"):
                findings.read_promises([source])

    def verdict(self, *said, how="done"):
        return findings.verdict({"race": {5}}, {
            "how": how, "findings": [{"kind": kind, "line": line} for kind, line in said]})

    def test_found_is_the_right_kind_at_the_right_line(self):
        self.assertEqual(self.verdict(("race", 5), ("leak", 9)), "**found**")
        self.assertEqual(self.verdict(("out_of_bounds", 5)), "as out_of_bounds")
        self.assertEqual(self.verdict(("race", 7)), "line 7")
        self.assertEqual(self.verdict(("race", 0)), "no line")
        self.assertEqual(self.verdict(("api_error", 0)), "api_error")
        self.assertEqual(self.verdict(how="hang"), "hang")
        self.assertEqual(self.verdict(), "")

    def test_some_of_several_kinds_are_told_and_one_of_several_lines_is_enough(self):
        said = {"findings": [{"kind": "leak", "line": 8}]}
        self.assertEqual(findings.verdict({"race": {5}, "leak": {8}}, said), "only leak")
        self.assertEqual(findings.verdict({"leak": {7, 8}}, said), "**found**")

    def test_either_line_of_a_race_will_do(self):
        said = [{"kind": "race", "line": 9, "other": 12}, {"kind": "race", "line": 20, "other": 21},
                {"kind": "leak", "line": 12, "other": 0}]
        self.assertEqual(findings.with_partners({"race": {12}}, said), {"race": {9, 12}})
        self.assertEqual(findings.verdict({"race": {12}}, {"findings": said}), "**found**")

    def test_notes_are_no_alarms_and_a_hang_is(self):
        said = {"findings": [{"kind": "leak", "line": 3, "severity": "note"},
                             {"kind": "race", "line": 4, "severity": "warning"}], "how": "hang"}
        self.assertEqual(findings.alarms(said), ["race 4", "hang"])

    def test_a_program_that_the_tools_were_not_asked_about_counts_for_no_tool(self):
        results = {"simulator": {"findings": []}, **dict.fromkeys(findings.TOOLS, findings.NOT_RUN)}
        lines, count = findings.clean_table([("new", results)])
        self.assertIn("| new |  | not run |", lines[2])
        self.assertEqual(set(count.values()), {0})
        lines, score, anyone, asked = findings.bug_table([("new", {"race": {5}}, results)])
        self.assertEqual((anyone, asked), (0, 0))
        self.assertIn("by the tools of 0", lines[-1])

    def test_a_program_names_the_options_that_nvcc_needs(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.cu"
            source.write_text("// A program.\n// NVCC: -rdc=true --extended-lambda\nint i;\n")
            self.assertEqual(findings.options_of(source), ["-rdc=true", "--extended-lambda"])
            source.write_text("int i;\n" * 10 + "// NVCC: -rdc=true\n")
            self.assertEqual(findings.options_of(source), [])

    def test_what_hangs_is_killed_with_all_it_started(self):
        output, how = findings.run_within(["sh", "-c", "echo begun; sleep 60 & sleep 60"], 0.5)
        self.assertEqual((output, how), (b"begun\n", "hang"))


class Marks(unittest.TestCase):
    LOST = [["rung 1: gather: fast", 4, 10]]

    def pair(self, name, here, there):
        made = lambda score: {"submission": name, "score": score, "lost": self.LOST if score < 100 else []}
        return "02-simple-gather", made(here), made(there)

    def test_only_marks_that_differ_name_the_cases_that_lost_points(self):
        self.assertIn("rung 1: gather: fast: 100% and 40%",
                      marks.line_of(*self.pair("right-lambda", 100, 94)))
        self.assertNotIn("rung 1", marks.line_of(*self.pair("idle-host", 94, 94.5)))

    def test_an_idle_rung_is_not_held_to_half_of_the_lab(self):
        self.assertTrue(marks.does_one_rung_idly("12-python", "idle-no-tiles"))
        self.assertFalse(marks.does_one_rung_idly("12-python", "idle-one-thread"))
        self.assertFalse(marks.does_one_rung_idly("01-no-such-lab", "idle-one-thread"))

    def test_the_summary_parts_honest_submissions_from_idle_ones(self):
        text = marks.summary([self.pair("solution", 100, 100), self.pair("right-lambda", 100, 94),
                              self.pair("idle-host", 30, 55)])
        self.assertIn("2 solutions and right submissions 2 have full marks on the simulator and 1 on the device", text)
        self.assertIn("Of 1 that do a lab without what it teaches 1 stay below 50 on the simulator and 0 on the device",
                      text)
        self.assertIn("6.0 points apart in the median, 25.0 at most", text)

    def test_wrong_submissions_and_lab_01_are_left_out(self):
        with tempfile.TemporaryDirectory() as work:
            for name in ("01-scalar-loop/solution", "02-simple-gather/solution", "02-simple-gather/wrong-sum"):
                (Path(work) / name).mkdir(parents=True)
            (lab,) = marks.programs([], Path(work), None)
        self.assertEqual([each.name for each in lab.submissions], ["solution"])

    def test_what_cannot_be_graded_is_told_and_does_not_stop_the_others(self):
        class Submission:
            lab = "02-simple-gather"

            def __init__(self, works):
                self.works = works

            def grade(self, backend):
                if not self.works:
                    raise ValidationError("no marks")
                return {"submission": backend}

        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(marks.grade_all([Submission(False), Submission(True)], "sim", 1), [{"submission": "sim"}])
        self.assertEqual(said.getvalue(), "  02-simple-gather no marks\n")


class Work(unittest.TestCase):
    def row(self, measured, estimated, name="wrong-one", call="f"):
        run = {"submission": name, "function": call, "n": 4, "m": 4, "microseconds": measured,
               "kernels": [{"name": f"{measured} {estimated}"}]}
        return work.Row("lab", run, estimated, "latency")

    def judged(self, measured, estimated):
        row = self.row(measured, estimated)
        row.solution = self.row(10, 20, "solution")
        return row

    def test_a_verdict_is_a_ratio_to_the_solution_of_each_kind(self):
        row = self.judged(15, 200)
        self.assertEqual((row.by_time(), row.by_estimate()), ("full", "none"))
        self.assertFalse(row.agree_within_a_step())
        self.assertTrue(self.judged(16, 200).agree_within_a_step())
        self.assertEqual(self.judged(99, 30).by_time(), "part")

    def test_a_pair_is_misordered_where_the_estimates_contradict_times_far_apart(self):
        rows = [self.row(10, 12), self.row(20, 11), self.row(14, 1), self.row(1, 99, call="g")]
        self.assertEqual(work.misordered(rows), (1, 1))
        self.assertEqual(work.factor(5, 10), 2)

    def test_verdicts_on_either_side_of_an_edge_say_so_where_the_estimate_is_near(self):
        self.assertEqual(work.explanation(self.judged(16, 29), {}),
                         "little: 1.45 and 1.60 times the solution's are on two sides of a limit")
        self.assertEqual(work.explanation(self.judged(10, 200), {}), "unexplained")

    def test_submissions_that_count_alike_are_one(self):
        self.assertEqual(len(work.different([self.row(1, 2), self.row(1, 2), self.row(2, 2)])), 2)

    def test_sizes_are_drawn_and_stay(self):
        self.assertEqual(work.shapes_of("04-a"), work.shapes_of("04-a"))
        self.assertNotEqual(work.shapes_of("04-a"), work.shapes_of("06-a"))
        self.assertTrue(all(n == m for n, m in work.shapes_of("07-a")))


if __name__ == "__main__":
    unittest.main()
