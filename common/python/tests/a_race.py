"""A kernel with a race: all threads add to one element. test_pycuda.py expects the race's line."""

import numpy as np
import pycuda.autoinit
import pycuda.driver as cuda
from pycuda.compiler import SourceModule

COUNT = 64
module = SourceModule("""
__global__ void count(int *sum, const int *numbers)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // Read, add and write: three steps.
    sum[0] = sum[0] + numbers[i];
}
""")
total = np.zeros(1, np.int32)
module.get_function("count")(cuda.InOut(total), cuda.In(np.ones(COUNT, np.int32)), block=(32, 1, 1), grid=(2, 1))
