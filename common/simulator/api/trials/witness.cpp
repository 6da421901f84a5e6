#include "simulator/api/trials/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "simulator/api/trials/child.hpp"
#include "simulator/api/trials/kept_launches.hpp"
#include "simulator/api/trials/order_check.hpp"
#include "simulator/api/trials/values.hpp"
#include "simulator/exec/order.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/report/findings/element_name.hpp"
#include "simulator/report/findings/witness.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::api {

namespace {

// A program may race in thousands of launches; of one race, so many launches are tried.
constexpr int most_tries = 3;

// Identifies a race here: two sites and a variable.
using Met = std::tuple<trace::SiteId, trace::SiteId, const void*>;

// For the current report.
struct Searched {
    std::uint64_t latest = 0;  // number of the latest launch
    std::map<Met, int> tries;
    std::set<Met> found;
    bool played = false;
};

Searched& searched() {
    static Searched instance;
    return instance;
}

Met met(const race::Race& race) {
    return {race.key.site, race.key.other, race.key.object};
}

report::RaceSites told_of(const race::Race& race, const std::string& variable) {
    return {.self = trace::pc_of(race.key.site),
            .other = trace::pc_of(race.key.other),
            .self_op = race.key.op,
            .other_op = race.key.earlier,
            .variable = variable};
}

// The store of one thread that the other thread overwrites without having read it.
std::optional<std::size_t> lost_store(const exec::FlipStep* steps, std::size_t count) {
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const exec::FlipStep &stored = steps[i], &next = steps[i + 1];
        if (stored.writes() && next.writes() && stored.by_late != next.by_late &&
            next.who.op != report::Op::atomic)
            return i;
    }
    return std::nullopt;
}

std::string text_of(std::uint64_t bits, std::uint32_t size, memory::Address address) {
    unsigned char bytes[sizeof bits];
    __builtin_memcpy(bytes, &bits, sizeof bits);
    return value_text(bytes, size, race::elements_at(reinterpret_cast<const void*>(address)));
}

std::vector<report::WitnessStep> steps_of(const exec::FlipStep* steps, std::size_t count,
                                          const exec::Flip& flip) {
    std::vector<report::WitnessStep> result;
    for (std::size_t i = 0; i < count; ++i) {
        const exec::FlipStep& step = steps[i];
        const auto text = [&](const auto& value, bool is_value) {
            return is_value ? value_text(value.data(), step.size, step.elements) : "garbage";
        };
        const std::string before = text(step.before, step.meets_value);
        auto& told = result.emplace_back(
            report::WitnessStep{.who = step.who,
                                .before = before,
                                .after = step.writes() ? text(step.after, true) : before,
                                .by_copy = step.by_copy,
                                .is_delayed = step.is_late});
        if (flip.is_of_two()) told.launch = step.by_late ? flip.launch : flip.other_launch;
        const std::string usual = text(step.usual, step.meets_usual_value);
        if (step.knows_usual && !step.writes() && usual != told.before) told.usual = usual;
    }
    return result;
}

report::Witness witness_of(const SearchResult& result, const race::RacingPair& pair) {
    report::Finding outcome;
    const memory::Address place = memory::shadow_place(result.outcome);
    race::describe_allocated(outcome, reinterpret_cast<const void*>(place), result.size);
    return {.order = exec::order().with(result.flip),
            .variable = pair.variable,
            .index = pair.index,
            .met_at = pair.name,
            .steps = steps_of(result.story, result.steps, result.flip),
            .lost = lost_store(result.story, result.steps),
            .array = outcome.variable,
            .element = outcome.elements == 1 ? std::nullopt : outcome.index,
            .place = outcome.index && outcome.elements != 1
                         ? report::element_name(outcome, *outcome.index)
                         : "",
            .is_met_at = place - pair.address < result.size || pair.address - place < pair.size,
            .usual = text_of(result.usual, result.size, result.outcome),
            .here = text_of(result.here, result.size, result.outcome)};
}

