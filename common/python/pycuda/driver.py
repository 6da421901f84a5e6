"""CUDA's driver API as PyCUDA has it: memory, copies, modules, launches, events, streams."""

import contextlib
import os
import re
import sys

import numpy as np

from pycuda import _device


# ---- Errors ------------------------------------------------------------------------------------

class Error(Exception):
    pass


class LogicError(Error):
    pass


class MemoryError(Error):  # noqa: A001
    pass


class LaunchError(Error):
    pass


class RuntimeError(Error):  # noqa: A001
    pass


class CompileError(Error):
    def __init__(self, msg, command_line, stdout=None, stderr=None):
        super().__init__(msg, command_line, stdout, stderr)
        self.msg, self.command_line, self.stdout, self.stderr = msg, command_line, stdout, stderr

    def __str__(self):
        text = f"{self.msg}\n[command: {' '.join(self.command_line)}]"
        if self.stdout:
            text += f"\n[stdout:\n{self.stdout}]"
        if self.stderr:
            text += f"\n[stderr:\n{self.stderr}]"
        return text


_MEMORY = {2}
_LAUNCH = {701, 702, 703, 719}
_RUNTIME = {100, 209, 214, 301, 600}


@contextlib.contextmanager
def _translated():
    """What the driver refuses becomes the exception that PyCUDA raises for it."""
    try:
        yield
    except _device.Refused as refused:
        kind = (MemoryError if refused.code in _MEMORY else LaunchError if refused.code in _LAUNCH
                else RuntimeError if refused.code in _RUNTIME else LogicError)
        raise kind(str(refused)) from None
    except _device.Gone as gone:
        raise LogicError(str(gone)) from None


def _ask(what, body=b"", **fields):
    if not _contexts:
        raise LogicError(f"{what} failed: invalid device context")
    with _translated():
        return _device.ask(what, body, **fields)


# ---- Devices and contexts ----------------------------------------------------------------------

_initialised = False
_contexts = []
_properties = None


def init(flags=0):
    global _initialised
    _initialised = True


def get_version():
    return (13, 0, 0)


def get_driver_version():
    return 13000


def _device_properties():
    global _properties
    if _properties is None:
        with _translated():
            _properties, _ = _device.ask("properties")
    return _properties


class _Enumeration:
    """Names with CUDA's numbers, which print as PyCUDA's do."""

    class Value(int):
        def __new__(cls, number, name):
            value = super().__new__(cls, number)
            value.name = name
            return value

        def __str__(self):
            return self.name

        __repr__ = __str__

    def __init__(self, **names):
        self.names, self.values = {}, {}
        for name, number in names.items():
            value = self.Value(number, name)
            setattr(self, name, value)
            self.names[name] = value
            self.values.setdefault(number, value)


device_attribute = _Enumeration(
    MAX_THREADS_PER_BLOCK=1, MAX_BLOCK_DIM_X=2, MAX_BLOCK_DIM_Y=3, MAX_BLOCK_DIM_Z=4, MAX_GRID_DIM_X=5,
    MAX_GRID_DIM_Y=6, MAX_GRID_DIM_Z=7, MAX_SHARED_MEMORY_PER_BLOCK=8, SHARED_MEMORY_PER_BLOCK=8,
    TOTAL_CONSTANT_MEMORY=9, WARP_SIZE=10, MAX_PITCH=11, MAX_REGISTERS_PER_BLOCK=12,
    REGISTERS_PER_BLOCK=12, CLOCK_RATE=13, TEXTURE_ALIGNMENT=14, GPU_OVERLAP=15,
    MULTIPROCESSOR_COUNT=16, KERNEL_EXEC_TIMEOUT=17, INTEGRATED=18, CAN_MAP_HOST_MEMORY=19,
    COMPUTE_MODE=20, SURFACE_ALIGNMENT=30, CONCURRENT_KERNELS=31, ECC_ENABLED=32, PCI_BUS_ID=33,
    PCI_DEVICE_ID=34, TCC_DRIVER=35, MEMORY_CLOCK_RATE=36, GLOBAL_MEMORY_BUS_WIDTH=37,
    L2_CACHE_SIZE=38, MAX_THREADS_PER_MULTIPROCESSOR=39, ASYNC_ENGINE_COUNT=40, UNIFIED_ADDRESSING=41,
    COMPUTE_CAPABILITY_MAJOR=75, COMPUTE_CAPABILITY_MINOR=76,
    MAX_SHARED_MEMORY_PER_MULTIPROCESSOR=81, MAX_REGISTERS_PER_MULTIPROCESSOR=82, MANAGED_MEMORY=83,
    MULTI_GPU_BOARD=84, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN=97, MAX_BLOCKS_PER_MULTIPROCESSOR=106)
