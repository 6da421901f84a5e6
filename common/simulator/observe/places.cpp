#include "simulator/observe/places.hpp"

#include <iterator>

namespace cusim::observe {

using memory::Address;

void Places::add(Place place) {
    auto it = by_base_.upper_bound(place.base);
    if (it != by_base_.begin()) --it;
    while (it != by_base_.end() && it->first < place.base + place.size) {
        const bool overlaps = it->first + it->second.size > place.base || it->first == place.base;
        it = overlaps ? by_base_.erase(it) : std::next(it);
    }
    latest_ = &(by_base_[place.base] = place);
}

Place* Places::find(Address a) {
    if (latest_ && a - latest_->base < latest_->size) return latest_;
    const auto after = by_base_.upper_bound(a);
    if (after == by_base_.begin()) return nullptr;
    Place& place = std::prev(after)->second;
    if (a - place.base >= place.size) return nullptr;
    return latest_ = &place;
}

void Places::free(Address base) {
    if (const auto it = by_base_.find(base); it != by_base_.end()) it->second.freed = true;
}

const Place* Places::before(Address a) const {
    const auto after = by_base_.upper_bound(a);
    return after == by_base_.begin() ? nullptr : &std::prev(after)->second;
}

const Place* Places::behind(Address a) const {
    const auto after = by_base_.upper_bound(a);
    return after == by_base_.end() ? nullptr : &after->second;
}

void Places::drop_argument_names() {
    for (auto& [base, place] : by_base_) place.argument = nullptr;
}

void Places::for_each(void (*action)(Place&)) {
    for (auto& [base, place] : by_base_) action(place);
}

Places& places() {
    static Places instance;
    return instance;
}

Place* find_place(const BlockClock& block, Address a, Place& shared) {
    if (!memory::shared_arenas.contains(a)) {
        Place* const place = places().find(a);
        return place && !place->freed ? place : nullptr;
    }
    for (const SharedVariable& variable : block.shared) {
        if (a - variable.base >= variable.size) continue;
        shared = {.base = variable.base,
                  .size = variable.size,
                  .shared = true,
                  .birth = block.first_interval,
                  .name = variable.name};
        return &shared;
    }
    return nullptr;
}

}  // namespace cusim::observe
