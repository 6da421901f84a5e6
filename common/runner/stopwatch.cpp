#include "runner/stopwatch.hpp"

#include <algorithm>
#include <cmath>

#include "kit/timing.hpp"

namespace runner {

namespace {

constexpr int rounds = 21;
// Long enough that the events' own resolution, half a microsecond, does not count.
constexpr double batch_microseconds = 500;
constexpr int most_calls = 400;

class Batches {
  public:
    Batches(const Work& work, int sets) : work_(work), sets_(sets) {
        run(sets);  // loads the kernel, touches every set
        const double once = run(sets);
        calls_ = static_cast<int>(
            std::clamp(std::ceil(batch_microseconds / once), 1.0, static_cast<double>(most_calls)));
    }

    void add() { times_.push_back(run(calls_)); }

    Spread spread() {
        std::sort(times_.begin(), times_.end());
        return {times_[times_.size() / 2], times_.front(), times_.back()};
    }

  private:
    double run(int calls) {
        const float milliseconds = kit::milliseconds([&] {
            for (int call = 0; call < calls; ++call) work_(next_++ % sets_);
        });
        return 1e3 * milliseconds / calls;
    }

    const Work& work_;
    int sets_;
    int next_ = 0;
    int calls_ = 1;
    std::vector<double> times_;
};

}  // namespace

std::vector<Spread> time_side_by_side(const std::vector<Work>& works, int sets) {
    std::vector<Batches> all;
    for (const Work& work : works) all.emplace_back(work, sets);
    for (int round = 0; round < rounds; ++round)
        for (Batches& batches : all) batches.add();
    std::vector<Spread> spreads;
    for (Batches& batches : all) spreads.push_back(batches.spread());
    return spreads;
}

}  // namespace runner
