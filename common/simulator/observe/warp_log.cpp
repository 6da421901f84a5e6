#include "simulator/observe/warp_log.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "simulator/observe/actor.hpp"
#include "simulator/observe/closeup.hpp"
#include "simulator/observe/counters.hpp"

namespace cusim::observe {

namespace {

// A lane with this many records asks for a replay at its block's next barrier,
constexpr std::size_t worth_a_replay = std::size_t{1} << 14;
// with this many, at once;
constexpr std::size_t needs_a_replay = std::size_t{1} << 20;
// and with this many (a lane that others of its warp wait for) the launch goes uncounted.
constexpr std::size_t most_records = std::size_t{1} << 24;

struct Pool {
    std::vector<std::unique_ptr<WarpLog>> all;
    std::vector<WarpLog*> idle;
};

Pool& pool() {
    static Pool instance;
    return instance;
}

}  // namespace

void WarpLog::begin(BlockClock& block, std::uint32_t number, std::uint32_t lanes) {
    block_ = &block;
    number_ = number;
    existing_ = lanes;
    ended_ = 0;
    slices_ = 0;
    for (LaneLog& lane : lanes_) {
        if (lane.capacity() > needs_a_replay) lane = {};
        lane.next = lane.storage.get();
    }
    replay_.begin(lanes);
}

void WarpLog::replay() {
    if (closeup_taker) closeup_taker->warp_runs(block_->linear, number_, existing_);
    if (counters().is_complete())
        replay_.run(lanes_, ended_, *block_);
    else
        for (LaneLog& lane : lanes_) lane.next = lane.storage.get();
}

void WarpLog::lane_ends(unsigned lane) {
    ended_ |= 1u << lane;
    if (!all_ended()) return;
    replay();
    if (closeup_taker) closeup_taker->warp_ends(block_->linear, number_);
}

void WarpLog::slice_ends() {
    if (++slices_ < std::popcount(existing_ & ~ended_)) return;
    slices_ = 0;
    replay();
}

bool WarpLog::make_room(LaneLog& lane) {
    const std::size_t records = lane.size();
    if (records >= worth_a_replay) block_->replay_at_barrier = true;
    if (records >= needs_a_replay) {
        replay();
        if (lane.size() < records) return true;
        if (records >= most_records) counters().give_up();
    }
    if (!counters().is_complete()) return false;
    lane.grow();
    return true;
}

WarpLog& take_warp_log() {
    Pool& logs = pool();
    if (logs.idle.empty())
        logs.idle.push_back(logs.all.emplace_back(std::make_unique<WarpLog>()).get());
    WarpLog& log = *logs.idle.back();
    logs.idle.pop_back();
    return log;
}

void give_back(WarpLog& log) {
    pool().idle.push_back(&log);
}

bool give_back_all() {
    Pool& logs = pool();
    if (logs.idle.size() == logs.all.size()) return false;
    logs.idle.clear();
    for (const auto& log : logs.all) logs.idle.push_back(log.get());
    return true;
}

}  // namespace cusim::observe
