#include "simulator/count/transactions.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "simulator/memory/layout.hpp"
#include "simulator/trace/lanes.hpp"

namespace cusim::count {

namespace {

constexpr unsigned lanes = 32;
constexpr unsigned word_bytes = 4;
constexpr unsigned row_bytes = 128;  // one word of each bank

constexpr std::uint32_t lane_group(unsigned first, unsigned count) {
    return (count == lanes ? ~0u : (1u << count) - 1) << first;
}

// Counts by key, for at most 64 keys.
class Tally {
  public:
    unsigned& operator[](std::uint64_t key) {
        unsigned slot = static_cast<unsigned>(key * 0x9e37'79b9'7f4a'7c15 >> 58);
        for (; used_ >> slot & 1; slot = (slot + 1) % 64)
            if (keys_[slot] == key) return counts_[slot];
        used_ |= std::uint64_t{1} << slot;
        keys_[slot] = key;
        return counts_[slot] = 0;
    }

  private:
    std::uint64_t used_ = 0;
    std::array<std::uint64_t, 64> keys_;
    std::array<unsigned, 64> counts_;
};

// Counts the distinct sectors of the lanes of one or several requests. If they ascend, as usual,
// comparing each with the one before suffices.
unsigned distinct_sectors(std::span<const trace::WarpRequest> requests, std::uint32_t among) {
    unsigned count = 0;
    std::uint64_t highest = 0;
    bool ascending = true;
    for (const trace::WarpRequest& request : requests)
        trace::for_lanes(request.mask & among, [&](unsigned lane) {
            const std::uint64_t sector = request.address[lane] / memory::sector_size;
            ascending &= sector >= highest;
            count += sector != highest || count == 0;
            highest = sector;
        });
    if (ascending) return count;

    Tally seen;
    count = 0;
    for (const trace::WarpRequest& request : requests)
        trace::for_lanes(request.mask & among, [&](unsigned lane) {
            count += seen[request.address[lane] / memory::sector_size]++ == 0;
        });
    return count;
}

// The banks for a width of access, a power of two. A request wider than a word uses groups of
// banks, each of which counts as one bank. Shifts, since a division for each lane takes long.
struct Banks {
    unsigned shift, last;

