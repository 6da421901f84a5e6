"""Mathematical functions of arrays, element by element."""

from pycuda._arithmetic import binary, unary

_NAMES = ["ceil", "floor", "fabs", "exp", "log", "log10", "sqrt", "sin", "cos", "tan", "asin", "acos",
          "atan", "sinh", "cosh", "tanh"]


def _made(name):
    def function(array, *, out=None, stream_or_out=None, stream=None):
        result = unary(array, f"{name}(x[i])")
        if out is not None:
            out[...] = result
            return out
        return result

    function.__name__ = name
    return function


for _name in _NAMES:
    globals()[_name] = _made(_name)


def fmod(arg, mod, stream=None):
    return binary(arg, mod, "fmod({x}, {y})")
