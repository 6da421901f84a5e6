"""Arrays in device memory that support arithmetic. Each expression is a kernel, compiled when it is
first used.
"""

import numbers

import numpy as np

import pycuda.driver as drv
from pycuda import _kernels
from pycuda._arithmetic import add_operators, binary, result_type, unary


class GPUArray:
    """A contiguous, row-major array in device memory."""

    __array_priority__ = 100

    def __init__(self, shape, dtype, allocator=drv.mem_alloc, base=None, gpudata=None, strides=None,
                 order="C"):
        self.shape = (int(shape),) if isinstance(shape, numbers.Integral) else tuple(map(int, shape))
        self.dtype = np.dtype(dtype)
        self.allocator, self.base = allocator, base
        self.size = int(np.prod(self.shape, dtype=np.int64))
        self.nbytes = self.size * self.dtype.itemsize
        self.mem_size = self.size
        if gpudata is None:
            gpudata = allocator(self.nbytes) if self.nbytes else None
        self.gpudata = gpudata

    # ---- What it is ------------------------------------------------------------------------------
    @property
    def ndim(self):
        return len(self.shape)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def strides(self):
        steps, step = [], self.itemsize
        for extent in reversed(self.shape):
            steps.insert(0, step)
            step *= extent
        return tuple(steps)

    @property
    def ptr(self):
        return int(self.gpudata)

    @property
    def flags(self):
        return np.empty(self.shape, self.dtype).flags

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __hash__(self):
        raise TypeError("GPUArrays are not hashable.")

    def __str__(self):
        return str(self.get())

    def __repr__(self):
        return repr(self.get())

    def __bool__(self):
        if self.size == 1:
            return bool(self.get())
        raise ValueError("The truth value of an array with more than one element is ambiguous.")

    def __format__(self, format_spec):
        return format(self.get(), format_spec)

    # ---- To and from the host --------------------------------------------------------------------
    def set(self, ary, async_=False, stream=None):
        ary = np.ascontiguousarray(ary, dtype=self.dtype)
        if ary.size != self.size:
            raise ValueError("ary and self must be the same size")
        if self.size:
            drv.memcpy_htod_async(self.gpudata, ary, stream)
        return self

    def set_async(self, ary, stream=None):
        return self.set(ary, stream=stream)

    def get(self, ary=None, pagelocked=False, async_=False, stream=None):
        if ary is None:
            ary = np.empty(self.shape, self.dtype)
        elif ary.shape != self.shape or ary.dtype != self.dtype:
            raise TypeError("self and ary must have the same shape and dtype")
        if self.size:
            drv.memcpy_dtoh_async(ary, self.gpudata, stream)
        return ary

    def get_async(self, stream=None, ary=None):
        return self.get(ary, stream=stream)

    def copy(self):
        new = empty_like(self)
        if self.size:
            drv.memcpy_dtod(new.gpudata, self.gpudata, self.nbytes)
        return new

    # ---- Shapes ----------------------------------------------------------------------------------
    def _view(self, shape, dtype=None, offset=0):
        pointer = drv.DeviceAllocation(self.ptr + offset, owned=False) if offset else self.gpudata
        return GPUArray(shape, dtype or self.dtype, self.allocator, base=self, gpudata=pointer)

    def reshape(self, *shape, order="C"):
        shape = shape[0] if len(shape) == 1 and not isinstance(shape[0], numbers.Integral) else shape
        shape = list(shape)
        if -1 in shape:
            rest = -int(np.prod(shape))
            shape[shape.index(-1)] = self.size // rest if rest else 0
        if int(np.prod(shape)) != self.size:
            raise ValueError("total size of new array must be unchanged")
        return self._view(tuple(shape))

    def ravel(self):
        return self._view((self.size,))

    def view(self, dtype=None):
        dtype = np.dtype(dtype or self.dtype)
        if dtype.itemsize == self.itemsize:
            return self._view(self.shape, dtype)
        last = self.shape[-1] * self.itemsize
        if last % dtype.itemsize:
            raise ValueError("new type not compatible with array")
        return self._view((*self.shape[:-1], last // dtype.itemsize), dtype)

    def squeeze(self):
        return self._view(tuple(extent for extent in self.shape if extent != 1))

    def transpose(self, axes=None):
        if self.ndim < 2 or axes == tuple(range(self.ndim)):
            return self._view(self.shape)
        if self.ndim != 2:
            raise NotImplementedError("transposes of matrices only")
        result = empty((self.shape[1], self.shape[0]), self.dtype)
        _kernels.run_elementwise(
            [("z", result), ("x", self)], {"rows": np.int64(self.shape[0]), "columns": np.int64(self.shape[1])},
            "z[i] = x[i % rows * columns + i / rows]", self.size)
        return result

    @property
    def T(self):  # noqa: N802 — NumPy's name
        return self.transpose()

    def _part(self, index):
        """The part of the array that an index or a slice selects; it must be contiguous."""
        index = index if isinstance(index, tuple) else (index,)
        if Ellipsis in index:
            at = index.index(Ellipsis)
            index = index[:at] + (slice(None),) * (self.ndim - len(index) + 1) + index[at + 1:]
        shape, offset, whole = [], 0, True
        for axis, extent in enumerate(self.shape):
            part = index[axis] if axis < len(index) else slice(None)
            if isinstance(part, slice):
                start, stop, step = part.indices(extent)
                if step != 1:
                    raise NotImplementedError("slices with a step are not there")
                length = stop - start if stop > start else 0
                if length != extent and any(taken > 1 for taken in shape):
                    raise NotImplementedError("what is sliced has to lie in one piece")
                shape.append(length)
            else:
                start = int(part) + (extent if part < 0 else 0)
                if not 0 <= start < extent:
                    raise IndexError(f"index {part} is out of bounds for axis {axis} with size {extent}")
                if any(taken > 1 for taken in shape):
                    raise NotImplementedError("what is sliced has to lie in one piece")
            offset += start * self.strides[axis]
        return self._view(tuple(shape), offset=offset) if shape or self.shape else self

    def __getitem__(self, index):
        return self._part(index)

    def __setitem__(self, index, value):
        part = self._part(index)
        if isinstance(value, GPUArray):
            drv.memcpy_dtod(part.gpudata, value.astype(self.dtype).gpudata, part.nbytes)
        elif isinstance(value, np.ndarray) and value.ndim:
            part.set(value)
        else:
            part.fill(value)

    # ---- Element by element ----------------------------------------------------------------------
    def fill(self, value, stream=None):
        if self.size:
            _kernels.run_elementwise([("z", self)], {"value": self.dtype.type(value)}, "z[i] = value",
                                     self.size)
        return self

    def astype(self, dtype, copy=True):
        if np.dtype(dtype) == self.dtype:
            return self.copy() if copy else self
        return unary(self, "x[i]", dtype)

    def __neg__(self):
        return unary(self, "-x[i]")

    def __pos__(self):
        return self

    def __abs__(self):
        kind = self.dtype.kind
        return unary(self, "fabs(x[i])" if kind == "f" else "(x[i] < 0 ? -x[i] : x[i])")

    def __pow__(self, other):
        return binary(self, other, "pow({x}, {y})")

    def __rpow__(self, other):
        return binary(other, self, "pow({x}, {y})")

    def mul_add(self, selffac, other, otherfac, add_timer=None, stream=None):
        """selffac * self + otherfac * other"""
        return selffac * self + otherfac * other

    def conj(self):
        return self.copy()

    @property
    def real(self):
        return self

    def reverse(self):
        result = empty_like(self)
        _kernels.run_elementwise([("z", result), ("x", self)], {}, "z[i] = x[n - 1 - i]", self.size)
        return result

    def any(self, stream=None, allocator=None):
        return max((self != 0).astype(np.int32))

    def all(self, stream=None, allocator=None):
        return min((self != 0).astype(np.int32))


add_operators(GPUArray)


# ---- Making arrays -----------------------------------------------------------------------------

def empty(shape, dtype=np.float64, allocator=drv.mem_alloc, order="C"):
    return GPUArray(shape, dtype, allocator)


def zeros(shape, dtype=np.float64, allocator=drv.mem_alloc, order="C"):
    result = GPUArray(shape, dtype, allocator)
    if result.nbytes:
        drv.memset_d8(result.gpudata, 0, result.nbytes)
    return result


def full(shape, fill_value, dtype=None, allocator=drv.mem_alloc, order="C"):
    return empty(shape, dtype or np.asarray(fill_value).dtype, allocator).fill(fill_value)


def ones(shape, dtype=np.float64, allocator=drv.mem_alloc, order="C"):
    return full(shape, 1, dtype, allocator)


def empty_like(other_ary, dtype=None, order="K"):
    return empty(other_ary.shape, dtype or other_ary.dtype)


def zeros_like(other_ary, dtype=None, order="K"):
    return zeros(other_ary.shape, dtype or other_ary.dtype)


def ones_like(other_ary, dtype=None, order="K"):
    return ones(other_ary.shape, dtype or other_ary.dtype)


def to_gpu(ary, allocator=drv.mem_alloc):
    ary = np.asarray(ary)
    return GPUArray(ary.shape, ary.dtype, allocator).set(ary)


def to_gpu_async(ary, allocator=drv.mem_alloc, stream=None):
    return to_gpu(ary, allocator)


def arange(*arguments, dtype=None, **options):
    return to_gpu(np.arange(*arguments, dtype=dtype))


def take(a, indices, out=None, stream=None):
    result = empty(indices.shape, a.dtype) if out is None else out
    _kernels.run_elementwise([("z", result), ("x", a), ("k", indices)], {}, "z[i] = x[k[i]]", indices.size)
    return result


def reshape(a, *shape, order="C"):
    return a.reshape(*shape)


def transpose(a, axes=None):
    return a.transpose(axes)


# ---- Choosing and reducing ---------------------------------------------------------------------

def if_positive(criterion, then_, else_, out=None, stream=None):
    result = empty_like(then_) if out is None else out
    _kernels.run_elementwise([("z", result), ("x", criterion), ("y", then_), ("w", else_)], {},
                             "z[i] = x[i] > 0 ? y[i] : w[i]", result.size)
    return result


def where(criterion, then_, else_, out=None, stream=None):
    return if_positive(criterion, then_, else_, out)


def maximum(a, b, out=None, stream=None):
    return binary(a, b, "({x} > {y} ? {x} : {y})", into=out)


def minimum(a, b, out=None, stream=None):
    return binary(a, b, "({x} < {y} ? {x} : {y})", into=out)


def _reduced(a, map_expr, reduce_expr, neutral, dtype, others=()):
    return _kernels.run_reduction([("x", a), *others], map_expr, reduce_expr, neutral, np.dtype(dtype), a.size,
                                  empty)


def sum(a, dtype=None, stream=None, allocator=None):  # noqa: A001
    return _reduced(a, "x[i]", "a + b", "0", dtype or a.dtype)


def dot(a, b, dtype=None, stream=None, allocator=None):
    if a.size != b.size:
        raise ValueError("both arrays must have as many elements")
    return _reduced(a, "x[i] * y[i]", "a + b", "0", dtype or result_type(a, b), [("y", b)])


def subset_sum(subset, a, dtype=None, stream=None, allocator=None):
    return sum(take(a, subset), dtype)


def subset_dot(subset, a, b, dtype=None, stream=None, allocator=None):
    return dot(take(a, subset), take(b, subset), dtype)


def max(a, stream=None, allocator=None):  # noqa: A001
    return _reduced(a, "x[i]", "a > b ? a : b", "x[0]", a.dtype)


def min(a, stream=None, allocator=None):  # noqa: A001
    return _reduced(a, "x[i]", "a < b ? a : b", "x[0]", a.dtype)


def vdot(a, b):
    return dot(a, b)


def is_gpuarray(thing):
    return isinstance(thing, GPUArray)


splay = _kernels.splay
vec = _kernels.vectors
