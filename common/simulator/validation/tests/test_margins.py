"""Tests what the page of margins says of shares. Nothing is graded."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import margins


class Margins(unittest.TestCase):
    REPORT = {"work": [{"name": "rung 1: work", "microseconds": 6, "limit": 8}],
              "gates": [{"name": "rung 1: steps", "what": "steps", "count": 90, "bound": 100, "is_least": False},
                        {"name": "rung 1: loads", "what": "loads", "count": 50, "bound": 100, "is_least": True}]}

    def test_a_share_of_1_is_the_bound_itself(self):
        self.assertEqual(dict(margins.shares(self.REPORT)),
                         {("rung 1: work", margins.ESTIMATE): 0.5, ("rung 1: steps", "steps"): 0.9,
                          ("rung 1: loads", "loads"): 2})

    def test_a_bound_that_nothing_reaches_has_no_share(self):
        gate = {"count": 0, "bound": 5, "is_least": True}
        self.assertEqual(margins.used(gate), float("inf"))
        self.assertEqual(margins.used({**gate, "bound": 0}), 0)

    def line(self, right, idle):
        return margins.line_of("02-simple-gather", ("rung 1: work", "steps"),
                               {"right": [(share, "solution") for share in right],
                                "idle": [(share, "idle-host") for share in idle]})

    def test_a_bound_without_a_margin_is_pointed_out(self):
        self.assertIn("near to right answers, near to idle ones", self.line([0.5, 0.9], [0.2, 1.1]))
        self.assertIn("| 1 of 2 |  |", self.line([0.5], [0.2, 3]))
        self.assertIn("stops none of these", self.line([0.5], [0.2]))
        self.assertIn("| – | 0 of 0 |  |", self.line([0.5], []))


if __name__ == "__main__":
    unittest.main()
