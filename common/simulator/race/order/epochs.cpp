#include "simulator/race/order/epochs.hpp"

#include <stdexcept>

namespace cusim::race {

Epoch Epochs::begin(std::uint32_t block, std::uint32_t barriers) {
    const Epoch id = next();
    if (id == first_in_flight)
        throw std::length_error{"the program has passed four billion barriers"};
    infos_.push_back({block, barriers});
    return id;
}

Epoch Epochs::begin_copied(std::uint32_t block, std::uint32_t barriers) {
    const Epoch id = begin(block, barriers);
    infos_.back().copied = true;
    return id;
}

Epoch Epochs::begin_in_flight(std::uint32_t block) {
    const EpochInfo info{.block = block, .barriers = no_barrier, .copied = true};
    if (landed_.empty()) {
        in_flight_.push_back(info);
        return first_in_flight + static_cast<Epoch>(in_flight_.size() - 1);
    }
    const Epoch id = landed_.back();
    landed_.pop_back();
    in_flight_[id - first_in_flight] = info;
    return id;
}

void Epochs::end_in_flight(Epoch id) {
    landed_.push_back(id);
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
