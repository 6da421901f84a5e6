#include "simulator/race/findings/racing_pairs.hpp"

#include <array>
#include <bit>
#include <map>
#include <utility>

#include "simulator/race/findings/parties.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/report/findings/element_name.hpp"

namespace cusim::race {

namespace {

// The first pairs of a race are kept; of the others, the latest ones whose number is a power of
// two.
constexpr std::size_t first_pairs = 4, later_pairs = 8;
constexpr std::size_t most_races = 64;

struct Noted {
    Race race;
    std::uint64_t met = 0;
};

// The second member is the first epoch of the other operation; 0 if both accesses are of this
// launch.
using RaceId = std::pair<FindingKey, Epoch>;

struct Pairs {
    std::map<RaceId, std::size_t> known;
    std::vector<Noted> races;
    // A cache: a racing loop repeats the same few races.
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
    const std::string name = element.index ? report::element_name(element, *element.index) : "";
    return {.address = access.address,
            .size = access.size,
            .earlier = {block_of(earlier.past), earlier.past.thread(), earlier.past.site()},
            .later = {now.block, now.thread, access.site},
            .variable = std::move(element.variable),
            .index = element.index,
            .name = name};
}

// The slot for the pair of this number; nullopt if the pair is not kept.
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
