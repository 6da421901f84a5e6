// Runs independent pieces of work on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace grader::cli {

/// Calls `work` with 0 … count - 1, up to `at_once` of these side by side; 0: as many as there are
/// cores. Throws what one of them throws, once the others have ended.
void side_by_side(std::size_t count, unsigned at_once,
                  const std::function<void(std::size_t)>& work);

}  // namespace grader::cli
