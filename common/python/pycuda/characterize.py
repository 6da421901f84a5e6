"""Properties of types that depend on the compiler."""

import numpy as np


def platform_bits():
    return 64


def has_stack():
    return True


def sizeof(type_name, preamble=""):
    from pycuda import gpuarray
    from pycuda.compiler import SourceModule

    result = gpuarray.empty((1,), np.int64)
    module = SourceModule(f"{preamble}\nextern \"C\" __global__ void write_size(long long *to) "
                          f"{{ *to = sizeof({type_name}); }}", no_extern_c=True)
    module.get_function("write_size")(result.gpudata, block=(1, 1, 1))
    return int(result.get()[0])
