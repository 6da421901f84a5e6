"""on_device.py SCRIPT: runs a student's Python under the grader, on a real device with the real
PyCUDA.

It answers the grader's requests as a lab's program does (common/runner/protocol.hpp): each packet
on the socket that KIT_CHANNEL names comes with shared memory for inputs, outputs and records. A
real device makes no records, so only results are returned; the grader compares them.
"""

import array
import importlib.util
import json
import mmap
import os
import pathlib
import socket
import struct
import sys

# The kit's own `pycuda` is in this file's folder, and must not hide the real one.
sys.path[:] = [folder for folder in sys.path if folder != str(pathlib.Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "u32": np.uint32, "u8": np.uint8}
RECORDS = b'{"version":1,"device":"cuda","kernels":[],"findings":[]}'
MOST_BYTES = 64 * 1024
# What the grader expects of every reply (Reply in protocol.hpp), with what a device does not know.
REPLY = {"status": "returned", "error": "cudaSuccess", "reason": "", "leaked_bytes": 0, "freed_others": False,
         "variable_bytes": 0, "host_copies": 0, "atomic_reads": 0, "device_copies": 0, "device_copy_bytes": 0,
         "lines_fetched": 0, "written_by_host": [], "failed_call": "", "next_call": ""}


class Call:
    """One request: its sizes, and its arrays in the shared memory that came with it."""

    def __init__(self, request, inputs, outputs):
        self.sizes, self.arrays = request["sizes"], request["arrays"]
        self._inputs, self._outputs = inputs, outputs
        self.result = 0

    def _array(self, spec, memory):
        return np.frombuffer(memory, TYPES[spec["type"]], spec["count"], spec["offset"])

    def input(self, name, shape):
        spec = next(spec for spec in self.arrays if spec["name"] == name and spec["role"] == "in")
        return self._array(spec, self._inputs).reshape(shape).copy()

    def write(self, name, values, role="out"):
        for spec in self.arrays:
            if spec["name"] == name and spec["role"] == role:
                self._array(spec, self._outputs)[:] = np.asarray(values).reshape(-1)

    def left(self, name, values):
        """Returns an input to the grader, with the changes that the function made to it."""
        self.write(name, values, "echo")


def of_shape(result, shape, function):
    if not isinstance(result, np.ndarray) or result.shape != shape or result.dtype != np.float32:
        raise TypeError(f"{function} is to return float32 of shape {shape}")
    return result


def multiply(module, call):
    m, n, k = (call.sizes[name] for name in "mnk")
    a = call.input("a", (m, k))
    call.left("a", a)
    dimensions = call.sizes.get("dimensions", 0)
    if dimensions:
        if dimensions == 1:
            given = a.reshape(-1), a.reshape(k, m)
        else:
            given = a, a[0].copy() if call.sizes["dimensions_of_b"] == 1 else a.copy()
        try:
            module.multiply(*given)
        except ValueError:
            call.result = 1
        return
    b = call.input("b", (k, n))
    call.left("b", b)
    kind = np.float64 if call.sizes.get("doubles", 0) else np.float32
    call.write("c", of_shape(module.multiply(a.astype(kind), b.astype(kind)), (m, n), "multiply"))


def multiply_tiled(module, call):
    import pycuda.gpuarray as gpuarray

    m, n, k = (call.sizes[name] for name in "mnk")
    a, b = (gpuarray.to_gpu(call.input(*given)) for given in (("a", (m, k)), ("b", (k, n))))
    c = gpuarray.to_gpu(np.full((m, n), np.nan, np.float32))
    module.multiply_tiled(a, b, c, m, n, k)
    call.left("a", a.get())
    call.left("b", b.get())
    call.write("c", c.get())


def compare(module, call):
    sizes = [call.sizes[f"n{i}"] for i in range(call.sizes["count"])]
    call.write("rows", np.array(module.compare(sizes), np.float64))
    call.result = len(sizes)  # the number of event calls is unknown here


FUNCTIONS = {"multiply": multiply, "multiply_tiled": multiply_tiled, "compare": compare}


def receive(channel):
    descriptors = array.array("i")
    text, ancillary, _, _ = channel.recvmsg(MOST_BYTES, socket.CMSG_SPACE(4 * descriptors.itemsize))
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            descriptors.frombytes(data[: len(data) // descriptors.itemsize * descriptors.itemsize])
    return text, list(descriptors)


def map_memory(descriptor, access):
    size = os.fstat(descriptor).st_size
    memory = mmap.mmap(descriptor, size, access=access) if size else bytearray()
    os.close(descriptor)
    return memory


def main():
    os.environ["PATH"] += ":/usr/local/cuda/bin"  # PyCUDA compiles with nvcc
    graded = importlib.util.spec_from_file_location("graded", pathlib.Path(__file__).parent / "graded.py")
    shared = importlib.util.module_from_spec(graded)
    graded.loader.exec_module(shared)
    load, told = shared.load, shared.told
    name = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("\n", 1)[0].split()[-1]
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=int(os.environ["KIT_CHANNEL"]))
    module = None
    while True:
        text, descriptors = receive(channel)
        if not text:
            return
        request = json.loads(text)
        inputs = map_memory(descriptors[0], mmap.ACCESS_READ)
        outputs, records = (map_memory(number, mmap.ACCESS_WRITE) for number in descriptors[1:3])
        call = Call(request, inputs, outputs)
        reply = {**REPLY, "call": request["call"]}
        try:
            module = module or load(sys.argv[1])
            FUNCTIONS[request["function"]](module, call)
        except BaseException as error:  # noqa: BLE001 — any error is the student's
            reply["status"], reply["reason"] = "threw", told(error, name)["raised"]["what"]
        records[8 : 8 + len(RECORDS)] = RECORDS
        records[:8] = struct.pack("<Q", len(RECORDS))
        sys.stdout.flush()
        channel.send(json.dumps({**reply, "result": call.result}).encode())


if __name__ == "__main__":
    main()
    os._exit(0)
