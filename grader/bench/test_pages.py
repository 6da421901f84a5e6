"""Tests figures and tables made from a CSV, and the check of citations against it."""

import contextlib
import io
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import measured
import pages
from measured import Trouble

CSV = """way,n,width,us
a,32,8,4.0
a,32,16,2.0
a,64,8,9.0
a,64,16,8.0
"b, old",32,8,1.0
"b, old",64,8,32.0
"""
ROWS = [row | {"zero": "0"} for row in measured.read(CSV)]

PAGES = """
[[page]]
name = "ways"
title = "Ways"
backend = "cuda"
lab = "05"
runs = [["--compare"]]
text = "What it is."
[[page.table]]
id = "best"
rows = ["way"]
columns = "n"
cells = [{ value = "us", best = "width", form = ".1f" }]
"""
TABLE = "| way | 32 | 64 |\n|---|---|---|\n| a | 2.0 | 8.0 |\n| b, old | 1.0 | 32.0 |"
MEASURED = 'page,machine,date,seconds\nways,"A device, driver 1",2026-11-25,12.3\n'


class Rooflines(unittest.TestCase):
    def test_a_function_stands_at_its_rate_over_its_counted_operations_per_byte(self):
        name = "one"
        counted = measured.read(f"side,function,sectors_loaded\n128,{name},327680\n")
        rows = measured.read("side,function,tflop_s,gb_s\n"
                             f"4096,{name},5.0,\n4096,uncounted,9.0,\nroof,r,,3000\nroof,a,60,\n")
        spec = {"where": {"side": "4096"}, "roofs": {"side": "roof"}}
        found = pages.roofline_of(rows, spec, counted)
        self.assertEqual([point["name"] for point in found["points"]], [name])
        self.assertAlmostEqual(found["points"][0]["point"][0], 2 * 128 ** 3 / (32 * 327680))
        self.assertEqual(found["points"][0]["point"][1], 5)
        self.assertEqual((found["gb_s"], found["tflop_s"]), (3000, 60))
        self.assertIsNone(pages.roofline_of(rows[:2], spec, counted)["gb_s"])


class Queries(unittest.TestCase):
    def test_a_query_names_one_figure(self):
        self.assertEqual(measured.query(ROWS, "us where way=b, old; n=64"), 32)
        self.assertEqual(measured.query(ROWS, "mean of us where way=a"), 5.75)
        self.assertEqual(measured.query(ROWS, "mean of us best width where way=a"), 5)
        self.assertEqual(measured.query(ROWS, "us where way=a; n=64; width=8 over us where way=a; n=32; width=8"), 2.25)
        self.assertAlmostEqual(measured.query(ROWS, "geomean of us where n=32; way=a"), 8 ** 0.5)
        self.assertEqual(measured.query(ROWS, "share at least 8 of us where way=a"), 0.5)

    def test_a_query_that_means_no_figure_says_why(self):
        for words, why in (("us where way=a; n=32", "2 rows where one was meant"),
                           ("us where way=c", "no row"),
                           ("ms where way=a; n=32; width=8", "there is no column 'ms'"),
                           ("us where height=3", "there is no column 'height'"),
                           ("sum of us", "'sum' is not a way to make one of several values"),
                           ("us where a", "'a' is not a condition"),
                           ("mean of way", "column 'way' holds a word where a number was meant"),
                           ("share at least x of us", "'share at least x' of 6 values: could not convert string to float: 'x'"),
                           ("us where way=a; n=32; width=8 over zero where way=a; n=32; width=8",
                            "a figure is to be divided by 0"),
                           ("geomean of zero", "'geomean' of 6 values: math domain error")):
            with self.assertRaises(Trouble) as caught:
                measured.query(ROWS, words)
            self.assertEqual(str(caught.exception), why)

    def test_a_text_agrees_as_far_as_its_digits_go(self):
        for text, value in (("3.3 µs", 3.349), ("3.4 µs", 3.35), ("6,990", 6989.95), ("93%", 0.934), ("1.39 times", 1.393),
                            ("-0.5", -0.52), ("98.8 %", 0.9881)):
            self.assertTrue(measured.agrees(text, value), text)
        for text, value in (("3.3 µs", 3.36), ("93%", 0.94), ("0.93", 0.94), ("7", 6.4)):
            self.assertFalse(measured.agrees(text, value), text)
        with self.assertRaises(Trouble):
            measured.agrees("fast", 1)


