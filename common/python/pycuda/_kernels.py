"""Kernels generated from expressions: shared by arrays, ElementwiseKernel and ReductionKernel."""

import functools

import numpy as np

from pycuda.compiler import SourceModule
from pycuda.tools import dtype_to_ctype, get_or_register_dtype

BLOCK = 256
MOST_BLOCKS = 1056  # eight for each of an H100's multiprocessors


def splay(n, dev=None):
    """A grid and a block for n elements. Where there are more elements than threads, each thread
    processes several, one grid width apart."""
    block = min(BLOCK, (n + 31) // 32 * 32) or 32
    return (max(1, min((n + block - 1) // block, MOST_BLOCKS)), 1), (block, 1, 1)


@functools.lru_cache(maxsize=None)
def compiled(source, name, options=()):
    """The kernel of this name."""
    return SourceModule(source, no_extern_c=True, options=list(options)).get_function(name)


def _complex_header(text):
    return "#include <pycuda-complex.hpp>" if "pycuda::complex" in text else ""


def elementwise_source(name, parameters, operation, preamble="", before="", after=""):
    return f"""{_complex_header(parameters + preamble)}
{preamble}
extern "C" __global__ void {name}({parameters}, long n)
{{
  unsigned tid = threadIdx.x;
  unsigned total_threads = gridDim.x*blockDim.x;
  unsigned cta_start = blockDim.x*blockIdx.x;
  unsigned i;
  {before}
  for (i = cta_start + tid; i < n; i += total_threads)
  {{
    {operation};
  }}
  {after}
}}
"""


def run_elementwise(vectors, scalars, operation, n):
    """Runs `operation` for each index i below n. `vectors` and `scalars` map names to values."""
    parameters = [f"{dtype_to_ctype(array.dtype)} *{name}" for name, array in vectors]
    parameters += [f"{dtype_to_ctype(value.dtype)} {name}" for name, value in scalars.items()]
    function = compiled(elementwise_source("elementwise", ", ".join(parameters), operation), "elementwise")
    grid, block = splay(n)
    function(*[array.gpudata for _, array in vectors], *scalars.values(), np.int64(n), grid=grid, block=block)


def reduction_source(name, parameters, map_expr, reduce_expr, neutral, out_type, preamble=""):
    return f"""{_complex_header(parameters + out_type + preamble)}
{preamble}
typedef {out_type} out_type;
#define MAP(i) ({map_expr})
#define REDUCE(a, b) ({reduce_expr})
extern "C" __global__ void {name}(out_type *out, {parameters}, long n)
{{
  __shared__ out_type partial[{BLOCK}];
  out_type sum = {neutral};
  for (long i = blockIdx.x*(long) blockDim.x + threadIdx.x; i < n; i += gridDim.x*(long) blockDim.x)
    sum = REDUCE(sum, MAP(i));
  partial[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x/2; half > 0; half /= 2)
  {{
    if (threadIdx.x < half) {{
      out_type one = partial[threadIdx.x], other = partial[threadIdx.x + half];
      partial[threadIdx.x] = REDUCE(one, other);
    }}
    __syncthreads();
  }}
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}}
"""


def reduce_in_two_steps(first, second, arguments, dtype, n, empty):
    """The first kernel reduces to one number per block; the second reduces those numbers to one.
    `empty` makes an array in device memory, of a shape and a type."""
    blocks = max(1, min((n + BLOCK - 1) // BLOCK, BLOCK))
    partial = empty((blocks,), dtype)
    first(partial.gpudata, *arguments, np.int64(n), grid=(blocks, 1), block=(BLOCK, 1, 1))
    result = empty((), dtype)
    second(result.gpudata, partial.gpudata, np.int64(blocks), grid=(1, 1), block=(BLOCK, 1, 1))
    return result


def run_reduction(vectors, map_expr, reduce_expr, neutral, dtype, n, empty):
    out = dtype_to_ctype(dtype)
    parameters = ", ".join(f"{dtype_to_ctype(array.dtype)} *{name}" for name, array in vectors)
    first = compiled(reduction_source("reduction", parameters, map_expr, reduce_expr, neutral, out),
                     "reduction")
    second = compiled(reduction_source("reduction_of_blocks", f"{out} *x", "x[i]", reduce_expr, neutral, out),
                      "reduction_of_blocks")
    return reduce_in_two_steps(first, second, [array.gpudata for _, array in vectors], dtype, n, empty)


def _vector_types():
    """CUDA's float4 and its relatives, as structured types of NumPy."""
    class Vectors:
        pass

    letters = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
               "long": "i8", "ulong": "u8", "float": "f4", "double": "f8"}
    for base, element in letters.items():
        for count in (1, 2, 3, 4):
            dtype = np.dtype([(axis, element) for axis in "xyzw"[:count]])
            name = f"{base}{count}"
            get_or_register_dtype(name, dtype)
            setattr(Vectors, name, dtype)
            setattr(Vectors, f"make_{name}",
                    staticmethod(lambda *values, dtype=dtype: np.array(values, dtype=dtype)))
    Vectors.types = {name: value for name, value in vars(Vectors).items() if isinstance(value, np.dtype)}
    return Vectors


vectors = _vector_types()
