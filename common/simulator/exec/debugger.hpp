// The one thread at which a debugger stops, as SIM_STOP_AT=BLOCK:THREAD names it: 2:7, or 1,0,0:3,2
// with indices by dimension. Kernels compiled for a debugger (simcc -G) ask when they begin.
#pragma once

#include <optional>
#include <string_view>

#include "cusim/vector_types.hpp"

namespace cusim::exec {

struct StopAt {
    uint3 block{}, thread{};

    // Throws std::invalid_argument for anything but the forms above.
    static StopAt parse(std::string_view text);
    // Nothing where the variable is not set; a wrong value ends the program with status 2.
    static std::optional<StopAt> from_environment();
};

}  // namespace cusim::exec
