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
import ncu
import request_table
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
        self.assertEqual(self.names("labs"), launching)


if __name__ == "__main__":
    unittest.main()
