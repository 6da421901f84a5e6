// The kind of memory that a pointer points to, and the bounds of the object there.
#pragma once

#include <cstddef>
#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::api {

enum class Side { host, device, both };

struct Location {
    Side side = Side::host;
    // The allocation or variable that contains the address. Empty for ordinary host memory, and for
    // device addresses outside any object.
    std::optional<memory::Region> object;
    bool freed = false;
    bool by_kernel = false;  // an allocation that a kernel has made

    bool device_may_use() const { return side != Side::host; }
    bool host_may_use() const { return side != Side::device; }
};

Location locate(const void* pointer);

}  // namespace cusim::api
