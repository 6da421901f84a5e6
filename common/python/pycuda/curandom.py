"""Random arrays. The interface is PyCUDA's; the numbers differ, since NumPy makes them and not a
generator on the device.
"""

import numpy as np

from pycuda import gpuarray


def rand(shape, dtype=np.float32, stream=None):
    return gpuarray.to_gpu(np.random.random_sample(shape).astype(dtype))


def seed_getter_uniform(count):
    return gpuarray.to_gpu(np.full(count, np.random.randint(2**31), np.int32))


def seed_getter_unique(count):
    return gpuarray.to_gpu(np.random.randint(2**31, size=count).astype(np.int32))


class _Generator:
    def __init__(self, seed_getter=None, offset=0):
        self._random = np.random.default_rng()

    def gen_uniform(self, shape, dtype, stream=None):
        return gpuarray.to_gpu(self._random.random(shape).astype(dtype))

    def gen_normal(self, shape, dtype, stream=None):
        return gpuarray.to_gpu(self._random.standard_normal(shape).astype(dtype))

    def fill_uniform(self, data, stream=None):
        data.set(self._random.random(data.shape).astype(data.dtype))

    def fill_normal(self, data, stream=None):
        data.set(self._random.standard_normal(data.shape).astype(data.dtype))


class XORWOWRandomNumberGenerator(_Generator):
    pass


class MRG32k3aRandomNumberGenerator(_Generator):
    pass


class Sobol32RandomNumberGenerator(_Generator):
    pass
