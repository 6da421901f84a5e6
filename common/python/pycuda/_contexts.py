"""The device, its contexts, and the function that sends it requests."""

from pycuda import _device
from pycuda._enumerations import device_attribute
from pycuda._errors import LogicError, translated


_initialised = False
_contexts = []
_properties = None


def ask(what, body=b"", **fields):
    if not _contexts:
        raise LogicError(f"{what} failed: invalid device context")
    with translated():
        return _device.ask(what, body, **fields)


def init(flags=0):
    global _initialised
    _initialised = True


def get_version():
    return (13, 0, 0)


def get_driver_version():
    return 13000


def _device_properties():
    global _properties
    if _properties is None:
        with translated():
            _properties, _ = _device.ask("properties")
    return _properties


class Device:
    def __init__(self, number=0):
        if not _initialised:
            raise LogicError("cuDeviceGet failed: initialization error")
        if number != 0:
            raise LogicError("cuDeviceGet failed: invalid device ordinal")

    @staticmethod
    def count():
        if not _initialised:
            raise LogicError("cuDeviceGetCount failed: initialization error")
        return 1

    def name(self):
        return _device_properties()["name"]

    def pci_bus_id(self):
        return "0000:00:00.0"

    def compute_capability(self):
        return tuple(_device_properties()["capability"])

    def total_memory(self):
        return _device_properties()["total_memory"]

    def get_attribute(self, attribute):
        known = _device_properties()["attributes"]
        if str(int(attribute)) not in known:
            raise LogicError("cuDeviceGetAttribute failed: invalid argument")
        return known[str(int(attribute))]

    def get_attributes(self):
        known = _device_properties()["attributes"]
        return {value: known[str(int(value))] for value in device_attribute.values.values()
                if str(int(value)) in known}

    def __getattr__(self, name):
        value = device_attribute.names.get(name.upper())
        if value is None:
            raise AttributeError(name)
        return self.get_attribute(value)

    def make_context(self, flags=0):
        context = Context(self)
        _contexts.append(context)
        return context

    def retain_primary_context(self):
        return Context(self)

    def __eq__(self, other):
        return isinstance(other, Device)

    def __hash__(self):
        return 0


class Context:
    def __init__(self, device):
        self._device = device

    @staticmethod
    def get_device():
        return Context.get_current()._device if _contexts else Device(0)

    @staticmethod
    def get_current():
        return _contexts[-1] if _contexts else None

    @staticmethod
    def synchronize():
        ask("synchronize")

    def push(self):
        _contexts.append(self)

    @staticmethod
    def pop():
        if not _contexts:
            raise LogicError("cuCtxPopCurrent failed: invalid device context")
        _contexts.pop()

    def detach(self):
        if self in _contexts:
            _contexts.remove(self)

    @staticmethod
    def set_limit(which, value):
        pass

    @staticmethod
    def get_limit(which):
        return 0

    @staticmethod
    def set_cache_config(config):
        pass

    @staticmethod
    def get_api_version():
        return 13000


def mem_get_info():
    answer, _ = ask("memory_info")
    return answer["free"], answer["total"]
