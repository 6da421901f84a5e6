#include "simulator/race/epochs.hpp"

#include <limits>
#include <stdexcept>

namespace cusim::race {

Epoch Epochs::begin(std::uint32_t block, std::uint32_t barriers) {
    const Epoch id = next();
    if (id == std::numeric_limits<Epoch>::max())
        throw std::length_error{"the program has passed four billion barriers"};
    infos_.push_back({block, barriers});
    return id;
}

void Epochs::forget() {
    first_ = next();
    infos_.clear();
}

Epochs& epochs() {
    static Epochs instance;
    return instance;
}

}  // namespace cusim::race
