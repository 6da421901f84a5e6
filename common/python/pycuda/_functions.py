"""Modules, their functions, and the arguments of a launch."""

import re
import sys

import numpy as np

from pycuda._contexts import ask
from pycuda._enumerations import function_attribute
from pycuda._errors import LaunchError, LogicError
from pycuda._memory import PointerHolderBase, mem_alloc, memcpy_dtoh, memcpy_htod
from pycuda._streams import Event, stream_number


_TYPES = {"float": "f4", "double": "f8", "int": "i4", "unsigned": "u4", "unsigned int": "u4",
          "long": "i8", "long long": "i8", "size_t": "u8"}


def parameter_types(text):
    """For each kernel in the text, what it takes: (name, words, dtype or None, is a pointer)."""
    kernels = {}
    for name, inside in re.findall(r"__global__\s+void\s+(\w+)\s*\(([^()]*)\)", text):
        taken = []
        for part in inside.split(","):
            found = re.fullmatch(r"\s*(?:const\s+)?([\w ]+?)\s*(\*?)\s*(?:__restrict__\s+)?(\w+)\s*", part)
            kind = _TYPES.get(found[1].strip()) if found else None
            taken.append((found[3], found[1] + found[2], np.dtype(kind), bool(found[2])) if kind else None)
        kernels[name] = taken
    return kernels


def _mistyped(taken, arguments):
    """The arguments whose numbers are not of the type that the kernel takes, in words."""
    words = []
    for parameter, value in zip(taken or [], arguments):
        if parameter is None:
            continue
        name, declared, dtype, is_pointer = parameter
        array = value.array if isinstance(value, ArgumentHandler) else value
        given = getattr(array, "dtype", None)
        if given is None or isinstance(value, np.ndarray) or is_pointer == isinstance(value, np.generic):
            continue
        is_float = given.kind == "f"
        if given.kind in "fiu" and (is_float != (dtype.kind == "f") or given.itemsize != dtype.itemsize):
            what = f"an array of {given}" if is_pointer else f"a {given}"
            words.append(f"parameter {name} is `{declared}` and was given {what}, whose bytes are taken for "
                         f"those of {dtype}")
    return "; ".join(words)


class Module:
    types = {}  # of the kernels' parameters, where the text is known

    def __init__(self, number):
        self._number = number

    def get_function(self, name):
        answer, _ = ask("find_function", module=self._number, name=name)
        return Function(self, name, answer)

    def get_global(self, name):
        answer, _ = ask("find_variable", module=self._number, name=name)
        return answer["pointer"], answer["bytes"]

    def get_texref(self, name):
        raise NotImplementedError("texture references are gone since CUDA 12; the simulator has none")

    get_surfref = get_texref


class ArgumentHandler:
    """A host array passed to a kernel: it gets device memory for the duration of the call."""

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
    """The bytes of one argument, and their alignment."""
    if isinstance(value, np.generic):
        return value.tobytes(), value.dtype.alignment
    if isinstance(value, ArgumentHandler):
        return np.uint64(int(value.get_device_alloc())).tobytes(), 8
    if isinstance(value, PointerHolderBase):
        return np.uint64(int(value)).tobytes(), 8
    if isinstance(value, np.ndarray):
        # An array of one structure, passed by value.
        return value.tobytes(), value.dtype.alignment
    pointer = getattr(value, "gpudata", None)
    if pointer is not None:
        return np.uint64(int(pointer)).tobytes(), 8
    hint = ": a number of Python's has no size, pass numpy.int32(…) or what the kernel takes" \
        if isinstance(value, (int, float)) else ""
    raise TypeError(f"invalid type on parameter #{position} (0-based){hint}")


def _piece(arguments):
    piece = b""
    for position, value in enumerate(arguments):
        bytes_of_it, alignment = _packed(value, position)
        piece += b"\0" * (-len(piece) % alignment) + bytes_of_it
    return piece


def _arrays_by_value(arguments):
    """Names the first NumPy array of numbers: PyCUDA passes its elements, and no pointer to them."""
    for position, value in enumerate(arguments):
        if isinstance(value, np.ndarray) and value.dtype.kind != "V":
            return (f"; parameter #{position} (0-based) is a NumPy array, which is passed by value, with all "
                    "its elements: cuda.In copies it to the device and passes a pointer")
    return ""


def _kinds(arguments):
    """Lists the arguments that are In, Out or InOut. The device compares them with what the kernel
    reads and writes."""
    kinds = ((In, "In"), (Out, "Out"))
    return [(position, "+".join(name for kind, name in kinds if isinstance(value, kind)), value.array.nbytes)
            for position, value in enumerate(arguments) if isinstance(value, ArgumentHandler)]


# The letters of the types that prepare() takes: those of the module struct, and complex numbers.
_FORMATS = set("bBhHiIlLqQfdPFD")


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

    def _launch(self, piece, grid, block, shared, stream, **more):
        # What Python has printed so far must come before the kernel's output.
        sys.stdout.flush()
        ask("launch", piece, function=self._number, grid=_extent(grid, "grid"),
             block=_extent(block, "block"), shared=int(shared), stream=stream_number(stream), **more)

    def __call__(self, *arguments, grid=(1, 1), block=None, stream=None, shared=0, texrefs=(),
                 time_kernel=False):
        if block is None:
            raise ValueError("must specify block size")
        handlers = [value for value in arguments if isinstance(value, ArgumentHandler)]
        for handler in handlers:
            handler.pre_call(stream)
        start = Event().record() if time_kernel else None
        try:
            self._launch(_piece(arguments), grid, block, shared, stream, handlers=_kinds(arguments),
                         mistyped=_mistyped(self._module.types.get(self.name), arguments))
        except LaunchError as error:
            error.args = (f"{error}{_arrays_by_value(arguments)}",)
            raise
        seconds = None
        if time_kernel:
            seconds = start.time_till(Event().record().synchronize()) * 1e-3
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
        return lambda: start.time_till(end.synchronize()) * 1e-3

    def get_attribute(self, attribute):
        answer, _ = ask("function_attributes", function=self._number)
        known = answer["attributes"]
        if str(attribute) not in known:
            raise LogicError("cuFuncGetAttribute failed: invalid argument")
        return known[str(attribute)]

    def set_attribute(self, attribute, value):
        if int(attribute) == function_attribute.MAX_DYNAMIC_SHARED_SIZE_BYTES:
            ask("allow_shared", function=self._number, bytes=int(value))

    def set_cache_config(self, config):
        pass

    def set_shared_size(self, size):
        raise NotImplementedError("a launch says how much shared memory it takes: shared=, or shared_size= "
                                  "of a prepared call")

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