std::string reason(SearchEnd end) {
    switch (end) {
        case SearchEnd::too_long:
            return "the launch takes too long to be run again and again";
        case SearchEnd::not_again:
            return "run once more, the launch leaves other values anyway";
        case SearchEnd::other_end:
            return "but one in which the launch ends with an error, or not at all";
        case SearchEnd::stopped:
            return "the search for one did not come to its end";
        case SearchEnd::not_kept:
            return "the earlier launch cannot be moved behind this one";
        case SearchEnd::none:
        case SearchEnd::found:
            break;
    }
    return "none";
}

void tell(const std::vector<race::Race>& races, const std::vector<SearchResult>& results) {
    for (std::size_t i = 0; i < races.size(); ++i) {
        const SearchResult& result = results[i];
        const race::Race& race = races[i];
        const auto told = told_of(race, race.pairs.front().variable);
        if (result.end != SearchEnd::found) {
            report::add_witness(told, nullptr, reason(result.end));
            continue;
        }
        searched().found.insert(met(race));
        report::add_witness(
            told, std::make_shared<report::Witness>(witness_of(result, race.pairs[result.pair])),
            {});
    }
}

SearchResult ended_by(SearchEnd end) {
    SearchResult result;
    result.end = end;
    return result;
}

// All races of the launch, grouped by the launch with which they occur.
std::vector<SearchResult> search_all(const std::vector<race::Race>& races,
                                     const SearchedLaunch& launch, bool play) {
    std::vector<SearchResult> results;
    for (auto from = races.begin(); from != races.end();) {
        const auto to = std::find_if(from, races.end(), [&](const race::Race& race) {
            return race.other_launch != from->other_launch;
        });
        const std::vector<race::Race> group{from, to};
        const SearchedLaunch* const earlier =
            from->other_launch ? kept_to_be_moved(*from->other_launch, launch.met_one) : nullptr;
        const bool played =
            play && std::ranges::count(results, SearchEnd::found, &SearchResult::end) > 0;
        if (played)
            results.resize(results.size() + group.size());
        else if (from->other_launch && !earlier)
            results.resize(results.size() + group.size(), ended_by(SearchEnd::not_kept));
        else
            std::ranges::copy(search(group, launch, earlier, play), std::back_inserter(results));
        from = to;
    }
    return results;
}

// ---- The child ----------------------------------------------------------------------------------

// Returns an empty list if no child can be made. If the child dies, its remaining results are
// missing.
std::vector<SearchResult> ask_child(const std::vector<race::Race>& races,
                                    const SearchedLaunch& launch) {
    const Child child{[&](const Child& there) {
        for (const SearchResult& result : search_all(races, launch, false))
            there.tell(&result, sizeof result);
    }};
    if (!child.exists()) return {};
    std::vector<SearchResult> results;
    for (SearchResult result; child.hear(&result, sizeof result);) results.push_back(result);
    results.resize(races.size(), ended_by(SearchEnd::stopped));
    return results;
}

// ---- The program itself -------------------------------------------------------------------------

std::vector<SearchResult> play_one(const std::vector<race::Race>& races,
                                   const SearchedLaunch& launch) {
    const Muted muted;
    const std::vector<SearchResult> results = search_all(races, launch, true);
    for (const SearchResult& result : results) searched().played |= result.end == SearchEnd::found;
    return results;
}

bool is_to_be_tried(const race::Race& race) {
    return !searched().found.contains(met(race)) && searched().tries[met(race)]++ < most_tries;
}

// Whether all races with other streams are with the same launch.
bool meets_one(const std::vector<race::Race>& races) {
    std::set<race::Epoch> others;
    for (const race::Race& race : races)
        if (race.other_launch) others.insert(*race.other_launch);
    return others.size() == 1;
}

