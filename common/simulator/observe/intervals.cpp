#include "simulator/observe/intervals.hpp"

#include <limits>
#include <stdexcept>

namespace cusim::observe {

Interval Intervals::begin(std::uint32_t block, std::uint32_t epoch) {
    const Interval id = next();
    if (id == std::numeric_limits<Interval>::max())
        throw std::length_error{"the program has passed four billion barriers"};
    infos_.push_back({block, epoch});
    return id;
}

void Intervals::forget() {
    first_ = next();
    infos_.clear();
}

Intervals& intervals() {
    static Intervals instance;
    return instance;
}

}  // namespace cusim::observe
