"""PyCUDA's interface over the simulator, for machines without a GPU.

A program that says `import pycuda.autoinit` runs unmodified on PyCUDA and on this package; which of
the two it gets is decided by its module path. The device is a process of its own (build/simdevice);
kernels are compiled by build/simcc. Only what a course needs is here: docs/labs/12-python.md.
"""

VERSION = (2026, 1)
VERSION_STATUS = "simulator"
VERSION_TEXT = ".".join(str(part) for part in VERSION) + VERSION_STATUS
