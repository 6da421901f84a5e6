"""Tests that what a lab's program declares is known to the programs that count and time its functions."""

import os
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kit import ValidationError, lab_programs, require


class Harness(unittest.TestCase):
    def test_the_program_of_every_lab_can_be_counted(self):
        with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
            def listed(program):
                try:
                    built = program.build_sim(Path(work) / program.name)
                    return require([built, "--list"]).stdout.split()
                except ValidationError as error:
                    return error
            programs = lab_programs("once.cpp")
            self.assertTrue(programs)
            for program, functions in zip(programs, pool.map(listed, programs)):
                with self.subTest(program.name):
                    self.assertIsInstance(functions, list, functions)
                    self.assertTrue(functions, "declares no function")


if __name__ == "__main__":
    unittest.main()