class Tables(unittest.TestCase):
    def test_words_of_a_column_become_columns(self):
        spec = pages.declared(PAGES)["ways"]["table"][0]
        self.assertEqual(measured.table(ROWS, spec), TABLE)

    def test_a_cell_can_be_over_another_row_or_column_and_say_which_it_is(self):
        spec = {"rows": ["way"], "where": {"n": "32", "width": "8"},
                "cells": [{"head": "ratio", "value": "us", "over": {"way": "b, old"}, "form": ".0f"},
                          {"head": "worst", "value": "us", "of": "most", "at": ["n", "width"], "form": ".0f"},
                          {"head": "a row", "value": "us", "per": "n", "form": ".1%"}]}
        self.assertEqual(measured.table(ROWS, spec).splitlines()[2:], ["| a | 4 | 4, 32 × 8 | 12.5% |",
                                                                       "| b, old | 1 | 1, 32 × 8 | 3.1% |"])

    def test_who_is_faster_in_how_many_cases_with_the_best_width_each(self):
        spec = {"of": "way", "by": ["n"], "value": "us", "best": "width", "pairs": [["a", "b, old"], ["b, old", "a"]]}
        self.assertEqual(measured.wins(ROWS, spec).splitlines()[2:], ["| a | b, old | 1 | 2 | 50% |", "| b, old | a | 1 | 2 | 50% |"])
        others = spec | {"others": "2012", "pairs": [["a", "b, old", "3 of 4"], ["b, old", "a"]]}
        self.assertEqual(measured.wins(ROWS, others).splitlines(), [
            "| faster on average | than | cases | of | share | 2012 |", "|---|---|---|---|---|---|",
            "| a | b, old | 1 | 2 | 50% | 3 of 4 |", "| b, old | a | 1 | 2 | 50% |  |"])


