#include "simulator/exec/thread.hpp"

namespace cusim::exec {

namespace {

std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0x9e37'79b9'7f4a'7c15;
    return x ^ x >> 29;
}

}  // namespace

bool SpinWatch::insert(std::uint64_t hash) {
    const std::uint64_t first = std::uint64_t{1} << (hash & 63);
    const std::uint64_t second = std::uint64_t{1} << (hash >> 6 & 63);
    std::uint64_t& first_word = bits_[hash >> 12 & 31];
    std::uint64_t& second_word = bits_[hash >> 17 & 31];
    const bool known = (first_word & first) && (second_word & second);
    first_word |= first;
    second_word |= second;
    return known;
}

bool SpinWatch::sees_nothing_new(std::uintptr_t address, std::uint64_t value) {
    if (insert(mixed(mixed(address) + value))) {
        if (++repeats_ < fewest_repeats + 2 * pairs_) return false;
        repeats_ = 0;
        return true;
    }
    repeats_ = 0;
    if (++pairs_ > capacity) {
        bits_ = {};
        pairs_ = 0;
    }
    return false;
}

std::uint64_t read_at_most_8(const void* address, std::uint32_t size) {
    std::uint64_t value = 0;
    __builtin_memcpy(&value, address, size < 8 ? size : 8);
    return value;
}

// The size of an atomic is not known; four bytes are compared.
bool sees_change(const Thread& thread) {
    const std::uint32_t size = thread.last_size ? thread.last_size : 4;
    const std::uint64_t now = read_at_most_8(thread.last_address, size);
    return now != read_at_most_8(&thread.last_value, size);
}

}  // namespace cusim::exec
