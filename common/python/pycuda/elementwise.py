"""ElementwiseKernel: the same operation for every element of some arrays."""

import numpy as np

from pycuda import _kernels
from pycuda.compiler import SourceModule
from pycuda.tools import ScalarArg, VectorArg, context_dependent_memoize, parse_arguments  # noqa: F401


def get_elwise_module(arguments, operation, name="kernel", keep=False, options=None, preamble="",
                      loop_prep="", after_loop=""):
    parameters = ", ".join(argument.declarator() for argument in arguments)
    return SourceModule(
        _kernels.elementwise_source(name, parameters, operation, preamble, loop_prep, after_loop),
        no_extern_c=True, options=options, keep=keep)


def get_elwise_kernel_and_types(arguments, operation, name="kernel", keep=False, options=None, **others):
    arguments = parse_arguments(arguments)
    function = get_elwise_module(arguments, operation, name, keep, options, **others).get_function(name)
    function.prepare([argument.struct_char for argument in arguments] + [np.dtype(np.int64)])
    return function, arguments


def get_elwise_kernel(arguments, operation, name="kernel", keep=False, options=None, **others):
    return get_elwise_kernel_and_types(arguments, operation, name, keep, options, **others)[0]


class ElementwiseKernel:
    def __init__(self, arguments, operation, name="kernel", keep=False, options=None, **others):
        self.arguments = parse_arguments(arguments)
        if not any(isinstance(argument, VectorArg) for argument in self.arguments):
            raise RuntimeError("ElementwiseKernel can only be used with functions that have at least one "
                               "vector argument")
        self._made = (operation, name, keep, options, others)
        self._function = None

    def __call__(self, *values, range=None, slice=None, stream=None, grid=None, block=None):  # noqa: A002
        if len(values) != len(self.arguments):
            raise TypeError(f"{len(self.arguments)} arguments are expected, {len(values)} are given")
        if range is not None or slice is not None:
            raise NotImplementedError("ranges and slices of ElementwiseKernel are not there")
        if self._function is None:
            operation, name, keep, options, others = self._made
            self._function = get_elwise_kernel(self.arguments, operation, name, keep, options, **others)
        size, packed = None, []
        for argument, value in zip(self.arguments, values):
            if isinstance(argument, VectorArg):
                size = value.size if size is None else size
                packed.append(value.gpudata)
            else:
                packed.append(value.get()[()] if hasattr(value, "gpudata") else value)
        if size:
            shape = _kernels.splay(size)
            self._function.prepared_async_call(grid or shape[0], block or shape[1], stream, *packed, size)
