"""Tests how the validation judges what was measured: findings of the tools, marks, and estimates of
work.
"""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import findings
import hostile
import marks
import work
from kit import ValidationError


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


class Hostile(unittest.TestCase):
    ENTRY = {"why": "Adds a | b on the host.", "most": 5, "in": "hunt"}
    REPORT = {"parts": [{"cases": [{"name": "hunt: race", "score": 4}, {"name": "hunt: values", "score": 2},
                                   {"name": "rung 1", "score": 30}]}]}

    def row(self, *points):
        results = [None if one is None else {"status": "graded", "points": one} for one in points]
        return hostile.Row("04-shared-reduction", hostile.Attempt("hunt-on-the-host", self.ENTRY), results)

    def test_points_count_in_the_cases_of_the_attempt(self):
        self.assertEqual(hostile.Attempt("a", self.ENTRY).points(self.REPORT), 6)
        self.assertEqual(hostile.Attempt("a", {"why": "", "most": 5}).points(self.REPORT), 36)
        self.assertEqual(hostile.Attempt("a", self.ENTRY).points({"status": "refused"}), 0)

    def test_an_attempt_that_gains_is_pointed_out(self):
        self.assertEqual(self.row(5, 4.5, 6).line(),
                         "| 04-shared-reduction | hunt-on-the-host | Adds a \\| b on the host. | 5 in “hunt” | 5 | 4.5 | **6** |")
        self.assertIn("| 5 | – | – |", self.row(5, None, None).line())
        self.assertTrue(self.row(5, 4.5, 6).gains())
        self.assertFalse(self.row(5, None, 5).gains())

    def test_an_attempt_may_get_more_on_a_device_if_its_entry_says_so(self):
        attempt = hostile.Attempt("one-width", {"why": "One width.", "most": 5, "most_on_device": 6})
        graded = [{"status": "graded", "points": points} for points in (5, 5, 6)]
        row = hostile.Row("05-coalescing", attempt, graded)
        self.assertFalse(row.gains())
        self.assertIn("| 5 / 6 | 5 | 5 | 6 |", row.line())
        self.assertTrue(hostile.Row("05-coalescing", attempt, [graded[2], None, None]).gains())

    def test_the_summary_names_the_attempts_that_gain(self):
        self.assertIn("2 attempts; graded: 2 (bubblewrap), 1 (the kit's sandbox), 1 (device). 1 get more than they may: "
                      "04-shared-reduction hunt-on-the-host.", hostile.summary([self.row(5, 4.5, 6), self.row(5, None, None)]))
        self.assertIn("None gets more", hostile.summary([self.row(5, 5, 5)]))

    def test_a_refused_attempt_has_no_points(self):
        self.assertEqual(hostile.shown({"status": "refused", "points": 0}, 0), "refused")


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

    def test_the_cause_of_a_function_may_hold_in_one_direction_only(self):
        causes = {"lab": {"f, slower than estimated": "arithmetic", "right-one": "its loop"}}
        self.assertEqual(work.cause_of(self.row(40, 10), causes), "arithmetic")
        self.assertEqual(work.cause_of(self.row(10, 40), causes), "unexplained")
        self.assertEqual(work.cause_of(self.row(40, 10, "right-one"), causes), "its loop")

    def test_submissions_that_count_alike_are_one(self):
        self.assertEqual(len(work.different([self.row(1, 2), self.row(1, 2), self.row(2, 2)])), 2)

    def test_sizes_are_drawn_and_stay(self):
        self.assertEqual(work.shapes_of("04-a"), work.shapes_of("04-a"))
        self.assertNotEqual(work.shapes_of("04-a"), work.shapes_of("06-a"))
        self.assertTrue(all(n == m for n, m in work.shapes_of("07-a")))


if __name__ == "__main__":
    unittest.main()
