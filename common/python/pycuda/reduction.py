"""ReductionKernel: reduces some arrays to one number."""

import numpy as np

from pycuda import _kernels, gpuarray
from pycuda.tools import dtype_to_ctype, parse_arguments, VectorArg


class ReductionKernel:
    def __init__(self, dtype_out, neutral, reduce_expr, map_expr=None, arguments=None, name="reduce_kernel",
                 keep=False, options=None, preamble="", allocator=None):
        self.dtype_out = np.dtype(dtype_out)
        out = dtype_to_ctype(self.dtype_out)
        self.arguments = parse_arguments(arguments or f"const {out} *in")
        vectors = [argument.name for argument in self.arguments if isinstance(argument, VectorArg)]
        parameters = ", ".join(argument.declarator() for argument in self.arguments)
        options = tuple(options or ())
        self._first = _kernels.compiled(
            _kernels.reduction_source(name, parameters, map_expr or f"{vectors[0]}[i]", reduce_expr, neutral,
                                      out, preamble), name, options)
        self._second = _kernels.compiled(
            _kernels.reduction_source(name + "_of_blocks", f"{out} *in", "in[i]", reduce_expr, neutral, out,
                                      preamble), name + "_of_blocks", options)

    def __call__(self, *values, stream=None, out=None, allocator=None, range=None, slice=None):  # noqa: A002
        size, packed = 0, []
        for argument, value in zip(self.arguments, values):
            if isinstance(argument, VectorArg):
                size = size or value.size
                packed.append(value.gpudata)
            else:
                packed.append(argument.dtype.type(value))
        result = _kernels.reduce_in_two_steps(self._first, self._second, packed, self.dtype_out, size,
                                              gpuarray.empty)
        if out is not None:
            out.set(result.get())
            return out
        return result
