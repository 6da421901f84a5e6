#include "simulator/exec/shared_layout.hpp"

#include <algorithm>

namespace cusim::exec {

namespace {

// A multiple of all 32 banks, so that no variable starts in another bank because of the gap.
constexpr std::size_t gap = 128;

}  // namespace

std::size_t SharedLayout::find(const void* identity) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
        if (places_[i].variable.identity == identity) return i;
    return not_found;
}

std::size_t SharedLayout::add(const SharedVariable& variable) {
    const auto round_up = [](std::size_t value, std::size_t unit) {
        return (value + unit - 1) / unit * unit;
    };
    const std::size_t offset = round_up(end_, std::max(variable.alignment, gap));
    places_.push_back({variable, offset});
    end_ = offset + variable.size + gap;
    if (!variable.dynamic)
        static_bytes_ = round_up(static_bytes_, variable.alignment) + variable.size;
    return places_.size() - 1;
}

}  // namespace cusim::exec
