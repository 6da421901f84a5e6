import unittest

import hip_cpu_bench as bench


class Translation(unittest.TestCase):
    def test_nothing_of_cuda_is_left(self):
        code = "\n".join(line for line in bench.bench_in_hip().splitlines() if not line.lstrip().startswith("//"))
        for rest in ("cuda", "<<<", "_sync("):
            self.assertNotIn(rest, code)

    def test_a_launch_keeps_its_shape_and_its_arguments(self):
        self.assertEqual(bench.translated("visit<<<over(n), 256>>>(n,\n    front);"),
                         "hipLaunchKernelGGL(visit, over(n), 256, 0, nullptr, n,\n    front);")


class Rows(unittest.TestCase):
    HERE = ("64", 0.5, "17")

    def row(self, there):
        return bench.row_of("gather", 16, 2, "5eeb1b3", self.HERE, there)

    def test_a_ratio_is_of_rates(self):
        self.assertEqual(self.row(("64", 0.25, "17")), "gather,16,64,2,5eeb1b3,0.5000,0.2500,0.5000,equal")

    def test_another_result_has_no_ratio(self):
        self.assertEqual(self.row(("64", 0.25, "18")),
                         "gather,16,64,2,5eeb1b3,0.5000,,,HIP-CPU 18 instead of 17")

    def test_a_run_that_does_not_end_well_is_named(self):
        self.assertEqual(bench.outcome(self.HERE, bench.measured("/bin/false", "gather", 16)), "HIP-CPU ended with 1")


if __name__ == "__main__":
    unittest.main()
