"""Device memory, and copies to and from it."""

import sys

import numpy as np

from pycuda import _device
from pycuda._contexts import ask
from pycuda._errors import LogicError
from pycuda._streams import stream_number


class PointerHolderBase:
    """An object that stands for a device address, which get_pointer() returns."""

    def get_pointer(self):
        raise NotImplementedError

    @property
    def gpudata(self):
        return self.get_pointer()

    def __int__(self):
        return int(self.get_pointer())

    __index__ = __int__


class DeviceAllocation(PointerHolderBase):
    """Device memory that is freed when no Python object refers to it any more."""

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
            ask("free", pointer=pointer)

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
        except Exception:  # noqa: BLE001 — a destructor must not raise
            pass


def mem_alloc(size):
    answer, _ = ask("allocate", bytes=int(size))
    return DeviceAllocation(answer["pointer"])


def mem_alloc_like(ary):
    return mem_alloc(ary.nbytes)


def mem_alloc_pitch(width, height, access_size):
    pitch = (int(width) + 511) // 512 * 512
    return mem_alloc(pitch * int(height)), pitch


def _bytes_of(source):
    """The bytes of an array or a buffer, which must be contiguous."""
    if isinstance(source, np.ndarray):
        if not (source.flags.c_contiguous or source.flags.f_contiguous):
            raise ValueError("ndarray is not contiguous")
        return np.ravel(source, order="K").view(np.uint8).data
    return memoryview(source).cast("B")


def _require_host(array, call):
    if isinstance(array, (DeviceAllocation, int)):
        raise TypeError(f"{call}(dest, src): the destination comes first, and {type(array).__name__} stands where "
                        "an array on the host is to be")


def memcpy_htod(dest, src):
    _require_host(src, "memcpy_htod")
    ask("copy_in", _bytes_of(src), pointer=int(dest))


def memcpy_htod_async(dest, src, stream=None):
    ask("copy_in", _bytes_of(src), pointer=int(dest), stream=stream_number(stream))


def memcpy_dtoh(dest, src):
    memcpy_dtoh_async(dest, src)


def memcpy_dtoh_async(dest, src, stream=None):
    _require_host(dest, "memcpy_dtoh")
    if isinstance(dest, np.ndarray) and not dest.flags.writeable:
        raise ValueError("the array to copy to is read-only")
    if isinstance(dest, np.ndarray) and not (dest.flags.c_contiguous or dest.flags.f_contiguous):
        raise ValueError("ndarray is not contiguous")
    size = dest.nbytes if isinstance(dest, np.ndarray) else memoryview(dest).nbytes
    _, body = ask("copy_out", pointer=int(src), bytes=size, stream=stream_number(stream))
    if isinstance(dest, np.ndarray):
        flat = dest.reshape(-1, order="A") if dest.flags.c_contiguous else dest.T.reshape(-1)
        flat[...] = np.frombuffer(body, dtype=dest.dtype)
    else:
        memoryview(dest).cast("B")[:] = body


def memcpy_dtod(dest, src, size):
    ask("copy_within", to=int(dest), **{"from": int(src)}, bytes=int(size))


def memcpy_dtod_async(dest, src, size, stream=None):
    ask("copy_within", to=int(dest), **{"from": int(src)}, bytes=int(size),
         stream=stream_number(stream))


def _fill(dest, value, count, width):
    ask("fill", pointer=int(dest), value=int(value) & (1 << 8 * width) - 1, count=int(count), width=width)


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
