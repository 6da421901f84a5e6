// The thread at which a debugger stops, as SIM_STOP_AT=BLOCK:THREAD names it: 2:7, or 1,0,0:3,2
// with an index for each dimension. Kernels compiled for a debugger (simcc -G) test at their
// beginning whether they run in it.
#pragma once

#include <optional>
#include <string_view>

#include "cusim/vector_types.hpp"

namespace cusim::exec {

struct StopAt {
    uint3 block{}, thread{};

    // Returns nullopt for any text in another form.
    static std::optional<StopAt> parse(std::string_view text);
};

}  // namespace cusim::exec
