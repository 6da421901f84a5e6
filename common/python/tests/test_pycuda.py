"""What programs written for PyCUDA may rely on; each test runs on the simulator's device."""

import os
import pathlib
import subprocess
import sys
import textwrap
import unittest

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import pycuda.autoinit  # noqa: E402, F401
import pycuda.cumath as cumath  # noqa: E402
import pycuda.driver as cuda  # noqa: E402
import pycuda.gpuarray as gpuarray  # noqa: E402
from pycuda.compiler import SourceModule  # noqa: E402
from pycuda.elementwise import ElementwiseKernel  # noqa: E402
from pycuda.reduction import ReductionKernel  # noqa: E402
from pycuda.tools import DeviceMemoryPool, dtype_to_ctype, free_what_pools_hold  # noqa: E402

TEXT = """
__constant__ float factor[2];
struct Pair { char tag; double value; };
__global__ void scale(float *a, float alpha, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= alpha;
}
__global__ void by_constant(float *a) { a[threadIdx.x] *= factor[1]; }
__global__ void mixed(double *to, char c, double x, short s, int *from) { to[0] = c + x + s + from[0]; }
__global__ void shared_sum(int *to, const int *from)
{
    extern __shared__ int all[];
    all[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) { int sum = 0; for (int i = 0; i < blockDim.x; i++) sum += all[i]; *to = sum; }
}
"""


def floats(count):
    return np.arange(count, dtype=np.float32)


class Launches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.module = SourceModule(TEXT)

    def test_arrays_of_the_host_go_in_and_out(self):
        a = floats(100)
        self.module.get_function("scale")(cuda.InOut(a), np.float32(2), np.int32(99), block=(64, 1, 1), grid=(2, 1))
        np.testing.assert_array_equal(a[:99], 2 * floats(99))
        self.assertEqual(a[99], 99)

    def test_shared_memory_is_the_launch_s_to_ask_for(self):
        with self.assertRaises(NotImplementedError):
            self.module.get_function("scale").set_shared_size(64)

    def test_memory_by_hand(self):
        a = floats(32)
        memory = cuda.mem_alloc(a.nbytes)
        cuda.memcpy_htod(memory, a)
        scale = self.module.get_function("scale")
        scale.prepare("Pfi")
        scale.prepared_call((1, 1), (32, 1, 1), memory, 3.0, 32)
        back = np.empty_like(a)
        cuda.memcpy_dtoh(back, memory)
        np.testing.assert_array_equal(back, 3 * a)
        memory.free()
        self.assertRaises(cuda.LogicError, memory.free)

    def test_arguments_of_all_sizes_are_aligned(self):
        to, start = np.zeros(1), np.array([7], np.int32)
        self.module.get_function("mixed")(cuda.Out(to), np.int8(1), np.float64(0.5), np.int16(2), cuda.In(start),
                                          block=(1, 1, 1))
        self.assertEqual(to[0], 10.5)

    def test_constants_are_globals(self):
        pointer, size = self.module.get_global("factor")
        self.assertEqual(size, 8)
        cuda.memcpy_htod(pointer, np.array([0, 5], np.float32))
        a = floats(4)
        self.module.get_function("by_constant")(cuda.InOut(a), block=(4, 1, 1))
        np.testing.assert_array_equal(a, 5 * floats(4))

    def test_dynamic_shared_memory(self):
        to, start = np.zeros(1, np.int32), np.arange(64, dtype=np.int32)
        self.module.get_function("shared_sum")(cuda.Out(to), cuda.In(start), block=(64, 1, 1), shared=256)
        self.assertEqual(to[0], start.sum())

    def test_times_are_those_of_the_device(self):
        memory = gpuarray.zeros((1 << 16,), np.float32)
        start, end = cuda.Event(), cuda.Event()
        start.record()
        self.module.get_function("scale")(memory, np.float32(2), np.int32(1 << 16), block=(256, 1, 1), grid=(256, 1))
        end.record()
        end.synchronize()
        self.assertGreater(start.time_till(end), 1e-3)
        self.assertLess(start.time_till(end), 1)
        self.assertAlmostEqual(end.time_since(start), start.time_till(end))

    def timed_launch(self):
        memory = gpuarray.zeros((256,), np.float32)
        start, end = cuda.Event().record(), cuda.Event()
        self.module.get_function("scale")(memory, np.float32(2), np.int32(256), block=(256, 1, 1))
        return start, end.record(), memory

    def test_a_time_is_there_once_the_host_has_waited(self):
        start, end, memory = self.timed_launch()
        with self.assertRaisesRegex(cuda.RuntimeError, "cuEventElapsedTime failed: device not ready"):
            start.time_till(end)
        for wait in ("synchronize", "get", "all"):
            start, end, memory = self.timed_launch()
            {"synchronize": end.synchronize, "get": memory.get, "all": cuda.Context.synchronize}[wait]()
            self.assertGreater(start.time_till(end), 0)

    def test_an_event_without_record_has_no_time(self):
        start, end = cuda.Event(), cuda.Event()
        start.record()
        end.record
        with self.assertRaisesRegex(cuda.LogicError, "the second event has not been recorded"):
            start.time_till(end)

    def test_an_event_that_is_polled_comes(self):
        start, end, _ = self.timed_launch()
        self.assertFalse(end.query())
        while not end.query():
            pass
        self.assertGreater(start.time_till(end), 0)

    def test_calls_that_time_a_launch_wait_for_it(self):
        scale, memory = self.module.get_function("scale"), gpuarray.zeros((64,), np.float32)
        arguments = (memory, np.float32(2), np.int32(64))
        self.assertGreater(scale(*arguments, block=(64, 1, 1), time_kernel=True), 0)
        timed = scale.prepare("Pfi").prepared_timed_call((1, 1), (64, 1, 1), *arguments)
        self.assertGreater(timed(), 0)

    def test_a_stream_of_its_own(self):
        stream, a = cuda.Stream(), cuda.pagelocked_empty((8,), np.float32)
        a[:] = 1
        memory = cuda.mem_alloc(a.nbytes)
        cuda.memcpy_htod_async(memory, a, stream)
        self.module.get_function("scale")(memory, np.float32(4), np.int32(8), block=(8, 1, 1), stream=stream)
        cuda.memcpy_dtoh_async(a, memory, stream)
        stream.synchronize()
        np.testing.assert_array_equal(a, np.full(8, 4, np.float32))