function_attribute = _Enumeration(
    MAX_THREADS_PER_BLOCK=0, SHARED_SIZE_BYTES=1, CONST_SIZE_BYTES=2, LOCAL_SIZE_BYTES=3, NUM_REGS=4,
    PTX_VERSION=5, BINARY_VERSION=6, CACHE_MODE_CA=7, MAX_DYNAMIC_SHARED_SIZE_BYTES=8,
    PREFERRED_SHARED_MEMORY_CARVEOUT=9, MAX=10)
func_cache = _Enumeration(PREFER_NONE=0, PREFER_SHARED=1, PREFER_L1=2, PREFER_EQUAL=3)
shared_config = _Enumeration(DEFAULT_BANK_SIZE=0, FOUR_BYTE_BANK_SIZE=1, EIGHT_BYTE_BANK_SIZE=2)
event_flags = _Enumeration(DEFAULT=0, BLOCKING_SYNC=1, DISABLE_TIMING=2, INTERPROCESS=4)
ctx_flags = _Enumeration(SCHED_AUTO=0, SCHED_SPIN=1, SCHED_YIELD=2, SCHED_BLOCKING_SYNC=4,
                         BLOCKING_SYNC=4, MAP_HOST=8, LMEM_RESIZE_TO_MAX=16)
context_flags = ctx_flags
host_alloc_flags = _Enumeration(PORTABLE=1, DEVICEMAP=2, WRITECOMBINED=4)
mem_attach_flags = _Enumeration(GLOBAL=1, HOST=2, SINGLE=4)
limit = _Enumeration(STACK_SIZE=0, PRINTF_FIFO_SIZE=1, MALLOC_HEAP_SIZE=2, DEV_RUNTIME_SYNC_DEPTH=3,
                     DEV_RUNTIME_PENDING_LAUNCH_COUNT=4)
compute_mode = _Enumeration(DEFAULT=0, PROHIBITED=2, EXCLUSIVE_PROCESS=3)


class Device:
    def __init__(self, number=0):
        if not _initialised:
            raise LogicError("cuDeviceGet failed: initialization error")
        if number != 0:
            raise LogicError("cuDeviceGet failed: invalid device ordinal")

    @staticmethod
    def count():
        if not _initialised:
            raise LogicError("cuDeviceGetCount failed: initialization error")
        return 1

    def name(self):
        return _device_properties()["name"]

    def pci_bus_id(self):
        return "0000:00:00.0"

    def compute_capability(self):
        return tuple(_device_properties()["capability"])

    def total_memory(self):
        return _device_properties()["total_memory"]

    def get_attribute(self, attribute):
        known = _device_properties()["attributes"]
        if str(int(attribute)) not in known:
            raise LogicError("cuDeviceGetAttribute failed: invalid argument")
        return known[str(int(attribute))]

    def get_attributes(self):
        known = _device_properties()["attributes"]
        return {value: known[str(int(value))] for value in device_attribute.values.values()
                if str(int(value)) in known}

    def __getattr__(self, name):
        value = device_attribute.names.get(name.upper())
        if value is None:
            raise AttributeError(name)
        return self.get_attribute(value)

    def make_context(self, flags=0):
        context = Context(self)
        _contexts.append(context)
        return context

    def retain_primary_context(self):
        return Context(self)

    def __eq__(self, other):
        return isinstance(other, Device)

    def __hash__(self):
        return 0


class Context:
    def __init__(self, device):
        self._device = device

    @staticmethod
    def get_device():
        return Context.get_current()._device if _contexts else Device(0)

    @staticmethod
    def get_current():
        return _contexts[-1] if _contexts else None

    @staticmethod
    def synchronize():
        _ask("synchronize")

    def push(self):
        _contexts.append(self)

    @staticmethod
    def pop():
        if not _contexts:
            raise LogicError("cuCtxPopCurrent failed: invalid device context")
        _contexts.pop()

    def detach(self):
        if self in _contexts:
            _contexts.remove(self)

    @staticmethod
    def set_limit(which, value):
        pass

    @staticmethod
    def get_limit(which):
        return 0

    @staticmethod
    def set_cache_config(config):
        pass

    @staticmethod
    def get_api_version():
        return 13000


def mem_get_info():
    answer, _ = _ask("memory_info")
    return answer["free"], answer["total"]


# ---- Memory ------------------------------------------------------------------------------------

