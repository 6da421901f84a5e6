"""SourceModule: CUDA C++ in a string, compiled while the program runs."""

import os
from warnings import warn

from pycuda import _device
from pycuda._errors import CompileError, translated
from pycuda._functions import Module, parameter_types

DEFAULT_NVCC_FLAGS = []


def _compiler_options(options, include_dirs):
    given = list(DEFAULT_NVCC_FLAGS if options is None else options)
    ours = os.path.dirname(os.path.abspath(__file__))  # for pycuda-complex.hpp
    return given + [f"-I{folder}" for folder in [*include_dirs, ours]]


def _ends_within_string(text):
    """What to say where a string of the kernel's text goes on at the begin of the next line."""
    lines = text.split("\n")
    for line, following in zip(lines, lines[1:]):
        if line.replace('\\"', "").count('"') % 2 == 1 and following.startswith('"'):
            return ('\nA string ends with its line here: where \\n stands there, Python has made it the end of '
                    'a line. Write \\\\n, or make the text a raw one, r"""…"""')
    return ""


class SourceModule(Module):
    """`source`, compiled for the device. Unless no_extern_c is set, the text is wrapped in extern
    "C" { }, so that kernels are found by their plain names. Parameters that mean nothing to the
    simulator (arch, code, keep, …) are accepted and ignored."""

    def __init__(self, source, nvcc="nvcc", options=None, keep=False, no_extern_c=False, arch=None,
                 code=None, cache_dir=None, include_dirs=()):
        text, name = _device.in_callers_file(str(source))
        if not no_extern_c:
            # On the text's last leading blank line, if it has one, so that line numbers do not
            # change.
            blank = len(text) - len(text.lstrip("\n"))
            text = text[:blank][:-1] + 'extern "C" { ' + text[max(blank - 1, 0):] + "\n}\n"
        try:
            with translated():
                number, words = _device.load(text, name, _compiler_options(options, include_dirs))
        except _device.CompilerSays as error:
            raise CompileError(f"nvcc compilation of {name} failed", ["simcc", name],
                               stderr=str(error) + _ends_within_string(text)) from None
        words = "\n".join(line for line in words.splitlines() if not line.startswith("simcc: note"))
        if words.strip():
            warn(f"The CUDA compiler succeeded, but said the following:\n{words}", stacklevel=2)
        super().__init__(number)
        self.types = parameter_types(text)


class DynamicSourceModule:
    def __init__(self, *arguments, **options):
        raise NotImplementedError("the simulator's kernels launch no kernels: no dynamic parallelism")
