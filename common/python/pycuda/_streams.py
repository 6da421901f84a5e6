"""Streams and events."""

import sys

from pycuda import _device
from pycuda._contexts import ask


def stream_number(stream):
    return stream.handle if stream is not None and hasattr(stream, "handle") else 0


class Stream:
    def __init__(self, flags=0):
        self.handle = ask("make_stream")[0]["stream"]

    def synchronize(self):
        ask("synchronize", stream=self.handle)

    def is_done(self):
        return Event().record(self).query()

    def wait_for_event(self, event):
        ask("wait_for_event", stream=self.handle, event=event.handle)

    def __del__(self):
        _end("end_stream", self, "stream")


class Event:
    """The time between two events is what the model estimates for the launches between them on the
    simulated device."""

    def __init__(self, flags=0):
        self.handle = ask("make_event")[0]["event"]

    def record(self, stream=None):
        ask("record_event", event=self.handle, stream=stream_number(stream))
        return self

    def synchronize(self):
        ask("synchronize", event=self.handle)
        return self

    def query(self):
        return ask("query", event=self.handle)[0]["over"]

    def time_till(self, event):
        answer, _ = ask("time_between", **{"from": self.handle}, to=event.handle)
        return answer["milliseconds"]

    def time_since(self, event):
        return event.time_till(self)

    def __del__(self):
        _end("end_event", self, "event")


def _end(what, thing, name):
    if sys.is_finalizing() or not hasattr(thing, "handle"):
        return
    try:
        _device.ask(what, **{name: thing.handle})
    except Exception:  # noqa: BLE001 — a destructor must not raise
        pass