class PointerHolderBase:
    """What stands for a device address: get_pointer() gives it."""

    def get_pointer(self):
        raise NotImplementedError

    @property
    def gpudata(self):
        return self.get_pointer()

    def __int__(self):
        return int(self.get_pointer())

    __index__ = __int__


class DeviceAllocation(PointerHolderBase):
    """Device memory, given back when nobody holds it any more."""

    def __init__(self, pointer, owned=True):
        self._pointer, self._owned = pointer, owned

    def get_pointer(self):
        return self._pointer

    def as_buffer(self, size, offset=0):
        return self._pointer + offset

    def free(self):
        if self._pointer is None:
            raise LogicError("DeviceAllocation.free failed: invalid resource handle")
        pointer, self._pointer = self._pointer, None
        if self._owned:
            _ask("free", pointer=pointer)

    def __int__(self):
        if self._pointer is None:
            raise LogicError("the memory has been freed: invalid resource handle")
        return self._pointer

    __index__ = __int__

    def __del__(self):
        if sys.is_finalizing() or self._pointer is None or not self._owned:
            return
        try:
            _device.ask("free", pointer=self._pointer)
        except Exception:  # noqa: BLE001 — a destructor has nobody to tell
            pass


def mem_alloc(size):
    answer, _ = _ask("allocate", bytes=int(size))
    return DeviceAllocation(answer["pointer"])


def mem_alloc_like(ary):
    return mem_alloc(ary.nbytes)


def mem_alloc_pitch(width, height, access_size):
    pitch = (int(width) + 511) // 512 * 512
    return mem_alloc(pitch * int(height)), pitch


def _bytes_of(source):
    """The bytes of an array or a buffer, which must lie in one piece."""
    if isinstance(source, np.ndarray):
        if not (source.flags.c_contiguous or source.flags.f_contiguous):
            raise ValueError("ndarray is not contiguous")
        return np.ravel(source, order="K").view(np.uint8).data
    return memoryview(source).cast("B")


def _stream_number(stream):
    return stream.handle if stream is not None and hasattr(stream, "handle") else 0


def memcpy_htod(dest, src):
    _ask("copy_in", _bytes_of(src), pointer=int(dest))


def memcpy_htod_async(dest, src, stream=None):
    _ask("copy_in", _bytes_of(src), pointer=int(dest), stream=_stream_number(stream))


def memcpy_dtoh(dest, src):
    memcpy_dtoh_async(dest, src)


def memcpy_dtoh_async(dest, src, stream=None):
    if isinstance(dest, np.ndarray) and not dest.flags.writeable:
        raise ValueError("the array to copy to is read-only")
    if isinstance(dest, np.ndarray) and not (dest.flags.c_contiguous or dest.flags.f_contiguous):
        raise ValueError("ndarray is not contiguous")
    size = dest.nbytes if isinstance(dest, np.ndarray) else memoryview(dest).nbytes
    _, body = _ask("copy_out", pointer=int(src), bytes=size, stream=_stream_number(stream))
    if isinstance(dest, np.ndarray):
        flat = dest.reshape(-1, order="A") if dest.flags.c_contiguous else dest.T.reshape(-1)
        flat[...] = np.frombuffer(body, dtype=dest.dtype)
    else:
        memoryview(dest).cast("B")[:] = body


def memcpy_dtod(dest, src, size):
    _ask("copy_within", to=int(dest), **{"from": int(src)}, bytes=int(size))


def memcpy_dtod_async(dest, src, size, stream=None):
    _ask("copy_within", to=int(dest), **{"from": int(src)}, bytes=int(size),
         stream=_stream_number(stream))


def _fill(dest, value, count, width):
    _ask("fill", pointer=int(dest), value=int(value) & (1 << 8 * width) - 1, count=int(count), width=width)


def memset_d8(dest, data, count):
    _fill(dest, data, count, 1)


def memset_d16(dest, data, count):
    _fill(dest, data, count, 2)


def memset_d32(dest, data, count):
    _fill(dest, data, count, 4)


def memset_d8_async(dest, data, count, stream=None):
    _fill(dest, data, count, 1)


def memset_d16_async(dest, data, count, stream=None):
    _fill(dest, data, count, 2)


def memset_d32_async(dest, data, count, stream=None):
    _fill(dest, data, count, 4)


def to_device(bf_obj):
    data = bf_obj if isinstance(bf_obj, np.ndarray) else np.frombuffer(bf_obj, dtype=np.uint8)
    result = mem_alloc(data.nbytes)
    memcpy_htod(result, data)
    return result