class Errors(unittest.TestCase):
    def setUp(self):
        self.scale = SourceModule(TEXT).get_function("scale")

    def test_what_does_not_compile(self):
        with self.assertRaises(cuda.CompileError) as caught:
            SourceModule("""
                __global__ void wrong(int *x) { *x = nothing_of_that_name; }
            """)
        self.assertIn("test_pycuda.py:", str(caught.exception))
        self.assertIn("'nothing_of_that_name' was not declared", str(caught.exception))

    def test_a_line_end_within_a_string_of_the_kernel(self):
        def said(source):
            with self.assertRaises(cuda.CompileError) as caught:
                SourceModule(source)
            return str(caught.exception)
        self.assertIn("make the text a raw one", said('__global__ void k() { printf("hello\n"); }'))
        self.assertNotIn("raw one", said('__global__ void k() { printf("hello); }'))

    def test_names_that_are_not_there(self):
        module = SourceModule("__device__ float helper(float x) { return x; }\n__global__ void k() { }")
        self.assertRaises(cuda.LogicError, module.get_function, "missing")
        self.assertRaises(cuda.LogicError, module.get_function, "helper")
        self.assertRaises(cuda.LogicError, module.get_function, "memcpy")
        self.assertRaises(cuda.LogicError, module.get_global, "missing")

    def test_arguments_that_do_not_fit(self):
        a = floats(4)
        with self.assertRaises(cuda.LaunchError):
            self.scale(cuda.InOut(a), np.float32(1), block=(4, 1, 1))
        with self.assertRaises(TypeError):
            self.scale(cuda.InOut(a), 1.0, np.int32(4), block=(4, 1, 1))

    def test_launches_that_no_device_takes(self):
        a = floats(4)
        for block in ((2000, 1, 1), (0, 1, 1)):
            with self.assertRaises(cuda.LogicError):
                self.scale(cuda.InOut(a), np.float32(1), np.int32(4), block=block)
        with self.assertRaises(ValueError):
            self.scale(cuda.InOut(a), np.float32(1), np.int32(4))

    def test_more_memory_than_there_is(self):
        self.assertRaises(cuda.MemoryError, cuda.mem_alloc, 1 << 40)

    def test_addresses_that_are_no_device_memory(self):
        self.assertRaises(cuda.LogicError, cuda.memcpy_htod, 0x400000, floats(4))
        self.assertRaises(cuda.LogicError, cuda.memcpy_dtoh, floats(4), 0x400000)


