#include "simulator/observe/transactions.hpp"

#include <algorithm>
#include <bit>

namespace cusim::observe {

namespace {

constexpr unsigned sector_bytes = 32;
constexpr unsigned word_bytes = 4;
constexpr unsigned banks = 32;

// Up to 32 numbers, one for each lane that takes part.
struct Numbers {
    std::array<std::uint64_t, 32> value;
    unsigned count = 0;

    void add(std::uint64_t number) { value[count++] = number; }
    auto begin() { return value.begin(); }
    auto end() { return value.begin() + count; }
};

template <class Action>
void each_lane(std::uint32_t mask, Action action) {
    for (; mask != 0; mask &= mask - 1) action(std::countr_zero(mask));
}

// Lanes lie mostly in ascending order, and then neighbours tell which numbers are new.
unsigned distinct(Numbers& numbers) {
    if (!std::is_sorted(numbers.begin(), numbers.end())) std::sort(numbers.begin(), numbers.end());
    return static_cast<unsigned>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

// Wavefronts of lanes served together: the most distinct words that one bank must deliver.
unsigned passes(const WarpRequest& request, std::uint32_t mask) {
    Numbers words;
    each_lane(mask, [&](unsigned lane) { words.add(request.address[lane] / word_bytes); });
    const unsigned count = distinct(words);
    std::array<std::uint8_t, banks> load{};
    for (unsigned i = 0; i < count; ++i) ++load[words.value[i] % banks];
    return *std::max_element(load.begin(), load.end());
}

}  // namespace

unsigned global_sectors(const WarpRequest& request) {
    Numbers sectors;
    each_lane(request.mask,
              [&](unsigned lane) { sectors.add(request.address[lane] / sector_bytes); });
    return distinct(sectors);
}

unsigned atomic_sectors(const WarpRequest& request) {
    Numbers addresses;
    each_lane(request.mask, [&](unsigned lane) { addresses.add(request.address[lane]); });
    if (!std::is_sorted(addresses.begin(), addresses.end()))
        std::sort(addresses.begin(), addresses.end());

    unsigned sum = 0, busiest = 0, here = 0;
    for (unsigned i = 0; i < addresses.count; ++i) {
        const bool first = i == 0;
        const std::uint64_t before = first ? 0 : addresses.value[i - 1];
        const std::uint64_t address = addresses.value[i];
        if (first || address / sector_bytes != before / sector_bytes) sum += busiest, busiest = 0;
        here = first || address != before ? 1 : here + 1;
        busiest = std::max(busiest, here);
    }
    return sum + busiest;
}

SharedCost shared_cost(const WarpRequest& request, bool) {
    // 8 bytes a lane are served by half warps, 16 bytes by quarters.
    const unsigned parts = std::max(request.size / word_bytes, 1u);
    const unsigned lanes = 32 / parts;
    unsigned wavefronts = 0, least = 0;
    for (unsigned part = 0; part < parts; ++part) {
        const std::uint32_t lanes_of_part = (lanes == 32 ? ~0u : (1u << lanes) - 1) << part * lanes;
        const std::uint32_t mask = request.mask & lanes_of_part;
        if (mask == 0) continue;
        wavefronts += passes(request, mask);
        ++least;
    }
    return {wavefronts, wavefronts - least};
}

}  // namespace cusim::observe