def from_device(devptr, shape, dtype, order="C"):
    result = np.empty(shape, dtype, order)
    memcpy_dtoh(result, devptr)
    return result


def from_device_like(devptr, other_ary):
    result = np.empty_like(other_ary)
    memcpy_dtoh(result, devptr)
    return result


def pagelocked_empty(shape, dtype, order="C", mem_flags=0):
    return np.empty(shape, dtype, order)


def pagelocked_zeros(shape, dtype, order="C", mem_flags=0):
    return np.zeros(shape, dtype, order)


def pagelocked_empty_like(array, mem_flags=0):
    return np.empty_like(array)


def pagelocked_zeros_like(array, mem_flags=0):
    return np.zeros_like(array)


def aligned_empty(shape, dtype, order="C", alignment=4096):
    return np.empty(shape, dtype, order)


def register_host_memory(ary, flags=0):
    return ary


def managed_empty(*arguments, **options):
    raise NotImplementedError("managed memory is not there: Python and the simulated device share none")


managed_zeros = managed_empty


# ---- Streams and events ------------------------------------------------------------------------

class Stream:
    def __init__(self, flags=0):
        self.handle = _ask("make_stream")[0]["stream"]

    def synchronize(self):
        _ask("synchronize", stream=self.handle)

    def is_done(self):
        return True

    def wait_for_event(self, event):
        _ask("wait_for_event", stream=self.handle, event=event.handle)

    def __del__(self):
        _end("end_stream", self, "stream")


class Event:
    """Times between events are those that the launches would take on the device that is simulated."""

    def __init__(self, flags=0):
        self.handle = _ask("make_event")[0]["event"]

    def record(self, stream=None):
        _ask("record_event", event=self.handle, stream=_stream_number(stream))
        return self

    def synchronize(self):
        _ask("synchronize", event=self.handle)
        return self

    def query(self):
        return True

    def time_till(self, event):
        answer, _ = _ask("time_between", **{"from": self.handle}, to=event.handle)
        return answer["milliseconds"]

    def time_since(self, event):
        return event.time_till(self)

    def __del__(self):
        _end("end_event", self, "event")


def _end(what, thing, name):
    if sys.is_finalizing() or not hasattr(thing, "handle"):
        return
    try:
        _device.ask(what, **{name: thing.handle})
    except Exception:  # noqa: BLE001 — a destructor has nobody to tell
        pass


# ---- Modules and functions ---------------------------------------------------------------------

class _Module:
    def __init__(self, number):
        self._number = number

    def get_function(self, name):
        answer, _ = _ask("find_function", module=self._number, name=name)
        return Function(self, name, answer)

    def get_global(self, name):
        answer, _ = _ask("find_variable", module=self._number, name=name)
        return answer["pointer"], answer["bytes"]

    def get_texref(self, name):
        raise NotImplementedError("texture references are gone since CUDA 12; the simulator has none")

    get_surfref = get_texref


Module = _Module


class ArgumentHandler:
    """A host array as a kernel's argument: device memory for the time of one call."""

    def __init__(self, ary):
        self.array = ary
        self.dev_alloc = None

    def get_device_alloc(self):
        if self.dev_alloc is None:
            self.dev_alloc = mem_alloc(self.array.nbytes)
        return self.dev_alloc

    def pre_call(self, stream):
        pass

    def post_call(self, stream):
        pass


class In(ArgumentHandler):
    def pre_call(self, stream):
        memcpy_htod(self.get_device_alloc(), self.array)


class Out(ArgumentHandler):
    def post_call(self, stream):
        memcpy_dtoh(self.array, self.get_device_alloc())


class InOut(In, Out):
    pass


def _packed(value, position):
    """One argument: its bytes, which also say how they are to be aligned."""
    if isinstance(value, np.generic):
        return value.tobytes(), value.dtype.alignment
    if isinstance(value, ArgumentHandler):
        return np.uint64(int(value.get_device_alloc())).tobytes(), 8
    if isinstance(value, PointerHolderBase):
        return np.uint64(int(value)).tobytes(), 8
    if isinstance(value, np.ndarray):
        # By value, as a struct is given.
        return value.tobytes(), value.dtype.alignment
    pointer = getattr(value, "gpudata", None)
    if pointer is not None:
        return np.uint64(int(pointer)).tobytes(), 8
    raise TypeError(f"invalid type on parameter #{position} (0-based)")


def _piece(arguments):
    piece = b""
    for position, value in enumerate(arguments):
        bytes_of_it, alignment = _packed(value, position)
        piece += b"\0" * (-len(piece) % alignment) + bytes_of_it
    return piece


