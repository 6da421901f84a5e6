// Performs one request: stages the arrays, calls the function, waits for the device, copies the
// outputs back. Both the grader and runs by hand call a student's function in this way only.
#pragma once

#include <cstddef>
#include <span>

#include "runner/program.hpp"
#include "runner/protocol.hpp"

namespace runner {

/// Never throws: if a request cannot be fulfilled, the reply refuses it with the reason.
Reply perform(const Program& program, const Request& request, std::span<const std::byte> inputs,
              std::span<std::byte> outputs);

}  // namespace runner
