"""Arithmetic on arrays of the device, one element after another: types, shapes and operators."""

import numbers

import numpy as np

from pycuda import _kernels
from pycuda.tools import dtype_to_ctype


def is_array(value):
    return hasattr(value, "gpudata")


def result_type(x, y):
    """The result's type by NumPy's rules; a Python number takes the array's type where its value
    allows it."""
    def one(value):
        return value.dtype if is_array(value) else value

    return np.result_type(one(x), one(y))


def unary(x, expression, dtype=None):
    result = type(x)(x.shape, dtype or x.dtype, x.allocator)
    if x.size:
        _kernels.run_elementwise([("z", result), ("x", x)], {}, f"z[i] = {expression}", x.size)
    return result


def binary(x, y, expression, dtype=None, into=None):
    for value in (x, y):
        if not is_array(value) and not isinstance(value, (numbers.Number, np.generic)):
            return NotImplemented
    arrays = [value for value in (x, y) if is_array(value)]
    shape = arrays[0].shape
    for array in arrays:
        if array.size == 1:
            shape = arrays[0].shape if array is not arrays[0] else arrays[-1].shape
        elif array.shape != shape and arrays[0].size != 1:
            raise ValueError(f"operands could not be broadcast together with shapes {arrays[0].shape} "
                             f"{arrays[-1].shape}")
    kind = result_type(x, y)
    result = into if into is not None else type(arrays[0])(shape, dtype or kind, arrays[0].allocator)
    vectors, scalars, words = [("z", result)], {}, {}
    for name, value in (("x", x), ("y", y)):
        if is_array(value):
            vectors.append((name, value))
            element = f"{name}[{'0' if value.size == 1 and result.size != 1 else 'i'}]"
        else:
            scalars[name] = kind.type(value)
            element = name
        words[name] = f"({dtype_to_ctype(kind)}) {element}"
    if result.size:
        _kernels.run_elementwise(vectors, scalars, "z[i] = " + expression.format(**words), result.size)
    return result


def add_operators(array):
    """Gives the class of arrays its arithmetic and its comparisons."""
    arithmetic = {"add": "{x} + {y}", "sub": "{x} - {y}", "mul": "{x} * {y}", "mod": "{x} % {y}",
                  "and": "{x} & {y}", "or": "{x} | {y}", "xor": "{x} ^ {y}"}
    comparisons = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

    def forward(expression):
        return lambda self, other: binary(self, other, expression)

    def backward(expression):
        return lambda self, other: binary(other, self, expression)

    def inside(expression):
        return lambda self, other: binary(self, other, expression, into=self)

    def comparing(sign):
        return lambda self, other: binary(self, other, "{x} " + sign + " {y}", dtype=np.bool_)

    for name, expression in arithmetic.items():
        setattr(array, f"__{name}__", forward(expression))
        setattr(array, f"__r{name}__", backward(expression))
        setattr(array, f"__i{name}__", inside(expression))
    for name, sign in comparisons.items():
        setattr(array, f"__{name}__", comparing(sign))

    def quotient(x, y, into=None):
        kind = result_type(x, y)
        dtype = kind if kind.kind == "f" else np.dtype(np.float64)
        word = dtype_to_ctype(dtype)
        return binary(x, y, f"({word}) {{x}} / ({word}) {{y}}", dtype=dtype, into=into)

    array.__truediv__ = lambda self, other: quotient(self, other)
    array.__rtruediv__ = lambda self, other: quotient(other, self)
    array.__itruediv__ = lambda self, other: quotient(self, other, into=self)
