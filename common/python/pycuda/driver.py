"""CUDA's driver API under PyCUDA's names: memory, copies, modules, launches, events, streams."""

from pycuda._contexts import Context, Device, get_driver_version, get_version, init, mem_get_info  # noqa: F401
from pycuda._enumerations import (  # noqa: F401
    compute_mode, context_flags, ctx_flags, device_attribute, event_flags, func_cache, function_attribute,
    host_alloc_flags, limit, mem_attach_flags, shared_config,
)
from pycuda._errors import CompileError, Error, LaunchError, LogicError, MemoryError, RuntimeError  # noqa: F401
from pycuda._functions import (  # noqa: F401
    ArgumentHandler, Function, In, initialize_profiler, InOut, Module, module_from_buffer, module_from_file, Out,
    start_profiler, stop_profiler,
)
from pycuda._memory import (  # noqa: F401
    aligned_empty, DeviceAllocation, from_device, from_device_like, managed_empty, managed_zeros, mem_alloc,
    mem_alloc_like, mem_alloc_pitch, memcpy_dtod, memcpy_dtod_async, memcpy_dtoh, memcpy_dtoh_async,
    memcpy_htod, memcpy_htod_async, memset_d16, memset_d16_async, memset_d32, memset_d32_async, memset_d8,
    memset_d8_async, pagelocked_empty, pagelocked_empty_like, pagelocked_zeros, pagelocked_zeros_like,
    PointerHolderBase, register_host_memory, to_device,
)
from pycuda._streams import Event, Stream  # noqa: F401