class Arrays(unittest.TestCase):
    def setUp(self):
        self.a = np.random.default_rng(1).random((7, 11)).astype(np.float32)
        self.b = self.a[::-1].copy() + 1
        self.x, self.y = gpuarray.to_gpu(self.a), gpuarray.to_gpu(self.b)

    def check(self, got, expected):
        np.testing.assert_allclose(got.get(), expected, rtol=1e-5)
        self.assertEqual(got.dtype, expected.dtype)

    def test_arithmetic(self):
        a, b, x, y = self.a, self.b, self.x, self.y
        for got, expected in ((x + y, a + b), (x - y, a - b), (x * y, a * b), (x / y, a / b), (-x, -a),
                              (2 * x, 2 * a), (x + 1, a + 1), (1 / y, 1 / b), (x ** 2, a ** 2), (abs(-x), a)):
            self.check(got, expected)

    def test_arithmetic_in_place(self):
        self.x += self.y
        self.x *= 2
        self.check(self.x, (self.a + self.b) * np.float32(2))

    def test_shapes_and_parts(self):
        self.check(self.x.reshape(11, 7), self.a.reshape(11, 7))
        self.check(self.x.T, self.a.T)
        self.check(self.x[2:5], self.a[2:5])
        self.check(self.x[3], self.a[3])
        self.x[1] = 9
        self.a[1] = 9
        self.check(self.x, self.a)
        self.assertRaises(IndexError, lambda: self.x[7])

    def test_reductions(self):
        for got, expected in ((gpuarray.sum(self.x), self.a.sum()), (gpuarray.max(self.x), self.a.max()),
                              (gpuarray.min(self.x), self.a.min()),
                              (gpuarray.dot(self.x, self.y), (self.a * self.b).sum())):
            np.testing.assert_allclose(got.get(), expected, rtol=1e-5)

    def test_making_and_choosing(self):
        self.check(gpuarray.zeros_like(self.x), np.zeros_like(self.a))
        self.check(gpuarray.empty((3,), np.int32).fill(4), np.full(3, 4, np.int32))
        self.check(gpuarray.arange(5, dtype=np.int32), np.arange(5, dtype=np.int32))
        self.check(gpuarray.maximum(self.x, self.y), np.maximum(self.a, self.b))
        self.check(gpuarray.if_positive(self.x - 0.5, self.x, self.y), np.where(self.a > 0.5, self.a, self.b))
        self.check(cumath.sqrt(self.x), np.sqrt(self.a))
        self.check(self.x.astype(np.float64), self.a.astype(np.float64))

    def test_shapes_that_do_not_fit(self):
        self.assertRaises(ValueError, lambda: self.x + gpuarray.zeros((3,), np.float32))

    def test_kernels_made_of_expressions(self):
        z = gpuarray.empty_like(self.x)
        ElementwiseKernel("float a, float *x, float *y, float *z", "z[i] = a*x[i] + y[i]")(3, self.x, self.y, z)
        self.check(z, 3 * self.a + self.b)
        norm = ReductionKernel(np.float32, "0", "a+b", "x[i]*x[i]", "const float *x")
        np.testing.assert_allclose(norm(self.x).get(), (self.a ** 2).sum(), rtol=1e-5)

    def test_pools_and_names(self):
        pool = DeviceMemoryPool()
        first = pool.allocate(64)
        self.assertEqual(pool.active_blocks, 1)
        first.free()
        self.assertEqual((pool.active_blocks, pool.held_blocks), (0, 1))
        free_what_pools_hold()
        self.assertEqual((pool.active_blocks, pool.held_blocks), (0, 0))
        self.assertEqual(dtype_to_ctype(np.float32), "float")


