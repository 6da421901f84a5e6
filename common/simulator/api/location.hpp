// Whose memory a pointer points to, and how far the object behind it reaches.
#pragma once

#include <cstddef>
#include <optional>

#include "simulator/memory/layout.hpp"

namespace cusim::api {

enum class Side { host, device, both };

struct Location {
    Side side = Side::host;
    // The allocation or variable that holds the address. Unknown for ordinary host memory, and for
    // a device address that belongs to nothing (any more).
    std::optional<memory::Region> object;
    bool freed = false;

    bool device_may_use() const { return side != Side::host; }
    bool host_may_use() const { return side != Side::device; }
};

Location locate(const void* pointer);

}  // namespace cusim::api
