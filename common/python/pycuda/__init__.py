"""PyCUDA's interface on top of the simulator, for machines without a GPU.

A program that says `import pycuda.autoinit` runs unmodified with PyCUDA and with this package; the
module search path decides which of the two it imports. The simulated device runs in a process of
its own (build/simdevice), and build/simcc compiles the kernels. Only the part that the course needs
is implemented: see docs/labs/12-python.md.
"""

VERSION = (2026, 1)
VERSION_STATUS = "simulator"
VERSION_TEXT = ".".join(str(part) for part in VERSION) + VERSION_STATUS
