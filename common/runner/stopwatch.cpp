#include "runner/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kit/timing.hpp"
#include "runner/backend.hpp"
#include "runner/gate.hpp"

namespace runner {

namespace {

constexpr int rounds = 21;
// Long enough that the events' resolution, half a microsecond, does not matter.
constexpr double batch_microseconds = 500;
constexpr int most_calls = 400;
constexpr int most_held_back = 200;  // a device's queue holds about a thousand launches

class Batches {
  public:
    Batches(const Work& work, int sets, Gate* gate) : work_(work), sets_(sets) {
        run(sets);  // loads the kernel, touches every set
        const double once = run(sets);
        calls_ = static_cast<int>(
            std::clamp(std::ceil(batch_microseconds / once), 1.0, static_cast<double>(most_calls)));
        if (gate) hold_back(*gate);
    }

    void add() { times_.push_back(run(calls_)); }

    Spread spread() const { return spread_of(times_); }

  private:
    /// Fewer calls if one is several launches; none if the work itself waits.
    void hold_back(Gate& gate) {
        gate_ = &gate;
        for (const int calls : {std::min(calls_, most_held_back), std::min(calls_, 20)}) {
            run(calls);
            if (!gate.held()) continue;
            calls_ = calls;
            return;
        }
        gate_ = nullptr;
    }

    double run(int calls) {
        kit::Event start, stop;
        if (gate_) gate_->close();
        start.record();
        for (int call = 0; call < calls; ++call) work_(next_++ % sets_);
        stop.record();
        if (gate_) gate_->open();
        stop.wait();
        return 1e3 * stop.milliseconds_since(start) / calls;
    }

    const Work& work_;
    Gate* gate_ = nullptr;
    int sets_;
    int next_ = 0;
    int calls_ = 1;
    std::vector<double> times_;
};

}  // namespace

Spread spread_of(std::vector<double> rounds) {
    std::sort(rounds.begin(), rounds.end());
    const std::size_t last = rounds.size() - 1;
    return {rounds[rounds.size() / 2], rounds[last / 10], rounds[last - last / 10]};
}

std::vector<Spread> time_side_by_side(const std::vector<Work>& works, int sets) {
    std::optional<Gate> gate;
    if (!backend::is_simulated()) gate.emplace();
    std::vector<Batches> all;
    for (const Work& work : works) all.emplace_back(work, sets, gate ? &*gate : nullptr);
    for (int round = 0; round < rounds; ++round)
        for (Batches& batches : all) batches.add();
    std::vector<Spread> spreads;
    for (const Batches& batches : all) spreads.push_back(batches.spread());
    return spreads;
}

}  // namespace runner
