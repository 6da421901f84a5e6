"""Connects to the device process and the compiler: requests go over a socket, compiled modules are
files.

A program that runs alone starts both, `simdevice` and `simcc`, from the kit's build folder
(KIT_BUILD, or build/ beside this source tree). Under the grader, common/python/graded.py sets two
variables of this module instead: `connection` to the lab's program, and `compile` to a function
that has the grader check and compile the text.
"""

import atexit
import json
import linecache
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import zlib

_LENGTHS = struct.Struct("<IQ")
_FIRST_BASE, _SLOT_BYTES, _SLOTS = 0x8000_0000, 0x40_0000, 448


class Refused(Exception):
    """An error of CUDA's driver: its number, the function that failed, and a text."""

    def __init__(self, code, call, text):
        super().__init__(f"{call} failed: {text}")
        self.code, self.call, self.text = code, call, text


class CompilerSays(Exception):
    """The compiler rejected a text; the exception holds its messages."""


class Gone(Exception):
    """The device process has ended."""


class Connection:
    """Sends and receives messages of a head (JSON) and a body (bytes). The other end is
    common/python/device/message.hpp."""

    def __init__(self, end):
        self._socket = end
        self._lock = threading.RLock()

    def send(self, head, body=b""):
        text = json.dumps(head).encode()
        body = memoryview(body).cast("B") if len(body) else memoryview(b"")
        self._socket.sendall(_LENGTHS.pack(len(text), body.nbytes) + text)
        if body.nbytes:
            self._socket.sendall(body)

    def _exactly(self, count):
        room = bytearray(count)
        view = memoryview(room)
        while view.nbytes:
            got = self._socket.recv_into(view)
            if got == 0:
                raise Gone("the device process has ended")
            view = view[got:]
        return room

    def receive(self):
        head, body = _LENGTHS.unpack(self._exactly(_LENGTHS.size))
        return json.loads(self._exactly(head)), self._exactly(body)

    def ask(self, what, body=b"", **fields):
        """Sends a request and returns the head and body of its answer. Raises Refused on an error.
        """
        with self._lock:
            try:
                self.send({"do": what, **fields}, body)
                answer, bytes_back = self.receive()
            except (BrokenPipeError, ConnectionResetError):
                raise Gone("the device process has ended") from None
        if "error" in answer:
            error = answer["error"]
            raise Refused(error["code"], error["call"], error["text"])
        return answer, bytes_back

    def close(self):
        self._socket.close()


def build_folder():
    """The folder in which the kit was built."""
    beside = pathlib.Path(__file__).resolve().parents[3] / "build"
    return pathlib.Path(os.environ.get("KIT_BUILD", beside))


def _tool(name):
    path = build_folder() / name
    if not path.exists():
        raise ImportError(f"{path} is missing: build the kit first, or set KIT_BUILD")
    return str(path)


class _OwnDevice:
    """Starts a simdevice process for this program, and holds a folder for its modules."""

    def __init__(self):
        ours, theirs = socket.socketpair()
        sys.stdout.flush()
        self.process = subprocess.Popen(
            [_tool("simdevice"), str(theirs.fileno())], pass_fds=[theirs.fileno()]
        )
        theirs.close()
        self.connection = Connection(ours)
        self.folder = tempfile.mkdtemp(prefix="pycuda-")
        self.made = 0
        atexit.register(self.end)

    def end(self):
        """Ends the device process, which then prints its findings."""
        sys.stdout.flush()
        try:
            self.connection.ask("end")
        except (Gone, Refused):
            pass
        self.connection.close()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


_own = None
connection = None
compile = None


def device():
    """The connection. The first call starts the device process."""
    global _own, connection, compile
    if connection is None:
        _own = _OwnDevice()
        connection, compile = _own.connection, _compile_here
    return connection


def ask(what, body=b"", **fields):
    return device().ask(what, body, **fields)


def _compile_here(text, name, slot, options):
    """Compiles the text to a module that is linked for its own address range. Returns the module's
    file and the compiler's messages."""
    _own.made += 1
    folder = pathlib.Path(_own.folder, str(_own.made))
    folder.mkdir()
    (folder / name).write_text(text)
    base = _FIRST_BASE + slot % _SLOTS * _SLOT_BYTES
    command = [_tool("simcc"), "-shared", f"--module-base={base:#x}", "-x", "cu", name, "-o", "module.so"]
    done = subprocess.run(command + options, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CompilerSays(done.stderr)
    return str(folder / "module.so"), done.stderr


def load(text, name, options=()):
    """Compiles the text and loads it. Returns the module's number and the compiler's messages."""
    device()
    first = zlib.crc32(text.encode())
    for attempt in range(_SLOTS):
        file, words = compile(text, name, (first + attempt) % _SLOTS, list(options))
        answer, _ = ask("load_module", file=file)
        if not answer.get("taken"):
            return answer["module"], words
    raise Refused(2, "cuModuleLoadDataEx", "out of memory")


def in_callers_file(text):
    """Returns the kernel's text and a file name for compiler messages. Where the text is found in
    the program that calls, blank lines are put in front so that line numbers agree with that
    program, and the name is the program's. Text that comes from elsewhere, or that a template has
    changed too much, is returned unchanged as kernel.cu."""
    frame = sys._getframe(1)
    here = os.path.dirname(os.path.abspath(__file__))
    while frame and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == here:
        frame = frame.f_back
    path = frame.f_code.co_filename if frame else ""
    shift = _shift(text.split("\n"), [line.rstrip("\n") for line in linecache.getlines(path)])
    return ("\n" * shift + text, os.path.basename(path)) if shift is not None else (text, "kernel.cu")


def _shift(text, program):
    """By how many lines the text is further down in the program, for more than half of its lines
    (blank ones do not count). None if there is no such number."""
    places = {}
    for number, line in enumerate(program):
        places.setdefault(line.strip(), []).append(number)
    votes, lines = {}, 0
    for number, line in enumerate(text):
        stripped = line.strip()
        if len(stripped) < 2:
            continue
        lines += 1
        for place in places.get(stripped, []):
            votes[place - number] = votes.get(place - number, 0) + 1
    best = max(votes, key=lambda shift: votes[shift], default=-1)
    return best if best >= 0 and 2 * votes[best] > lines else None
