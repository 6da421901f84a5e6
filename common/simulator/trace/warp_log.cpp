#include "simulator/trace/warp_log.hpp"

#include <algorithm>
#include <bit>
#include <memory>

#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_columns.hpp"
#include "simulator/trace/lanes.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::trace {

ReadConsumer* read_consumer = nullptr;
RequestConsumer* request_consumer = nullptr;
void (*host_consumer)(memory::Address, std::size_t) = nullptr;

namespace {

// Number of records in a lane's log from which the warp is replayed at its block's next barrier.
constexpr std::size_t worth_a_replay = std::size_t{1} << 14;
// Number of records from which it is replayed at once.
constexpr std::size_t needs_a_replay = std::size_t{1} << 20;
// Number of records from which the launch is no longer counted. Only a lane for which the others of
// its warp wait gets that far.
constexpr std::size_t most_records = std::size_t{1} << 24;

// Logs are reused from warp to warp, so that the next warp writes where the caches are warm.
struct Pool {
    std::vector<std::unique_ptr<WarpLog>> all;
    std::vector<WarpLog*> idle;
    // A bit for each log, by its number: it may hold reads that were not handed over. After a
    // launch with many warps, most logs are idle, and a small launch need not look at them.
    std::vector<std::uint64_t> unread;

    void mark(const WarpLog& log) { unread[log.place() / 64] |= bit(log); }
    void unmark(const WarpLog& log) { unread[log.place() / 64] &= ~bit(log); }

  private:
    static std::uint64_t bit(const WarpLog& log) { return std::uint64_t{1} << log.place() % 64; }
};

Pool& pool() {
    static Pool instance;
    return instance;
}

WarpLog& take_log() {
    Pool& logs = pool();
    if (logs.idle.empty()) {
        const std::size_t place = logs.all.size();
        logs.idle.push_back(logs.all.emplace_back(std::make_unique<WarpLog>(place)).get());
        logs.unread.resize(place / 64 + 1);
    }
    WarpLog& log = *logs.idle.back();
    logs.idle.pop_back();
    logs.mark(log);
    return log;
}

bool counts() {
    return request_consumer && request_consumer->is_complete();
}

std::uint32_t block_threads = 0;  // threads per block of the running launch

// Mask of the lanes that exist in the block's warp `warp`.
std::uint32_t lanes_of(std::uint32_t warp) {
    const std::uint32_t threads = block_threads - warp * 32;
    return threads >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << threads) - 1;
}

}  // namespace

void WarpLog::begin(Block& block, std::uint32_t number, std::uint32_t lanes) {
    block_ = &block;
    number_ = number;
    existing_ = lanes;
    ended_ = 0;
    slices_ = 0;
    for (LaneLog& lane : lanes_) {
        if (lane.capacity() > needs_a_replay) lane = {};
        lane.next = lane.storage.get();
        lane.warp = this;
    }
    drained_ = {};
    replay_.begin(lanes);
}

LaneLog& WarpLog::lane_begins(const Thread& thread) {
    const unsigned i = thread.thread % 32;
    threads_[i] = &thread;
    if (!lanes_[i].storage) lanes_[i].grow();
    return lanes_[i];
}

// The replay itself hands over the deferred reads that it passes, but only if none of the lanes'
// reads have been handed over before.
void WarpLog::replay() {
    if (request_consumer) request_consumer->warp_runs(*block_, number_, existing_);
    const bool by_replay = counts() && drained_ == std::array<std::size_t, 32>{};
    if (!by_replay) drain_reads();
    if (counts())
        replay_.run(lanes_, ended_, *block_, by_replay ? threads_.data() : nullptr);
    else
        for (LaneLog& lane : lanes_) lane.next = lane.storage.get();
    if (!by_replay)
        for (unsigned i = 0; i < 32; ++i) drained_[i] = lanes_[i].size();
}

void WarpLog::drain_reads() {
    std::uint32_t lanes = 0;
    for (unsigned i = 0; i < 32; ++i)
        if (drained_[i] < lanes_[i].size()) lanes |= 1u << i;
    if (lanes == 0) return;
    drain_in_step(lanes);
    for_lanes(lanes, [&](unsigned i) {
        const LaneLog& lane = lanes_[i];
        if (drained_[i] == lane.size() || !read_consumer) return;
        read_consumer->lanes(threads_.data(), 1u << i);
        for (; drained_[i] < lane.size(); ++drained_[i]) {
            const Record record = lane.begin()[drained_[i]];
            if (!is_mark(record)) read_consumer->accesses(tag_of(record), address_of(record), 0);
        }
    });
}

