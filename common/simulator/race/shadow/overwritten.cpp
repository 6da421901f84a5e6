#include "simulator/race/shadow/overwritten.hpp"

#include <cstring>

namespace cusim::race {

namespace {

// About 16 MiB. A launch that stores more runs too long to be repeated.
constexpr std::size_t most_words = std::size_t{1} << 20;

}  // namespace

constinit Overwritten overwritten;

void Overwritten::launch_begins(Epoch first) {
    first_ = first;
    complete_ = true;
    words_.clear();
}

void Overwritten::note(Address word) {
    if (memory::shared_arenas.contains(word)) return;
    if (words_.size() == most_words) {
        first_ = 0;
        complete_ = false;
        words_ = {};
        return;
    }
    std::uint32_t before;
    std::memcpy(&before, reinterpret_cast<const void*>(word), sizeof before);
    words_.push_back({word, before});
}

}  // namespace cusim::race
