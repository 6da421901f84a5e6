#include "simulator/api/trials/witness_search.hpp"

#include <algorithm>
#include <utility>

#include "simulator/api/trials/launch_image.hpp"
#include "simulator/exec/pair_locator.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/memory/registered.hpp"
#include "simulator/race/findings/parties.hpp"

namespace cusim::api {

namespace {

using exec::Flip;
using exec::FlippedRun;

// The limit for all runs of one search together: a second or two.
constexpr std::uint64_t most_steps_of_search = std::uint64_t{1} << 24;
// A run that never ends in some order must be stopped soon, as must one in which many threads wait.
constexpr std::uint64_t least_step_limit = 100'000;
constexpr std::uint64_t most_steps_beyond = 1'000'000;

class Search {
  public:
    Search(const SearchedLaunch& launch, const SearchedLaunch* earlier)
        : launch_(launch), earlier_(earlier) {
        if (earlier) image_.take(earlier->words);
        usual_ = image_.take(launch.words);
    }

    bool is_too_long() const {
        return !launch_.words_are_all || 3 * steps_of_run() > most_steps_of_search;
    }
    bool has_ended_otherwise() const { return has_ended_otherwise_; }
    bool can_go_on() const { return steps_ + 2 * steps_of_run() <= most_steps_of_search; }

    // Returns nullopt if the repeated launch leaves different values.
    std::optional<std::vector<std::optional<exec::LocatedPair>>> locate(
        const std::vector<race::RacingPair>& pairs) {
        exec::PairLocator locator{pairs, earlier_ != nullptr};
        const auto left = run({.locator = &locator});
        if (!left || image_.difference(*left, usual_, usual_)) return std::nullopt;
        return locator.located();
    }

    // Returns true if this pair is a witness, which `result` then describes. `met`: where the two
    // meet.
    bool try_pair(const exec::LocatedPair& pair, memory::Address met, SearchResult& result);

    std::optional<LaunchImage::Left> play(FlippedRun& flipped, const Flip& flip) {
        return run({.flipped = &flipped, .earlier_last = flip.is_of_two() && flip.waits});
    }
    void put_usual() const { image_.put(usual_); }

  private:
    // The observer of a run, and which of two launches runs last.
    struct Watched {
        FlippedRun* flipped = nullptr;
        exec::PairLocator* locator = nullptr;
        bool earlier_last = false;
    };

    bool try_flip(const Flip& flip, memory::Address met, SearchResult& result);
    // What a run left; nullopt if it ended differently from the launch, for example without its
    // error.
    std::optional<LaunchImage::Left> run(const Watched& by);
    // Returns false if the run stores too much, or ends differently.
    bool run_one(const SearchedLaunch& launch, const Watched& by);
    std::uint64_t steps_of_run() const { return launch_.steps + (earlier_ ? earlier_->steps : 0); }