// Hands over the reads of these lanes together, as long as their records agree.
void WarpLog::drain_in_step(std::uint32_t mask) {
    if (!read_consumer) return;
    std::array<const Record*, 32> at;
    unsigned count = 0;
    std::size_t length = ~std::size_t{0};
    for_lanes(mask, [&](unsigned i) {
        at[count++] = lanes_[i].begin() + drained_[i];
        length = std::min(length, lanes_[i].size() - drained_[i]);
    });
    read_consumer->lanes(threads_.data(), mask);
    std::size_t k = 0;
    for (LaneColumns columns; k < length; ++k) {
        if (k % LaneColumns::width == 0) columns.load(at.data(), count, k);
        const std::size_t i = k % LaneColumns::width;
        if (!columns.even(i)) break;
        const Record first = columns.first(i);
        if (!is_mark(first))
            read_consumer->accesses(tag_of(first), address_of(first), columns.gap(i));
        else if (columns.gap(i) != 0 && !is_meeting(first))
            break;
    }
    for_lanes(mask, [&](unsigned i) { drained_[i] += k; });
}

void WarpLog::lane_ends(unsigned lane) {
    ended_ |= 1u << lane;
    if (!all_ended()) return;
    replay();
    if (request_consumer) request_consumer->warp_ends(*block_, number_);
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
        if (records >= most_records && request_consumer) request_consumer->give_up();
    }
    if (counts())
        lane.grow();
    else
        replay();
}

void make_room() {
    put_down_log();
    running_log->warp->make_room(*running_log);
    take_up_log();
}

void launch_begins(std::uint32_t threads_per_block) {
    block_threads = threads_per_block;
}

void launch_ends() {
    take_back_logs();
    std::ranges::fill(pool().unread, 0);
    control_flow().clear();
    memory_objects().drop_argument_names();
    running_log = nullptr;
    take_up_log();
}

bool take_back_logs() {
    Pool& logs = pool();
    if (logs.idle.size() == logs.all.size()) return false;
    logs.idle.clear();
    for (const auto& log : logs.all) logs.idle.push_back(log.get());
    return true;
}

void log_begins(Thread& thread, Block& block) {
    const std::uint32_t warp = thread.thread / 32;
    if (block.logs.empty()) block.logs.resize((block_threads + 31) / 32);
    WarpLog*& log = block.logs[warp];
    if (!log) {
        log = &take_log();
        log->begin(block, warp, lanes_of(warp));
    }
    thread.warp_log = log;
    thread.log = &log->lane_begins(thread);
}

void log_ends(Thread& thread, Block& block) {
    switch_log(nullptr);
    if (!thread.warp_log) return;
    WarpLog& log = *thread.warp_log;
    thread.warp_log = nullptr;
    thread.log = nullptr;
    log.lane_ends(thread.thread % 32);
    if (!log.all_ended()) return;
    block.logs[thread.thread / 32] = nullptr;
    pool().unmark(log);
    pool().idle.push_back(&log);
}

void slice_ends(Thread& thread) {
    if (!thread.warp_log) return;
    put_down_log();
    thread.warp_log->slice_ends();
    take_up_log();
}

// Replaying the logs hands over the deferred reads on the way. drain_reads() takes those that the
// replay did not reach.
void replay_at_barrier(Block& block) {
    if (!block.replay_at_barrier && !block.reads_deferred) return;
    block.replay_at_barrier = false;
    put_down_log();
    for (WarpLog* const log : block.logs)
        if (log) log->replay();
    take_up_log();
    drain_reads(block);
}

void drain_reads(const Thread& thread, const Block& block) {
    if (!block.reads_deferred || !thread.warp_log) return;
    put_down_log();
    thread.warp_log->drain_reads();
}

void drain_reads(Block& block) {
    block.reads_deferred = false;
    put_down_log();
    for (WarpLog* const log : block.logs)
        if (log) log->drain_reads();
}

void drain_all_reads() {
    put_down_log();
    const Pool& logs = pool();
    for (std::size_t i = 0; i < logs.unread.size(); ++i)
        for (std::uint64_t bits = logs.unread[i]; bits != 0; bits &= bits - 1)
            logs.all[64 * i + static_cast<std::size_t>(std::countr_zero(bits))]->drain_reads();
}

}  // namespace cusim::trace
