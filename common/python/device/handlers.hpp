// Arrays that a kernel was given by PyCUDA's In, Out and InOut, against what it did with them: what
// it stores where In gave it an array is copied nowhere, and Out copies back what was never stored.
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

/// What a launch's request says of them, under "handlers": position, kind and bytes of each.
std::vector<Handler> handlers_in(const Message& request, const void* kernel,
                                 const std::vector<void*>& arguments);

/// Behind the launch: a note, which is also the hint of the provenance.
void tell_of_handlers(const std::vector<Handler>& handlers, Provenance& provenance);

}  // namespace python