class Citations(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        for name, text in (("grader/bench/pages.toml", PAGES), ("docs/results/ways.csv", CSV),
                           ("docs/results/measured.csv", MEASURED)):
            self.put(name, text)
        page = pages.declared(PAGES)["ways"]
        self.put("docs/results/ways.md", pages.text_of(page, ROWS, pages.Results(self.root).when["ways"]))

    def put(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def troubles(self, text):
        self.put("docs/labs/05.md", text)
        return pages.check(self.root)

    def test_what_agrees_is_silent(self):
        self.assertEqual(self.troubles('It takes [4 µs](../results/ways.csv "us where way=a; n=32; width=8").\n'
                                       f"<!-- measured: ways best -->\n\n{TABLE}\n\nMore.\n"), [])

    def test_another_figure_than_the_table_s_is_named(self):
        self.assertEqual(self.troubles('It takes [5 µs](../results/ways.csv "us where way=a; n=32; width=8").'),
                         ["docs/labs/05.md: '5 µs' (us where way=a; n=32; width=8): the CSV says 4"])
        self.assertEqual(self.troubles('It takes [5 µs](../results/no.csv "us").'),
                         ["docs/labs/05.md: '5 µs' (us): there is no ../results/no.csv"])

    def test_a_table_that_is_not_what_the_csv_says_is_named_and_renewed(self):
        old = f"<!-- measured: ways best -->\n\n{TABLE.replace('2.0', '2.1')}\n\nMore.\n"
        self.assertIn("ways best: the table is not what the CSV says", self.troubles(old)[0])
        pages.renew(self.root)
        self.assertEqual((self.root / "docs/labs/05.md").read_text(),
                         f"<!-- measured: ways best -->\n\n{TABLE}\n\nMore.\n")

    def test_a_table_written_for_the_first_time_ends_with_a_blank_line(self):
        self.put("docs/labs/05.md", "<!-- measured: ways best -->\n\nMore.\n")
        with contextlib.redirect_stdout(io.StringIO()):
            pages.renew(self.root)
        self.assertEqual((self.root / "docs/labs/05.md").read_text(),
                         f"<!-- measured: ways best -->\n\n{TABLE}\n\nMore.\n")

    def test_a_figure_is_renewed_in_as_many_digits_and_told(self):
        self.put("docs/labs/05.md", 'It takes [5.0 µs](../results/ways.csv "us where way=a; n=32; width=8").\n')
        with contextlib.redirect_stdout(io.StringIO()) as told:
            pages.renew(self.root)
        self.assertEqual((self.root / "docs/labs/05.md").read_text(),
                         'It takes [4.0 µs](../results/ways.csv "us where way=a; n=32; width=8").\n')
        self.assertIn("docs/labs/05.md: '5.0 µs' is '4.0 µs' now", told.getvalue())

    def test_percentages_and_thousands_are_restated_as_they_were_written(self):
        self.assertEqual(measured.restated("97.1 of it", 0.5), "0.5 of it")
        self.assertEqual(measured.restated("97.1 %", 0.5), "50.0 %")
        self.assertEqual(measured.restated("1,012 µs", 2345.6), "2,346 µs")
        with self.assertRaises(measured.Trouble):
            measured.restated("as long", 1)

    def test_a_measured_number_of_a_chapter_without_a_source_is_named(self):
        for text in ("It takes 4.1 us.", "At 3,076 GB/s\nit ends.", "On an H100 it takes 17% less.", "It has 0.89 of cuBLAS's speed.",
                     "| way | us |\n|---|---|\n| a | 4 |"):
            self.put("docs/labs/05.md", f"# 05\n\n{text}\n\nThe next paragraph.\n")
            found = pages.check(self.root)
            self.assertEqual(len(found), 1, text)
            self.assertIn("is not cited from docs/results", found[0])

    def test_a_number_that_is_counted_quoted_or_marked_needs_no_citation(self):
        self.assertEqual(self.troubles("It loads 16 sectors, 6% of 256.\n\n    ./run --limit 4 us\n\nThe model: 4 us.\n"
                                       "<!-- not measured: a parameter -->\n\nTake `4 us`.\n"), [])
        self.put("docs/labs/05.md", "")
        self.put("docs/grading.md", "It takes 4 us.\n")
        self.assertEqual(pages.check(self.root), [])

    def test_a_table_that_nobody_declares_is_named(self):
        self.assertIn("pages.toml has no table 'worst' of a page 'ways'", self.troubles("<!-- measured: ways worst -->\n")[0])

    def test_a_page_that_was_changed_by_hand_is_named(self):
        self.put("docs/results/ways.md", "# Ways\n")
        self.assertIn("docs/results/ways.md is not what its CSV says", pages.check(self.root)[0])

    def test_a_page_says_on_what_and_when_and_how_to_make_it_again(self):
        text = (self.root / "docs/results/ways.md").read_text()
        self.assertIn("Made by `./grader/grade bench --out docs/results --only ways`. A device, driver 1; 2026-11-25, 12 s.", text)
        self.assertIn(TABLE, text)


class Charts(unittest.TestCase):
    def test_lines_are_words_of_a_column_or_columns(self):
        page = {"chart": [{"title": "{}", "each": "width", "x": "n", "y": "us", "series": "way", "x_label": "", "y_label": ""},
                          {"title": "t", "where": {"way": "a", "width": "8"}, "x": "n", "lines": {"time": "us", "wide": "width"},
                           "dashed": ["wide"], "x_label": "", "y_label": ""},
                          {"title": "m", "where": {"width": "8"}, "map": "us", "x": "n", "y": "width", "x_label": "", "y_label": ""}]}
        charts = pages.charts_of(page, ROWS)
        self.assertEqual([chart["title"] for chart in charts], ["8", "16", "t", "m"])
        self.assertEqual(charts[1]["series"][0]["points"], [[32, 2], [64, 8]])
        self.assertEqual([(one["name"], one["dashed"]) for one in charts[2]["series"]], [("time", False), ("wide", True)])
        self.assertEqual(charts[3]["map"][0], [32, 8, 4])


if __name__ == "__main__":
    unittest.main()