    const SearchedLaunch& launch_;
    const SearchedLaunch* const earlier_;  // nullptr if the races are within this launch
    LaunchImage image_;
    LaunchImage::Left usual_;
    std::uint64_t steps_ = 0;
    bool has_ended_otherwise_ = false;  // a run of the latest pair
};

bool Search::run_one(const SearchedLaunch& launch, const Watched& by) {
    const bool of_two = earlier_ != nullptr;
    if (of_two && by.flipped) by.flipped->begins(launch.number);
    if (of_two && by.locator && &launch == &launch_) by.locator->second_begins();
    // A wait for the later launch's stream covers both launches.
    const auto [error, steps] = launch.relaunch(launch_.stream);
    steps_ += steps;
    image_.take(race::overwritten.words());
    has_ended_otherwise_ = has_ended_otherwise_ || error != launch.error;
    return error == launch.error && race::overwritten.is_complete();
}

std::optional<LaunchImage::Left> Search::run(const Watched& by) {
    image_.undo();
    bool as_before = !earlier_ || by.earlier_last || run_one(*earlier_, by);
    as_before = run_one(launch_, by) && as_before;
    if (earlier_ && by.earlier_last) as_before = run_one(*earlier_, by) && as_before;
    if (by.flipped) by.flipped->launch_has_ended();
    LaunchImage::Left left = image_.take({});
    return as_before ? std::optional{std::move(left)} : std::nullopt;
}

// For two launches in the opposite order: whether this race makes the difference.
bool meet_other_values(const std::vector<exec::FlipStep>& story) {
    const auto late = std::ranges::find_if(story, &exec::FlipStep::is_late);
    const auto early = std::ranges::find_if(story, &exec::FlipStep::is_early);
    if (late == story.end() || early == story.end()) return false;
    if (!late->writes()) return early->before != early->after;
    return late->after != (early->writes() ? early->after : early->before);
}

void describe_outcome(SearchResult& result, memory::Address word) {
    const std::size_t size = race::size_of_last_write(reinterpret_cast<const void*>(word));
    result.size = size == 1 || size == 2 || size == 8 ? std::uint32_t(size) : 4;
    result.outcome = word & ~memory::Address{std::max(result.size, 4u) - 1};
}

// The byte of the word, if the element is smaller than a word.
void narrow(SearchResult& result, const LaunchImage& image, const LaunchImage::Left& one,
            const LaunchImage::Left& other) {
    const auto byte = [&](const LaunchImage::Left& left) {
        return image.value(left, result.outcome, 1) & 0xff;
    };
    while (result.size < 4 && byte(one) == byte(other)) ++result.outcome;
    result.outcome &= ~memory::Address{result.size - 1};
}

bool Search::try_flip(const Flip& flip, memory::Address met, SearchResult& result) {
    std::vector<exec::FlipStep> story;
    std::optional<LaunchImage::Left> here, beside = usual_;
    {
        FlippedRun flipped{flip, true};
        here = play(flipped, flip);
        if (!here || !flipped.is_turned_round()) return false;
        if (!image_.difference(*here, usual_, usual_)) return false;
        story = flipped.story();
        if (flip.is_of_two() && flip.waits && !meet_other_values(story)) return false;
        if (flipped.has_made_wait()) beside.reset();
    }
    // The control run: the same threads reach the same place at the same time, but the late access
    // is made in its usual turn, and its thread waits right after it.
    if (!beside) {
        Flip behind = flip;
        ++behind.late.number;
        behind.waits = true;
        FlippedRun waiting{behind, true};
        beside = run({.flipped = &waiting});
    }
    const auto word = beside ? image_.difference(*here, *beside, usual_, met) : std::nullopt;
    if (!word || story.empty()) return false;
    result.end = SearchEnd::found;
    result.flip = flip;
    result.steps = std::min(story.size(), SearchResult::most_steps);
    std::copy_n(story.begin(), result.steps, result.story);
    describe_outcome(result, *word);
    narrow(result, image_, *here, usual_);
    result.here = image_.value(*here, result.outcome, result.size);
    result.usual = image_.value(usual_, result.outcome, result.size);
    return true;
}

bool Search::try_pair(const exec::LocatedPair& pair, memory::Address met, SearchResult& result) {
    Flip flip{launch_.number, pair.earlier, pair.later};
    has_ended_otherwise_ = false;
    if (earlier_) {
        flip.launch = earlier_->number;
        flip.other_launch = launch_.number;
    }
    if (try_flip(flip, met, result)) return true;
    flip.waits = true;
    return (pair.earlier_stores || earlier_) && can_go_on() && try_flip(flip, met, result);
}

memory::Address word_of(const race::RacingPair& pair) {
    return memory::registered_address(pair.address) & ~memory::Address{3};
}

}  // namespace

ShortRuns::ShortRuns(std::uint64_t steps)
    : step_limit_(exec::step_limit()), launch_limit_(exec::launch_limit()) {
    exec::set_step_limit(std::min(step_limit_, steps + least_step_limit));
    exec::limit_launch(2 * steps + most_steps_beyond);
}

ShortRuns::~ShortRuns() {
    exec::set_step_limit(step_limit_);
    exec::limit_launch(launch_limit_);
}

void SearchedLaunch::note_overwritten() {
    words = race::overwritten.words();
    words_are_all = race::overwritten.is_complete();
}

std::vector<SearchResult> search(const std::vector<race::Race>& races, const SearchedLaunch& launch,
                                 const SearchedLaunch* earlier, bool play) {
    std::vector<SearchResult> results(races.size());
    const auto all_end = [&](SearchEnd end) {
        for (SearchResult& result : results) result.end = end;
        return results;
    };
    Search search{launch, earlier};
    if (search.is_too_long()) return all_end(SearchEnd::too_long);
    const ShortRuns short_runs{std::max(launch.steps, earlier ? earlier->steps : 0)};

    std::vector<race::RacingPair> pairs;
    for (const race::Race& race : races)
        pairs.insert(pairs.end(), race.pairs.begin(), race.pairs.end());
    const auto located = search.locate(pairs);
    std::size_t next = 0;
    for (std::size_t i = 0; i < races.size() && located; ++i) {
        SearchResult& result = results[i];
        for (std::size_t pair = 0; pair < races[i].pairs.size(); ++pair) {
            const auto& place = (*located)[next++];
            if (result.end == SearchEnd::found || !place) continue;
            if (!search.can_go_on()) {
                if (result.end == SearchEnd::none) result.end = SearchEnd::too_long;
            } else if (search.try_pair(*place, word_of(races[i].pairs[pair]), result))
                result.pair = pair;
            else if (search.has_ended_otherwise())
                result.end = SearchEnd::other_end;
        }
    }
    const auto found = std::ranges::find(results, SearchEnd::found, &SearchResult::end);
    if (play && found != results.end()) {
        FlippedRun flipped{found->flip, true};
        search.play(flipped, found->flip);
    } else
        search.put_usual();
    return located ? results : all_end(SearchEnd::not_again);
}

void play_two(FlippedRun& flipped, const Flip& flip, const SearchedLaunch& launch,
              const SearchedLaunch& earlier) {
    Search{launch, &earlier}.play(flipped, flip);
}

}  // namespace cusim::api
