#include "simulator/race/racing_pairs.hpp"

#include <array>
#include <bit>
#include <map>
#include <utility>

#include "simulator/race/parties.hpp"
#include "simulator/race/streams.hpp"

namespace cusim::race {

namespace {

// The first pairs of a race, and of the rest the second, fourth, eighth and so on, the latest ones.
constexpr std::size_t first_pairs = 4, later_pairs = 8;
constexpr std::size_t most_races = 64;

struct Noted {
    Race race;
    std::uint64_t met = 0;
};

// With the first epoch of the other operation; 0 where both accesses are the launch's.
using RaceId = std::pair<FindingKey, Epoch>;

struct Pairs {
    std::map<RaceId, std::size_t> known;
    std::vector<Noted> races;
    // A racing loop comes to the same few again and again.
    std::array<std::pair<std::optional<RaceId>, std::size_t>, 16> latest;
};

Pairs& pairs() {
    static Pairs instance;
    return instance;
}

RacingPair pair_of(const Point& now, const Access& access, const trace::MemoryObject& object,
                   const EarlierAccess& earlier) {
    report::Finding element;
    describe(element, object, access);
    return {.address = access.address,
            .size = access.size,
            .earlier = {block_of(earlier.past), earlier.past.thread(), earlier.past.site()},
            .later = {now.block, now.thread, access.site},
            .variable = std::move(element.variable),
            .index = element.index};
}

// Where the next pair goes; behind the last one if it is kept beside them.
std::optional<std::size_t> slot_of(std::uint64_t met) {
    if (met < first_pairs) return met;
    if (!std::has_single_bit(met)) return std::nullopt;
    return first_pairs + (std::countr_zero(met) - std::countr_zero(first_pairs)) % later_pairs;
}

std::size_t number_of(const FindingKey& key, const Operation* other) {
    const Epoch first = other ? other->first : 0;
    auto& [latest, number] = pairs().latest[(key.site + 3u * key.other) % pairs().latest.size()];
    if (latest && latest->second == first && latest->first == key) return number;
    const RaceId id{key, first};
    const auto [known, is_new] = pairs().known.emplace(id, pairs().races.size());
    if (is_new) {
        Race& race = pairs().races.emplace_back().race;
        race.key = key;
        if (other) race.other_launch = first;
        race.with_call = other && !other->launch;
    }
    latest = id;
    return number = known->second;
}

}  // namespace

void forget_pairs() {
    pairs() = {};
}

void note_pair(const FindingKey& key, const Point& now, const Access& access,
               const trace::MemoryObject& object, const EarlierAccess& earlier) {
    const Operation* other = nullptr;
    if (earlier.past.epoch() < streams().current().first) {
        other = streams().find(earlier.past.epoch());
        if (!other) return;
    }
    const std::size_t number = number_of(key, other);
    if (number >= most_races) return;
    Noted& noted = pairs().races[number];
    const auto place = slot_of(noted.met++);
    if (!place) return;
    std::vector<RacingPair>& kept = noted.race.pairs;
    if (*place >= kept.size())
        kept.push_back(pair_of(now, access, object, earlier));
    else
        kept[*place] = pair_of(now, access, object, earlier);
}

std::vector<Race> take_racing_pairs() {
    std::vector<Race> taken;
    for (Noted& noted : pairs().races)
        if (!noted.race.pairs.empty()) taken.push_back(std::move(noted.race));
    forget_pairs();
    return taken;
}

}  // namespace cusim::race
