#include "simulator/api/trials/garbage_trial.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "simulator/api/trials/child.hpp"
#include "simulator/api/trials/launch_image.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/garbage_watch.hpp"
#include "simulator/race/shadow_check.hpp"

namespace cusim::api {

namespace {

using race::GarbagePiece;
using race::GarbageWatch;
using race::Pattern;
using race::UnwrittenRead;

// Limits for all trials of a program together: some seconds, and the number of processes. Reads
// after that are errors.
constexpr std::uint64_t most_steps_of_trials = std::uint64_t{1} << 25;
constexpr int most_trials = 256;
// The number of runs of a launch in one trial.
constexpr std::uint64_t runs = 4;

bool is_possible = true;

struct Spent {
    std::uint64_t steps = 0;
    int trials = 0;
};

Spent& spent() {
    static Spent instance;
    return instance;
}

struct Copied {
    GarbagePiece to;
    std::uint32_t read;
};

struct Verdict {
    bool innocent = false;   // memory is the same except for copies
    std::vector<char> used;  // for each read; empty if not innocent
    std::vector<Copied> copies;
};

class Trial {
  public:
    Trial(const std::vector<UnwrittenRead>& reads, const SearchedLaunch& launch)
        : reads_(reads), launch_(launch), usual_(image_.take(launch.words)) {}

    Verdict verdict() {
        const ShortRuns short_runs{launch_.steps};
        const Run one = run(Pattern::negative), other = run(Pattern::positive);
        const Run zero = run(Pattern::zero), unit = run(Pattern::one);
        if (!one.ends_as_before || !other.ends_as_before || one.places != other.places) return {};
        const auto garbage = [&](memory::Address word) { return garbage_bits(one.places, word); };
        for (const Run* run : {&one, &other, &zero, &unit})
            if (!run->ends_as_before || !image_.are_same(run->left, usual_, garbage)) return {};
        Verdict verdict{.innocent = true, .used = {}, .copies = {}};
        for (std::size_t i = 0; i < reads_.size(); ++i)
            verdict.used.push_back(one.used[i] || other.used[i]);
        for (const auto& [address, lying] : one.places)
            verdict.copies.push_back({{address, lying.size}, lying.read});
        std::ranges::sort(verdict.copies, {}, [](const Copied& copy) { return copy.to.address; });
        return verdict;
    }

  private:
    struct Run {
        bool ends_as_before = false;
        LaunchImage::Left left;
        std::vector<bool> used;
        GarbageWatch::Places places;
    };

    Run run(Pattern pattern) {
        image_.undo();
        for (const UnwrittenRead& read : reads_) read.piece.store(pattern);
        GarbageWatch watch{reads_};
        const cudaError_t error = launch_.relaunch(launch_.stream).error;
        image_.take(race::overwritten.words());
        watch.launch_has_ended();
        return {error == launch_.error && race::overwritten.is_complete(), image_.take({}),
                watch.used(), watch.places()};
    }

    static std::uint32_t garbage_bits(const GarbageWatch::Places& places, memory::Address word) {
        std::uint32_t bits = 0;
        for (memory::Address a = word; a < word + 4; ++a) {
            const auto garbage = places.find(a);
            if (garbage == places.end()) continue;
            const std::uint64_t piece = (std::uint64_t{1} << 8 * garbage->second.size) - 1;
            bits |= static_cast<std::uint32_t>(piece << 8 * (a - word));
        }
        return bits;
    }

    const std::vector<UnwrittenRead>& reads_;
    const SearchedLaunch& launch_;
    LaunchImage image_;
    const LaunchImage::Left usual_;
};

// ---- The child ----------------------------------------------------------------------------------

void answer(const Child& child, const Verdict& verdict) {
    const std::uint64_t copies = verdict.copies.size();
    child.tell(&verdict.innocent, sizeof verdict.innocent);
    child.tell(&copies, sizeof copies);
    child.tell(verdict.used.data(), verdict.used.size());
    child.tell(verdict.copies.data(), copies * sizeof(Copied));
}

Verdict ask_child(const std::vector<UnwrittenRead>& reads, const SearchedLaunch& launch) {
    Child child{[&](const Child& there) { answer(there, Trial{reads, launch}.verdict()); }};
    Verdict verdict;
    std::uint64_t copies = 0;
    if (!child.hear(&verdict.innocent, sizeof verdict.innocent) ||
        !child.hear(&copies, sizeof copies) || !verdict.innocent)
        return {};
    verdict.used.resize(reads.size());
    verdict.copies.resize(copies);
    if (!child.hear(verdict.used.data(), verdict.used.size()) ||
        !child.hear(verdict.copies.data(), copies * sizeof(Copied)))
        return {};
    return verdict;
}

bool is_worth_while(const SearchedLaunch& launch) {
    if (!launch.words_are_all || launch.error != cudaSuccess) return false;
    spent().steps += runs * launch.steps;
    return spent().steps <= most_steps_of_trials && ++spent().trials <= most_trials;
}

// The read from which the garbage of another read was copied.
report::ReadSite origin_of(const UnwrittenRead& read) {
    const report::ReadSite* const origin = race::garbage_copies().origin(read.piece);
    return origin ? *origin : read.site;
}

void act_on(const Verdict& verdict, const std::vector<UnwrittenRead>& reads) {
    std::vector<report::ReadSite> origins;
    std::ranges::transform(reads, std::back_inserter(origins), origin_of);
    const auto is_used = [&](std::size_t i) { return !verdict.innocent || verdict.used[i]; };
    for (std::size_t i = 0; i < reads.size(); ++i)
        if (is_used(i)) report::release(origins[i]);
    for (std::size_t i = 0; i < reads.size(); ++i)
        if (!is_used(i)) race::keep_garbage(reads[i].piece, origins[i]);
    for (const Copied& copy : verdict.copies)
        if (!is_used(copy.read) && !memory::shared_arenas.contains(copy.to.address))
            race::keep_garbage(copy.to, origins[copy.read]);
}

}  // namespace

bool can_judge_reads() {
    return is_possible;
}

void cannot_judge_reads() {
    is_possible = false;
}

void release_unwritten_reads() {
    act_on({}, race::take_unwritten_reads());
}

void judge_unwritten_reads(const std::function<SearchedLaunch()>& describe) {
    const std::vector<UnwrittenRead> reads = race::take_unwritten_reads();
    if (reads.empty()) return;
    const SearchedLaunch launch = describe();
    act_on(is_worth_while(launch) ? ask_child(reads, launch) : Verdict{}, reads);
}

}  // namespace cusim::api