    explicit Banks(unsigned size)
        : shift{static_cast<unsigned>(std::bit_width(std::max(size, word_bytes)) - 1)},
          last{(row_bytes >> shift) - 1} {}
    std::uint64_t word(std::uint64_t address) const { return address >> shift; }
    unsigned bank(std::uint64_t address) const {
        return static_cast<unsigned>(address >> shift) & last;
    }
};

// Wavefronts of lanes that are served together: the maximum over the banks of the distinct words to
// deliver.
unsigned passes(const trace::WarpRequest& request, std::uint32_t mask) {
    const Banks banks{request.size};
    std::array<std::uint64_t, 32> only_word;
    std::uint32_t busy = 0;
    bool conflict = false;
    trace::for_lanes(mask, [&](unsigned lane) {
        const std::uint64_t address = request.address[lane];
        const unsigned bank = banks.bank(address);
        conflict |= (busy >> bank & 1) != 0 && only_word[bank] != banks.word(address);
        only_word[bank] = banks.word(address);
        busy |= 1u << bank;
    });
    if (!conflict) return 1;

    Tally seen;
    std::array<unsigned, 32> words{};
    unsigned most = 0;
    trace::for_lanes(mask, [&](unsigned lane) {
        const std::uint64_t address = request.address[lane];
        if (seen[banks.word(address)]++ == 0) most = std::max(most, ++words[banks.bank(address)]);
    });
    return most;
}

// Whether each lane has the same address as the lane at `distance`, if that takes part.
bool lanes_agree(const trace::WarpRequest& request, unsigned distance) {
    bool agree = true;
    trace::for_lanes(request.mask, [&](unsigned lane) {
        const unsigned other = lane ^ distance;
        agree &=
            (request.mask >> other & 1) == 0 || request.address[other] == request.address[lane];
    });
    return agree;
}

// How many lanes are served together: the part of a warp that the bytes per lane allow.
unsigned lanes_together(const trace::WarpRequest& request) {
    return lanes / std::max(request.size / word_bytes, 1u);
}

unsigned lanes_of_part(const trace::WarpRequest& request, bool store) {
    const unsigned together = lanes_together(request);
    const bool halved =
        !store && together < lanes && (lanes_agree(request, 1) || lanes_agree(request, 2));
    return halved ? 2 * together : together;
}

SharedCost by_parts(const trace::WarpRequest& request, unsigned together) {
    SharedCost cost;
    for (unsigned first = 0; first < lanes; first += together) {
        const std::uint32_t mask = request.mask & lane_group(first, together);
        if (mask == 0) continue;
        const unsigned wavefronts = passes(request, mask);
        cost.wavefronts += wavefronts;
        cost.bank_conflicts += wavefronts - 1;
    }
    return cost;
}

// The lanes that one round of an atomic serves: in each part, the first lane of each bank.
struct Turn {
    std::uint32_t through = 0;
    unsigned parts = 0;
};

Turn next_turn(const trace::WarpRequest& request) {
    const Banks banks{request.size};
    const unsigned together = lanes_together(request);
    Turn turn;
    for (unsigned first = 0; first < lanes; first += together) {
        std::uint32_t busy = 0;
        trace::for_lanes(request.mask & lane_group(first, together), [&](unsigned lane) {
            const std::uint32_t bank = 1u << banks.bank(request.address[lane]);
            if ((busy & bank) == 0) turn.through |= 1u << lane;
            busy |= bank;
        });
        turn.parts += busy != 0;
    }
    return turn;
}

SharedCost in_turns(trace::WarpRequest request, unsigned wavefronts_a_turn) {
    SharedCost cost;
    bool first = true;
    while (request.mask != 0) {
        const Turn turn = next_turn(request);
        cost.wavefronts += turn.parts * wavefronts_a_turn;
        if (!first) cost.bank_conflicts += turn.parts;
        request.mask &= ~turn.through;
        first = false;
    }
    return cost;
}

// Atomics done as a loop: all lanes load, and the first lane of each bank swaps. The swap fails if
// another part has just changed the value.
SharedAtomicCost load_and_swap(trace::WarpRequest request) {
    SharedAtomicCost cost;
    while (request.mask != 0) {
        const SharedCost load = shared_cost(request, false);
        cost.loads.wavefronts += load.wavefronts;
        cost.loads.bank_conflicts += load.bank_conflicts;
        const Turn turn = next_turn(request);
        cost.atomics.wavefronts += 2 * turn.parts;
        Tally changed;
        trace::for_lanes(turn.through, [&](unsigned lane) {
            if (changed[request.address[lane]]++ == 0) request.mask &= ~(1u << lane);
        });
    }
    return cost;
}

TextureCost texture_cost(std::span<const trace::WarpRequest> texels, unsigned together) {
    TextureCost cost;
    for (unsigned first = 0; first < lanes; first += together) {
        const unsigned sectors = distinct_sectors(texels, lane_group(first, together));
        cost.requests += sectors != 0;
        cost.sectors += sectors;
    }
    return cost;
}

}  // namespace

unsigned global_sectors(const trace::WarpRequest& request) {
    return distinct_sectors({&request, 1}, request.mask);
}

unsigned atomic_sectors(const trace::WarpRequest& request) {
    Tally lanes_on, busiest;
    unsigned sum = 0;
    trace::for_lanes(request.mask, [&](unsigned lane) {
        const std::uint64_t address = request.address[lane];
        const unsigned turn = ++lanes_on[address];
        unsigned& most = busiest[address / memory::sector_size];
        if (turn > most) most = turn, ++sum;
    });
    return sum;
}

SharedCost shared_cost(const trace::WarpRequest& request, bool store) {
    return by_parts(request, lanes_of_part(request, store));
}

SharedAtomicCost shared_atomic_cost(const trace::WarpRequest& request, trace::SharedAtomic how) {
    if (how == trace::SharedAtomic::loop) return load_and_swap(request);
    return {in_turns(request, how == trace::SharedAtomic::compare_and_swap ? 2 : 1), {}};
}

std::vector<std::uint32_t> shared_wavefronts(const trace::WarpRequest& request, bool store) {
    const Banks banks{request.size};
    const unsigned together = lanes_of_part(request, store);
    std::vector<std::uint32_t> wavefronts;
    for (unsigned first = 0; first < lanes; first += together) {
        const std::size_t before = wavefronts.size();
        std::array<unsigned, 32> words{};  // for each bank, so far
        std::map<std::uint64_t, std::size_t> wavefront_of;
        trace::for_lanes(request.mask & lane_group(first, together), [&](unsigned lane) {
            const std::uint64_t address = request.address[lane];
            const auto [word, is_new] = wavefront_of.try_emplace(banks.word(address));
            if (is_new) word->second = before + words[banks.bank(address)]++;
            if (wavefronts.size() <= word->second) wavefronts.resize(word->second + 1);
            wavefronts[word->second] |= 1u << lane;
        });
    }
    return wavefronts;
}

std::vector<std::uint32_t> shared_atomic_turns(trace::WarpRequest request) {
    std::vector<std::uint32_t> turns;
    while (request.mask != 0) {
        turns.push_back(next_turn(request).through);
        request.mask &= ~turns.back();
    }
    return turns;
}

unsigned constant_addresses(const trace::WarpRequest& request) {
    Tally seen;
    unsigned count = 0;
    trace::for_lanes(request.mask,
                     [&](unsigned lane) { count += seen[request.address[lane]]++ == 0; });
    return count;
}

TextureCost texture_sample_cost(std::span<const trace::WarpRequest> texels) {
    return texture_cost(texels, 4);
}

TextureCost texture_fetch_cost(const trace::WarpRequest& texels) {
    return texture_cost({&texels, 1}, texels.size == 16 ? 4 : 8);
}

}  // namespace cusim::count
