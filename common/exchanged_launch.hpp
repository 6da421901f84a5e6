// Whether a launch looks like <<<threads, blocks>>>, for messages of the simulator and the grader.
#pragma once

#include <cstdint>

namespace launches {

/// Blocks of less than a warp, and so many that they look like the number of a block's threads.
constexpr bool looks_exchanged(std::int64_t blocks, std::int64_t threads) {
    constexpr std::int64_t lanes = 32;
    return threads > 0 && threads < lanes && blocks > threads && blocks % lanes == 0;
}

}  // namespace launches
