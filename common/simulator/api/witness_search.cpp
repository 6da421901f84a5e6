#include "simulator/api/witness_search.hpp"

#include <algorithm>
#include <utility>

#include "simulator/api/launch_image.hpp"
#include "simulator/exec/pair_locator.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/race/parties.hpp"

namespace cusim::api {

namespace {

using exec::Flip;
using exec::FlippedRun;

// Of all runs of one search together: a second or two.
constexpr std::uint64_t most_steps_of_search = std::uint64_t{1} << 24;
// A run that an order never lets end is stopped soon.
constexpr std::uint64_t least_step_limit = 100'000;

class Search {
  public:
    explicit Search(const SearchedLaunch& launch)
        : launch_(launch), usual_(image_.take(race::overwritten.words())) {}

    bool is_too_long() const {
        return !race::overwritten.is_complete() || 3 * launch_.steps > most_steps_of_search;
    }
    bool can_go_on() const { return steps_ + 2 * launch_.steps <= most_steps_of_search; }

    // Nothing where the launch does not leave the same as before.
    std::optional<std::vector<std::optional<exec::LocatedPair>>> locate(
        const std::vector<race::RacingPair>& pairs) {
        exec::PairLocator locator{pairs};
        const auto left = run();
        if (!left || image_.difference(*left, usual_, usual_)) return std::nullopt;
        return locator.located();
    }

    // True where this pair is a witness; `result` then says all of it.
    bool try_pair(const exec::LocatedPair& pair, SearchResult& result);

    void play(const Flip& flip) {
        FlippedRun flipped{flip, true};
        run(&flipped);
    }
    void put_usual() const { image_.put(usual_); }

  private:
    bool try_flip(const Flip& flip, SearchResult& result);
    // What a run left; nothing where it went on otherwise than the launch did: to its end, say, and
    // not to an error.
    std::optional<LaunchImage::Left> run(FlippedRun* flipped = nullptr) {
        image_.undo();
        steps_ += launch_.steps;
        const cudaError_t error = launch_.relaunch();
        if (flipped) flipped->launch_has_ended();
        LaunchImage::Left left = image_.take(race::overwritten.words());
        if (error != launch_.error || !race::overwritten.is_complete()) return std::nullopt;
        return left;
    }
    const SearchedLaunch& launch_;
    LaunchImage image_;
    const LaunchImage::Left usual_;
    std::uint64_t steps_ = 0;
};

void describe_outcome(SearchResult& result, memory::Address word) {
    const std::size_t size = race::size_of_last_write(reinterpret_cast<const void*>(word));
    result.size = size == 1 || size == 2 || size == 8 ? std::uint32_t(size) : 4;
    result.outcome = word & ~memory::Address{std::max(result.size, 4u) - 1};
}

// Which byte of the word, where the element is smaller than it.
void narrow(SearchResult& result, const LaunchImage& image, const LaunchImage::Left& one,
            const LaunchImage::Left& other) {
    const auto byte = [&](const LaunchImage::Left& left) {
        return image.value(left, result.outcome, 1) & 0xff;
    };
    while (result.size < 4 && byte(one) == byte(other)) ++result.outcome;
    result.outcome &= ~memory::Address{result.size - 1};
}

bool Search::try_flip(const Flip& flip, SearchResult& result) {
    std::vector<exec::FlipStep> story;
    std::optional<LaunchImage::Left> here, beside = usual_;
    {
        FlippedRun flipped{flip, true};
        here = run(&flipped);
        if (!here || !flipped.is_turned_round()) return false;
        if (!image_.difference(*here, usual_, usual_)) return false;
        story = flipped.story();
        if (flipped.has_made_wait()) beside.reset();
    }
    // The same threads come to the same place at the same time, but the late access is made in its
    // turn: its thread waits right behind it.
    if (!beside) {
        Flip behind = flip;
        ++behind.late.number;
        behind.waits = true;
        FlippedRun waiting{behind, true};
        beside = run(&waiting);
    }
    const auto word = beside ? image_.difference(*here, *beside, usual_) : std::nullopt;
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

bool Search::try_pair(const exec::LocatedPair& pair, SearchResult& result) {
    Flip flip{launch_.number, pair.earlier, pair.later};
    if (try_flip(flip, result)) return true;
    flip.waits = true;
    return pair.earlier_stores && can_go_on() && try_flip(flip, result);
}

// While it lives, no launch runs much longer than this one did.
class ShortRuns {
  public:
    explicit ShortRuns(std::uint64_t steps) : before_(exec::step_limit()) {
        exec::set_step_limit(std::min(before_, steps + least_step_limit));
    }
    ~ShortRuns() { exec::set_step_limit(before_); }
    ShortRuns(const ShortRuns&) = delete;
    ShortRuns& operator=(const ShortRuns&) = delete;

  private:
    const std::uint64_t before_;
};

}  // namespace

std::vector<SearchResult> search(const std::vector<race::Race>& races, const SearchedLaunch& launch,
                                 bool play) {
    std::vector<SearchResult> results(races.size());
    const auto all_end = [&](SearchEnd end) {
        for (SearchResult& result : results) result.end = end;
        return results;
    };
    Search search{launch};
    if (search.is_too_long()) return all_end(SearchEnd::too_long);
    const ShortRuns short_runs{launch.steps};

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
            if (!search.can_go_on())
                result.end = SearchEnd::too_long;
            else if (search.try_pair(*place, result))
                result.pair = pair;
        }
    }
    const auto found = std::ranges::find(results, SearchEnd::found, &SearchResult::end);
    if (play && found != results.end())
        search.play(found->flip);
    else
        search.put_usual();
    return located ? results : all_end(SearchEnd::not_again);
}

}  // namespace cusim::api
