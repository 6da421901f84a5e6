"""PyCUDA's exceptions, and which of them is raised for which error of the driver."""

import contextlib

from pycuda import _device


class Error(Exception):
    pass


class LogicError(Error):
    pass


class MemoryError(Error):  # noqa: A001
    pass


class LaunchError(Error):
    pass


class RuntimeError(Error):  # noqa: A001
    pass


class CompileError(Error):
    def __init__(self, msg, command_line, stdout=None, stderr=None):
        super().__init__(msg, command_line, stdout, stderr)
        self.msg, self.command_line, self.stdout, self.stderr = msg, command_line, stdout, stderr

    def __str__(self):
        text = f"{self.msg}\n[command: {' '.join(self.command_line)}]"
        if self.stdout:
            text += f"\n[stdout:\n{self.stdout}]"
        if self.stderr:
            text += f"\n[stderr:\n{self.stderr}]"
        return text


_MEMORY = {2}
_LAUNCH = {701, 702, 703, 719}
_RUNTIME = {100, 209, 214, 301, 600}


@contextlib.contextmanager
def translated():
    """Raises the PyCUDA exception that belongs to an error of the driver."""
    try:
        yield
    except _device.Refused as refused:
        kind = (MemoryError if refused.code in _MEMORY else LaunchError if refused.code in _LAUNCH
                else RuntimeError if refused.code in _RUNTIME else LogicError)
        raise kind(str(refused)) from None
    except _device.Gone as gone:
        raise LogicError(str(gone)) from None
