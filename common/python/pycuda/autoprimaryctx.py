"""Creates a context at the first import, and destroys it at the program's end."""

import atexit

import pycuda.driver as _driver
from pycuda.tools import make_default_context

_driver.init()
context = make_default_context()
device = context.get_device()
atexit.register(context.pop)
