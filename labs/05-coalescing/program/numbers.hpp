// Random numbers in device memory. Uses the vendor's library if it is installed, as in the paper.
// The library is looked for at run time, so that it is not needed for building.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace runner::sweep {

/// Fills device memory with numbers that are uniform in (0, 1]. `maker`: the generator's name.
struct Numbers {
    std::string maker;
    std::function<void(float* values, std::size_t count, std::uint64_t seed)> fill;

    /// cuRAND's default generator if it is available, otherwise the kit's own.
    static Numbers find();
    static Numbers own();
};

}  // namespace runner::sweep
