"""graded.py SCRIPT: runs a student's Python under the grader, in a process that can reach nothing
but two sockets.

Descriptor 8 connects to the lab's program, which requests the function calls and serves as the
device. Descriptor 9 connects to the grader, which compiles what SourceModule is given. The first
line of SCRIPT is a #! line that also holds the original name of the student's file; the student's
lines follow.
"""

import functools
import gc
import linecache
import os
import pathlib
import socket
import sys
import time
import traceback
import types

import numpy as np

DEVICE, COMPILER = 8, 9


def connect(number):
    from pycuda import _device

    return _device.Connection(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, fileno=number))


class Refusal(Exception):
    """The student's function returned a value of the wrong type or shape."""


def compile_by_grader(compiler):
    from pycuda import _device

    def compile_module(text, name, slot, options):
        compiler.send({"name": name, "slot": slot, "options": options}, text.encode())
        answer, words = compiler.receive()
        if "file" not in answer:
            raise _device.CompilerSays(bytes(words).decode(errors="replace"))
        return answer["file"], bytes(words).decode(errors="replace")

    return compile_module


def with_known_contents(make):
    """A function of NumPy's that makes an array without contents, whose numbers are NaN or 0 instead:
    what it happened to hold would differ from run to run, and may be copied to the device."""

    @functools.wraps(make)
    def made(*arguments, **options):
        array = make(*arguments, **options)
        if not array.dtype.hasobject:
            array.fill(np.nan if array.dtype.kind in "fc" else 0)
        return array

    return made


class Clock:
    """The clocks of the module time, which the grader may let run faster."""

    times = 1.0

    def __init__(self, read, is_whole):
        self.read, self.is_whole, self.begin = read, is_whole, read()

    def __call__(self):
        now = self.begin + (self.read() - self.begin) * Clock.times
        return int(now) if self.is_whole else now


def replace_clocks():
    for name in ("perf_counter", "monotonic", "time", "process_time", "thread_time"):
        setattr(time, name, Clock(getattr(time, name), False))
        setattr(time, name + "_ns", Clock(getattr(time, name + "_ns"), True))


def load(script):
    """Loads the student's module, without the line in front that holds the file's name."""
    head, _, text = pathlib.Path(script).read_text(encoding="utf-8").partition("\n")
    name = head.split()[-1]
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    module = types.ModuleType(pathlib.Path(name).stem)
    module.__file__ = name
    sys.modules[module.__name__] = module
    exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102
    return module


def told(error, name):
    """Describes an exception for the grader: its type, its text and the student's line that raised
    it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
             if frame.filename == name]
    what = str(error) if isinstance(error, Refusal) else f"{type(error).__name__}: {error}"
    return {"raised": {"kind": type(error).__name__,
                       "what": what[:3000] + (f" ({name}:{lines[-1]})" if lines else "")}}


def argument(given, body):
    if "number" in given:
        return given["number"]
    if "numbers" in given:
        return list(given["numbers"])
    shape = tuple(given["shape"])
    if "device" in given:
        from pycuda import driver, gpuarray

        memory = driver.DeviceAllocation(given["device"], owned=False)
        return gpuarray.GPUArray(shape, np.float32, gpudata=memory)
    count = int(np.prod(shape, dtype=np.int64))
    array = np.frombuffer(body, given["host"], count, given["offset"]).reshape(shape)
    # What is to be converted is also stored column by column: the lab's sheet announces both.
    return array.copy(order="F" if given["host"] == "float64" else "C")


def array_of(result, shape, function):
    if not isinstance(result, np.ndarray):
        raise Refusal(f"{function} is to return a NumPy array, and returned {type(result).__name__}")
    if result.shape != tuple(shape) or result.dtype != np.float32:
        raise Refusal(f"{function} is to return float32 of shape {tuple(shape)}, and returned "
                      f"{result.dtype} of shape {result.shape}")
    return np.ascontiguousarray(result)


def rows_of(result, count, numbers, function):
    if not isinstance(result, (list, tuple)) or len(result) != count:
        given = f"{len(result)}" if isinstance(result, (list, tuple)) else type(result).__name__
        raise Refusal(f"{function} is to return a list with a row for each of the {count} sizes, and "
                      f"returned {given}")
    for row in result:
        if not isinstance(row, (list, tuple)) or len(row) != numbers:
            raise Refusal(f"each row of {function} is to be {numbers} numbers, and one is {row!r:.80}")
    return np.array(result, dtype=np.float64)


def plot(body, numbers):
    import matplotlib

    matplotlib.use("Agg")
    from plot_times import picture

    rgb = picture(np.frombuffer(body, np.float64).reshape(-1, numbers))
    return {"width": rgb.shape[1], "height": rgb.shape[0]}, rgb.tobytes()


def perform(call, body, module):
    if "plot" in call:
        return plot(body, call["plot"])
    name = call["call"]
    function = getattr(module, name, None)
    if not callable(function):
        raise Refusal(f"{name} is not defined")
    Clock.times = call.get("clock", 1.0)
    result = function(*[argument(given, body) for given in call["arguments"]])
    if "returns" in call:
        return {}, array_of(result, call["returns"], name).tobytes()
    if "rows" in call:
        return {}, rows_of(result, *call["rows"], name).tobytes()
    return {}, b""


def main():
    from pycuda import _device

    replace_clocks()
    np.empty, np.empty_like = with_known_contents(np.empty), with_known_contents(np.empty_like)
    device, compiler = connect(DEVICE), connect(COMPILER)
    _device.connection, _device.compile = device, compile_by_grader(compiler)
    name = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("\n", 1)[0].split()[-1]
    module = trouble = None
    while True:
        try:
            call, body = device.receive()
        except _device.Gone:
            return
        try:
            if module is None and trouble is None:
                try:
                    module = load(sys.argv[1])
                except BaseException as error:  # noqa: BLE001
                    trouble = told(error, name)
                    trouble["raised"]["what"] = "it cannot be imported: " + trouble["raised"]["what"]
            answer = (trouble, b"") if trouble else perform(call, body, module)
        except BaseException as error:  # noqa: BLE001 — any error is the student's
            answer = (told(error, name), b"")
        gc.collect()  # arrays in reference cycles are no leak of this call
        if "pycuda.tools" in sys.modules:
            sys.modules["pycuda.tools"].free_what_pools_hold()
        sys.stdout.flush()
        device.send(*answer)


if __name__ == "__main__":
    main()
    os._exit(0)  # skips the student's exit handlers: the device process has gone
