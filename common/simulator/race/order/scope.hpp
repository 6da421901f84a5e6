// The threads among which a fence or an atomic orders.
#pragma once

#include <cstdint>

namespace cusim::race {

enum class Scope : std::uint8_t { block, device, system };

}  // namespace cusim::race
