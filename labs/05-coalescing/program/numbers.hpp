// Random numbers in device memory. The vendor's library makes them where it is installed, as the
// paper had it; it is looked for when the program runs, so that nothing is needed to build it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace runner::sweep {

/// Fills device memory with numbers uniform in (0, 1]; `maker` says who does.
struct Numbers {
    std::string maker;
    std::function<void(float* values, std::size_t count, std::uint64_t seed)> fill;

    /// cuRAND's default generator where it answers, else the kit's own.
    static Numbers find();
    static Numbers own();
};

}  // namespace runner::sweep
