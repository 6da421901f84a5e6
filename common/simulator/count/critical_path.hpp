// The longest chain of work in a launch in which each piece has to wait for the one before it: in a
// warp, from barrier to barrier of its block, and from a thread that hands something over to one
// that looks for it, such as a word in memory that says whose turn it is. A launch takes at least
// as long, however little each of its warps does.
//
// What threads hand over is recorded in the order in which it happens. What their warps do in
// between is known only when the logs are replayed. Both are put together after the launch: a clock
// for each warp moves forward by the warp's work, and, where a thread looks, to the latest time at
// which something was handed over there. Times and durations are in microseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simulator/trace/consumers.hpp"

namespace cusim::count {

class CriticalPath {
  public:
    struct Warp {
        std::uint32_t block = 0, number = 0;  // its own number in the block

        bool operator==(const Warp&) const = default;
        // No other warp of the launch has it: a block has at most 32 warps.
        std::uint64_t key() const { return std::uint64_t{block} << 5 | number; }
    };

    // To be called while the launch runs. Returns the number of what is recorded, which several
    // lanes may share. What is handed over before anybody looks is not recorded.
    std::optional<std::uint32_t> record(Warp, const trace::Meeting&);
    // Whether no more can be recorded.
    bool is_full() const { return events_.size() >= most_events; }

    // To be called by the replay when it has come to the meeting of this number. `interval`: the
    // number of barriers that the warp has passed; `worked`: what it has done since the last of
    // them. Returns whether a thread looks there.
    bool reached(std::uint32_t number, std::uint32_t interval, double worked);
    // To be called by the replay when the warp has come to the end of an interval. `looked`: one of
    // its threads looked in it.
    void interval_ends(Warp, std::uint32_t interval, double worked, bool looked);
    // To be called when all warps of the block have ended. Returns the time that it takes by
    // itself: the sum over the intervals of what the warp with most work has to do.
    double block_ends(std::uint32_t block);

    // To be called once after the launch.
    double longest();
    void clear() { *this = {}; }

  private:
    static constexpr std::size_t most_events = std::size_t{1} << 22;

    // From one barrier of a block to the next.
    struct Interval {
        double work = 0;  // of the warp that does most
        double late = 0;  // when those warps have come to its end that had to wait in it
        std::vector<std::pair<std::uint32_t, double>> of_lookers;  // the work of warps that look
    };
    struct Block {
        std::vector<Interval> intervals;
        std::vector<double> begins{0};  // of the first intervals, as far as they are known
        bool is_kept = false;           // one of its threads met others
    };
    struct Event {
        trace::Meeting meeting;
        Warp warp;
        bool is_replayed = false;
        std::uint32_t interval = 0;
        double worked = 0;
    };
    struct HandedOver {
        std::uint32_t version = 0;
        double at = 0;
        Warp by;
    };
    // When a warp would have begun an interval, had it not waited in it.
    struct Begun {
        std::uint32_t interval = 0;
        double at = 0;
    };

    // A warp's latest events at barrier objects.
    static constexpr std::uint32_t none = ~0u;
    struct Latest {
        std::uint32_t arrives = none, leaves = none;
    };

    Event* shared_event(Warp, const trace::Meeting&);
    static double begin_of(Block&, std::uint32_t interval);
    void put_in_place(const Event&);
    // What was handed over last of what the event can see; nullptr if nothing.
    const HandedOver* seen_by(const Event&) const;
    void hand_over(const trace::Meeting&, Warp, double at);

    std::unordered_map<std::uint32_t, Block> blocks_;  // that run or are kept
    std::vector<Event> events_;
    std::unordered_map<std::uint64_t, Latest> latest_;  // by block and warp
    // By place: each later than the one before, with a greater version.
    std::unordered_map<std::uint64_t, std::vector<HandedOver>> handed_over_;
    std::unordered_map<std::uint64_t, Begun> begun_;  // by block and warp
    bool somebody_looks_ = false;
    double longest_ = 0;
};

}  // namespace cusim::count
