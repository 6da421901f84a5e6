"""Enumerations that have CUDA's names and numbers."""


class _Enumeration:
    """An enumeration whose members print as PyCUDA's do."""

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
