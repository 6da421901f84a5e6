// Compares how PyCUDA's In, Out and InOut are used with what the kernel does. Values stored to an
// In array are never copied back, and Out copies back memory that may never have been stored to.
#pragma once

#include <string>
#include <vector>

#include "python/device/message.hpp"
#include "python/device/provenance.hpp"

namespace python {

struct Handler {
    std::string parameter, kind;  // "a", "In"
    const std::byte* memory;
    std::size_t bytes;
};

/// The handlers in a launch's request, under "handlers": position, kind and bytes of each.
std::vector<Handler> handlers_in(const Message& request, const void* kernel,
                                 const std::vector<void*>& arguments);

/// To be called after the launch of `kernel`: reports a note, which also becomes the hint of the
/// provenance. `mistyped`: the arguments that are of another type than the parameters, in words.
void tell_of_handlers(const std::string& kernel, const std::vector<Handler>& handlers,
                      const std::string& mistyped, Provenance& provenance);

}  // namespace python
