// Performs one request: stages the arrays, calls the function, waits for the device, brings the
// outputs back. The one way a student's function is called, by the grader and by hand alike.
#pragma once

#include <cstddef>
#include <span>

#include "runner/program.hpp"
#include "runner/protocol.hpp"

namespace runner {

/// Never throws: a request that cannot be met is refused in the reply, with the reason.
Reply perform(const Program& program, const Request& request, std::span<const std::byte> inputs,
              std::span<std::byte> outputs);

}  // namespace runner
