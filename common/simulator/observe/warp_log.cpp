#include "simulator/observe/warp_log.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "simulator/observe/actor.hpp"
#include "simulator/observe/closeup.hpp"
#include "simulator/observe/counters.hpp"
#include "simulator/observe/events.hpp"
#include "simulator/observe/lane_columns.hpp"
#include "simulator/observe/lanes.hpp"
#include "simulator/observe/waiting_reads.hpp"

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
    settled_ = {};
    replay_.begin(lanes);
}

LaneLog& WarpLog::lane_begins(const Actor& actor) {
    const unsigned i = actor.thread % 32;
    actors_[i] = &actor;
    if (!lanes_[i].storage) lanes_[i].grow();
    return lanes_[i];
}

// The replay checks what it comes to itself; but not some lanes' reads and others' not.
void WarpLog::replay() {
    if (closeup_taker) closeup_taker->warp_runs(block_->linear, number_, existing_);
    const bool counts = counters().is_complete();
    const bool by_replay = counts && settled_ == std::array<std::size_t, 32>{};
    if (!by_replay) settle_reads();
    if (counts)
        replay_.run(lanes_, ended_, *block_, by_replay ? actors_.data() : nullptr);
    else
        for (LaneLog& lane : lanes_) lane.next = lane.storage.get();
    if (!by_replay)
        for (unsigned i = 0; i < 32; ++i) settled_[i] = lanes_[i].size();
}

void WarpLog::settle_reads() {
    std::uint32_t lanes = 0;
    for (unsigned i = 0; i < 32; ++i)
        if (settled_[i] < lanes_[i].size()) lanes |= 1u << i;
    if (lanes == 0) return;
    settle_in_step(lanes);
    for_lanes(lanes, [&](unsigned i) {
        const LaneLog& lane = lanes_[i];
        for (; settled_[i] < lane.size(); ++settled_[i]) {
            const Record record = lane.begin()[settled_[i]];
            if (!is_mark(record))
                waiting_reads().check(tag_of(record), *actors_[i], address_of(record));
        }
    });
}

// As long as these lanes do the same.
void WarpLog::settle_in_step(std::uint32_t mask) {
    std::array<const Record*, 32> at;
    ReadingLanes lanes;
    std::size_t length = ~std::size_t{0};
    for_lanes(mask, [&](unsigned i) {
        at[lanes.count] = lanes_[i].begin() + settled_[i];
        length = std::min(length, lanes_[i].size() - settled_[i]);
        lanes.add(*actors_[i]);
    });
    std::size_t k = 0;
    for (LaneColumns columns; k < length; ++k) {
        if (k % LaneColumns::width == 0) columns.load(at.data(), lanes.count, k);
        const std::size_t i = k % LaneColumns::width;
        if (!columns.even(i)) break;
        const Record first = columns.first(i);
        if (!is_mark(first))
            waiting_reads().check(tag_of(first), lanes, address_of(first), columns.gap(i));
        else if (columns.gap(i) != 0)
            break;
    }
    for_lanes(mask, [&](unsigned i) { settled_[i] += k; });
}

void WarpLog::lane_ends(unsigned lane) {
    ended_ |= 1u << lane;
    if (!all_ended()) return;
    replay();
    counters().warp_ends(replay_.waits());
    if (closeup_taker) closeup_taker->warp_ends(block_->linear, number_);
}

void WarpLog::slice_ends() {
    if (++slices_ < std::popcount(existing_ & ~ended_)) return;
    slices_ = 0;
    replay();
}

void WarpLog::make_room(LaneLog& lane) {
    const std::size_t records = lane.size();
    if (records >= worth_a_replay) block_->replay_at_barrier = true;
    if (records >= needs_a_replay) {
        replay();
        if (lane.size() < records) return;
        if (records >= most_records) counters().give_up();
    }
    if (counters().is_complete())
        lane.grow();
    else
        replay();
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

void settle_reads(BlockClock& block) {
    block.reads_wait = false;
    put_down_log();
    for (WarpLog* const log : block.logs)
        if (log) log->settle_reads();
}

void settle_all_reads() {
    put_down_log();
    for (const auto& log : pool().all) log->settle_reads();
}

}  // namespace cusim::observe