// The pair of the race to which the story belongs; nullptr if it belongs to another race.
const race::RacingPair* pair_in(const race::Race& race, const std::vector<exec::FlipStep>& story) {
    const auto pc_of = [&](bool exec::FlipStep::*which) {
        const auto step = std::ranges::find_if(story, which);
        return step == story.end() ? nullptr : step->who.site.pc;
    };
    const std::set told{pc_of(&exec::FlipStep::is_late), pc_of(&exec::FlipStep::is_early)};
    const std::set found{trace::pc_of(race.key.site), trace::pc_of(race.key.other)};
    if (told != found) return nullptr;
    const auto met_there = [&](const race::RacingPair& pair) {
        return std::ranges::any_of(story, [&](const exec::FlipStep& step) {
            return memory::shadow_place(step.address) == pair.address;
        });
    };
    const auto pair = std::ranges::find_if(race.pairs, met_there);
    return pair == race.pairs.end() ? &race.pairs.front() : &*pair;
}

void tell_played(const exec::FlippedRun& flipped, const std::vector<race::Race>& races) {
    if (!flipped.is_turned_round()) {
        std::fprintf(
            stderr,
            "simulator: the accesses that SIM_ORDER names did not both come up: it belongs "
            "to another program or other inputs\n");
        return;
    }
    const auto story = flipped.story();
    for (const race::Race& race : races) {
        const race::RacingPair* const pair = pair_in(race, story);
        if (!pair) continue;
        report::Witness witness{
            .order = exec::order().with(*exec::order().flip()),
            .variable = pair->variable,
            .index = pair->index,
            .met_at = pair->name,
            .steps = steps_of(story.data(), story.size(), *exec::order().flip()),
            .lost = lost_store(story.data(), story.size())};
        report::add_witness(told_of(race, pair->variable),
                            std::make_shared<report::Witness>(std::move(witness)), {});
    }
}

// For a race with an earlier launch: runs both again.
void play_known(const exec::Flip& flip, const std::vector<race::Race>& races,
                const SearchedLaunch& launch) {
    const Muted muted;
    exec::FlippedRun flipped{flip, true};
    const SearchedLaunch* const earlier = kept_launch(flip.launch);
    if (earlier) play_two(flipped, flip, launch, *earlier);
    race::take_racing_pairs();  // removes those of that run
    tell_played(flipped, races);
}

}  // namespace

void look_for_witnesses(std::uint64_t number, const std::function<SearchedLaunch()>& describe) {
    if (number <= searched().latest) searched() = {};  // another report has begun
    searched().latest = number;
    std::vector<race::Race> races = race::take_racing_pairs();
    if (const auto& flip = exec::order().flip()) {
        if (flip->is_of_two() && flip->last_launch() == number)
            play_known(*flip, races, describe());
        return;
    }
    if (races.empty()) return;
    const bool met_one = meets_one(races);
    std::erase_if(races,
                  [](const race::Race& race) { return race.with_call || !is_to_be_tried(race); });
    const bool plays = exec::order().plays_witness();
    if (races.empty() || (plays && searched().played)) return;
    SearchedLaunch launch = describe();
    launch.met_one = met_one;
    std::ranges::stable_sort(races, {}, &race::Race::other_launch);
    const auto results = plays ? play_one(races, launch) : ask_child(races, launch);
    race::take_racing_pairs();  // removes those of the search
    if (results.empty()) return;
    for (const race::Race& race : races)
        if (const auto* const other =
                race.other_launch ? kept_to_be_moved(*race.other_launch, true) : nullptr)
            other->name_arguments();
    launch.name_arguments();
    tell(races, results);
    trace::memory_objects().drop_argument_names();
}

void cannot_look_for_witnesses() {
    for (const race::Race& race : race::take_racing_pairs())
        report::add_witness(told_of(race, race.pairs.front().variable), nullptr,
                            "the launch waits for the host, which cannot be repeated");
}

std::optional<exec::Flip> flip_of_this_launch() {
    const auto& flip = exec::order().flip();
    const bool is_here = flip && !flip->is_of_two() && flip->launch == report::launch_number() + 1;
    return is_here ? flip : std::nullopt;
}

void tell_played(const exec::FlippedRun& flipped) {
    tell_played(flipped, race::take_racing_pairs());
}

}  // namespace cusim::api