_FORMATS = {"b": "b", "B": "B", "h": "h", "H": "H", "i": "i", "I": "I", "l": "l", "L": "L", "q": "q",
            "Q": "Q", "f": "f", "d": "d", "P": "P", "F": "f", "D": "d"}


def _extent(sizes, what):
    sizes = (sizes,) if isinstance(sizes, (int, np.integer)) else tuple(sizes)
    if not 1 <= len(sizes) <= 3:
        raise ValueError(f"{what} must be a tuple of one to three integers")
    for size in sizes:
        if not isinstance(size, (int, np.integer)):
            raise TypeError(f"{what} must be whole numbers, not {type(size).__name__}")
    return [int(size) for size in sizes] + [1] * (3 - len(sizes))


class Function:
    def __init__(self, module, name, answer):
        self._module, self.name, self._number = module, name, answer["function"]
        self._known = answer["attributes"]
        self._format = None

    def _launch(self, piece, grid, block, shared, stream):
        # A host array of the caller's is not for the kernel to see before the launch is made.
        sys.stdout.flush()
        _ask("launch", piece, function=self._number, grid=_extent(grid, "grid"),
             block=_extent(block, "block"), shared=int(shared), stream=_stream_number(stream))

    def __call__(self, *arguments, grid=(1, 1), block=None, stream=None, shared=0, texrefs=(),
                 time_kernel=False):
        if block is None:
            raise ValueError("must specify block size")
        handlers = [value for value in arguments if isinstance(value, ArgumentHandler)]
        for handler in handlers:
            handler.pre_call(stream)
        start = Event().record() if time_kernel else None
        self._launch(_piece(arguments), grid, block, shared, stream)
        seconds = None
        if time_kernel:
            seconds = start.time_till(Event().record()) * 1e-3
        for handler in handlers:
            handler.post_call(stream)
        return seconds

    def prepare(self, arg_types, texrefs=()):
        self._format = list(arg_types)
        for word in self._format:
            if not isinstance(word, np.dtype) and word not in _FORMATS and not isinstance(word, type):
                raise ValueError(f"unknown argument type '{word}'")
        return self

    def _prepared(self, arguments):
        if self._format is None:
            raise LogicError("prepare() the function before a prepared call")
        if len(arguments) != len(self._format):
            raise TypeError(f"{self.name} takes {len(self._format)} arguments, {len(arguments)} are given")
        values = []
        for word, value in zip(self._format, arguments):
            if word == "P":
                values.append(np.uint64(int(getattr(value, "gpudata", value))))
            elif isinstance(word, str):
                values.append(np.dtype({"F": "c8", "D": "c16"}.get(word, word)).type(value))
            elif np.dtype(word).kind == "V":
                values.append(np.asarray(value, dtype=word))
            else:
                values.append(np.dtype(word).type(value))
        return _piece(values)

    def prepared_call(self, grid, block, *arguments, shared_size=0):
        self._launch(self._prepared(arguments), grid, block, shared_size, None)

    def prepared_async_call(self, grid, block, stream, *arguments, shared_size=0):
        self._launch(self._prepared(arguments), grid, block, shared_size, stream)

    def prepared_timed_call(self, grid, block, *arguments, shared_size=0):
        start, end = Event(), Event()
        start.record()
        self._launch(self._prepared(arguments), grid, block, shared_size, None)
        end.record()
        return lambda: start.time_till(end) * 1e-3

    def get_attribute(self, attribute):
        answer, _ = _ask("function_attributes", function=self._number)
        known = answer["attributes"]
        if str(attribute) not in known:
            raise LogicError("cuFuncGetAttribute failed: invalid argument")
        return known[str(attribute)]

    def set_attribute(self, attribute, value):
        if int(attribute) == 8:
            _ask("allow_shared", function=self._number, bytes=int(value))

    def set_cache_config(self, config):
        pass

    def set_shared_size(self, size):
        self._shared = size

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        value = function_attribute.names.get(name.upper())
        names = {"shared_size_bytes", "num_regs", "local_size_bytes", "const_size_bytes",
                 "max_threads_per_block", "ptx_version", "binary_version"}
        if value is None or name not in names:
            raise AttributeError(name)
        return self.get_attribute(value)


def module_from_file(name):
    raise NotImplementedError("the simulator runs no binaries of a device: SourceModule compiles text")


module_from_buffer = module_from_file


def start_profiler():
    pass


stop_profiler = initialize_profiler = start_profiler