class Programs(unittest.TestCase):
    def run_program(self, text):
        settings = {**os.environ, "PYTHONPATH": str(HERE.parent)}
        return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], env=settings, capture_output=True,
                              text=True, check=False)

    def test_without_a_context_nothing_runs(self):
        done = self.run_program("import pycuda.driver as cuda\ncuda.mem_alloc(4)")
        self.assertIn("invalid device context", done.stderr)

    def test_attributes(self):
        device = pycuda.autoinit.device
        self.assertEqual(device.get_attribute(cuda.device_attribute.WARP_SIZE), 32)
        self.assertEqual(device.max_threads_per_block, 1024)
        self.assertEqual(device.compute_capability(), (9, 0))
        self.assertIn(cuda.device_attribute.CLOCK_RATE, device.get_attributes())

    def test_findings_name_the_line_of_the_python_file(self):
        path = HERE / "a_race.py"
        settings = {**os.environ, "PYTHONPATH": str(HERE.parent)}
        done = subprocess.run([sys.executable, str(path)], env=settings, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a_race.py:14: error: race", done.stderr)

    def run_copy(self, call):
        return self.run_program(f"""
            import numpy, pycuda.autoinit, pycuda.driver as cuda
            from pycuda.compiler import SourceModule
            copy = SourceModule("__global__ void copy(float *to, const float *from)"
                                "{{ to[threadIdx.x] = from[threadIdx.x]; }}").get_function("copy")
            a, b = numpy.zeros(32, numpy.float32), numpy.zeros(32, numpy.float32)
            copy({call}, block=(32, 1, 1))
        """).stderr

    def test_a_handler_that_does_not_fit_the_kernel_is_told(self):
        words = " ".join(self.run_copy("cuda.In(a), cuda.InOut(b)").split())
        self.assertIn("n the launch of copy, parameter to was given as In, and the kernel stores to it", words)
        self.assertIn("note", words)
        words = " ".join(self.run_copy("cuda.In(a), cuda.Out(b)").split())
        self.assertIn("parameter from was given as Out, and the kernel stores nothing to it", words)
        self.assertNotIn("given as", self.run_copy("cuda.Out(a), cuda.In(b)"))
        self.assertNotIn("given as", self.run_copy("cuda.InOut(a), cuda.InOut(b)"))

    def test_an_argument_of_another_type_than_the_parameter_is_told(self):
        def run(array, size):
            return " ".join(self.run_program(f"""
                import numpy, pycuda.autoinit, pycuda.driver as cuda, pycuda.gpuarray as gpuarray
                from pycuda.compiler import SourceModule
                fill = SourceModule("__global__ void fill(float *to, const int n)"
                                    "{{ if (threadIdx.x < n) to[threadIdx.x] = 1; }}").get_function("fill")
                fill({array}, {size}, block=(32, 1, 1))
            """).stderr.split())

        words = run("cuda.Out(numpy.zeros(32, numpy.int32))", "numpy.float32(8)")
        self.assertIn("parameter to is `float*` and was given an array of int32", words)
        self.assertIn("parameter n is `int` and was given a float32, whose bytes are taken for those of int32", words)
        self.assertIn("an array of float64", run("gpuarray.zeros(32, numpy.float64)", "numpy.int32(8)"))
        self.assertNotIn("was given", run("cuda.Out(numpy.zeros(32, numpy.float32))", "numpy.uint32(8)"))

    def test_a_kernel_that_stores_single_bytes_fills_an_out(self):
        for size, step in ((1, 1), (64, 2)):
            self.assertNotIn("given as", self.run_program(f"""
                import numpy, pycuda.autoinit, pycuda.driver as cuda
                from pycuda.compiler import SourceModule
                fill = SourceModule("__global__ void fill(unsigned char *to)"
                                    "{{ to[{step} * threadIdx.x] = 7; }}").get_function("fill")
                fill(cuda.Out(numpy.zeros({size}, numpy.uint8)), block=({size} // {step}, 1, 1))
            """).stderr)

    def test_advice_has_the_names_of_pycuda(self):
        words = " ".join(self.run_copy("cuda.Out(a), cuda.Out(b)").split())
        self.assertIn("cuda.Out copies nothing there", words)
        self.assertNotIn("cudaMalloc", words)
        words = " ".join(self.run_copy("cuda.Out(a), numpy.uint64(b.ctypes.data)").split())
        self.assertIn("pass cuda.In(array), or what cuda.mem_alloc returned", words)

    def test_a_number_of_python_s_is_told_to_have_no_size(self):
        words = self.run_copy("cuda.Out(a), 3")
        self.assertIn("invalid type on parameter #1 (0-based): a number of Python's has no size", words)

    def test_a_name_that_is_not_found_is_told(self):
        done = self.run_program("""
            import pycuda.autoinit
            from pycuda.compiler import SourceModule
            SourceModule("__global__ void copy() {}").get_function("cop")
        """)
        self.assertIn("named symbol not found (the module has no __global__ function `cop`)", done.stderr)

    def test_an_array_left_at_the_end_is_no_leak(self):
        done = self.run_program("""
            import numpy, pycuda.autoinit, pycuda.gpuarray as gpuarray
            kept = gpuarray.to_gpu(numpy.zeros(4))
        """)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
