#include "python/device/variety.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace python {

std::size_t floats_that_differ(std::span<const std::byte> bytes) {
    std::unordered_map<std::uint32_t, std::size_t> times;
    std::size_t most = 0;
    const std::size_t floats = bytes.size() / sizeof(float);
    for (std::size_t i = 0; i < floats; ++i) {
        std::uint32_t word;
        std::memcpy(&word, bytes.data() + i * sizeof word, sizeof word);
        most = std::max(most, ++times[word]);
    }
    return floats - most;
}

void Variety::begin(std::size_t fewest_floats) {
    *this = Variety();
    fewest_floats_ = fewest_floats;
}

void Variety::launched(std::span<const std::byte> parameters,
                       const std::map<const std::byte*, std::size_t>& allocated,
                       const Contents& contents) {
    if (fewest_floats_ == 0) return;
    std::optional<std::size_t> fewest;
    for (std::size_t at = 0; at + sizeof(const std::byte*) <= parameters.size();
         at += sizeof(const std::byte*)) {
        const std::byte* pointer;
        std::memcpy(&pointer, parameters.data() + at, sizeof pointer);
        auto block = allocated.upper_bound(pointer);
        if (block == allocated.begin()) continue;
        const auto& [begin, bytes] = *--block;
        if (pointer >= begin + bytes || bytes / sizeof(float) < fewest_floats_) continue;
        const std::size_t differ = floats_that_differ(contents(begin, bytes));
        fewest = std::min(differ, fewest.value_or(differ));
    }
    launches_.push_back(fewest);
}

void Variety::timed(int from, int to) {
    std::optional<std::size_t> most;  // an empty optional is less than any number
    for (std::size_t i = events_[from]; i < events_[to]; ++i) most = std::max(most, launches_[i]);
    if (most) fewest_ = std::min(*most, fewest_.value_or(*most));
}

}  // namespace python
