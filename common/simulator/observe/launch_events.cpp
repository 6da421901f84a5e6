// The life of a launch: its blocks and threads, and the barriers that end an interval for all the
// threads of a block or of the grid.
#include <algorithm>
#include <vector>

#include "simulator/memory/shadow.hpp"
#include "simulator/observe/closeup.hpp"
#include "simulator/observe/counters.hpp"
#include "simulator/observe/events.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/host_actor.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/knowledge.hpp"
#include "simulator/observe/outbox.hpp"
#include "simulator/observe/places.hpp"
#include "simulator/observe/same_value.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/streams.hpp"
#include "simulator/observe/unwritten.hpp"
#include "simulator/observe/waiting_reads.hpp"
#include "simulator/observe/warp_log.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::observe {

Actor* current_actor = nullptr;

namespace {

using memory::Address;

LaunchId last_launch = 0;
std::uint32_t block_threads = 0;  // of the running launch

// Details of this many intervals of earlier launches are kept for reports.
constexpr std::size_t most_remembered = 1 << 22;

// Those that a grid barrier concerns.
std::vector<BlockClock*>& running_blocks() {
    static std::vector<BlockClock*> blocks;
    return blocks;
}

void next_epoch(BlockClock& block) {
    ++block.epoch;
    block.interval = intervals().begin(block.linear, block.epoch);
}

// What some threads learnt, or made ready to publish, before a barrier holds for all after it. If
// every thread fenced, what they did need not be told thread by thread.
void merge_knowledge(BlockClock& block) {
    if (!block.arriving) return;
    for (Snapshot* snapshot : {&block.arriving->device, &block.arriving->block}) {
        if (block.fences < block.live || snapshot->threads.size() < block.live) continue;
        snapshot->threads.clear();
        snapshot->epochs = std::max(snapshot->epochs, block.epoch + 1);
    }
    if (block.knowledge)
        block.knowledge->join(*block.arriving);
    else
        block.knowledge = std::move(block.arriving);
    block.arriving.reset();
    block.fences = 0;
}

// Lanes of the block's warp `warp` that exist.
std::uint32_t lanes_of(std::uint32_t warp) {
    const std::uint32_t threads = block_threads - warp * 32;
    return threads >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << threads) - 1;
}

void begin_log(Actor& actor) {
    const std::uint32_t warp = actor.thread / 32;
    std::vector<WarpLog*>& logs = actor.block->logs;
    if (logs.empty()) logs.resize((block_threads + 31) / 32);
    if (!logs[warp]) {
        logs[warp] = &take_warp_log();
        logs[warp]->begin(*actor.block, warp, lanes_of(warp));
    }
    actor.warp_log = logs[warp];
    actor.log = &logs[warp]->lane_begins(actor);
}

void end_log(Actor& actor) {
    put_down_log();
    log_next = log_end = nullptr;
    WarpLog& log = *actor.warp_log;
    actor.warp_log = nullptr;
    actor.log = nullptr;
    log.lane_ends(actor.thread % 32);
    if (!log.all_ended()) return;
    actor.block->logs[actor.thread / 32] = nullptr;
    give_back(log);
}

// Where reads wait to be checked, the replay does so on its way, as far as it comes.
void replay_logs(BlockClock& block) {
    if (!block.replay_at_barrier && !block.reads_wait) return;
    block.replay_at_barrier = false;
    put_down_log();
    for (WarpLog* const log : block.logs)
        if (log) log->replay();
    take_up_log();
    settle_reads(block);
}

// What was counted belongs to the launch that ends.
void hand_over_counts() {
    if (give_back_all()) counters().give_up();
    report::LaunchRecord* const record = report::current_launch();
    if (record) counters().hand_over(*record);
    if (closeup_taker) {
        auto timeline = closeup_taker->end_launch();
        if (record && counters().is_complete()) record->timeline = std::move(timeline);
    }
    counters().clear();
    control_flow().clear();
}

}  // namespace

LaunchId launch_begins(const LaunchInfo& info) {
    memory::map_shadow();  // a kernel may have shared memory and no other
    waiting_reads().launch_is_over();
    if (intervals().remembered() > most_remembered) intervals().forget();
    logs().clear();
    streams().begin(info.stream, {.first = intervals().next(),
                                  .name = info.kernel,
                                  .grid = info.grid,
                                  .block = info.block,
                                  .launch = true});
    grid_era = intervals().next();
    refresh_floor();
    site_cache.forget();
    block_threads = info.block.x * info.block.y * info.block.z;
    prepare_closeups({info.grid.x, info.grid.y, info.grid.z});
    waiting_reads().launch_begins(++last_launch, grid_era);
    return last_launch;
}

void kernel_argument(const char* name, const void* pointer) {
    Place* const place = places().find(reinterpret_cast<Address>(pointer));
    // Indices in reports count from the start of the memory, so its own name is the best.
    if (place && (!place->argument || place->base == reinterpret_cast<Address>(pointer)))
        place->argument = name;
}

void launch_ends() {
    settle_same_value();
    settle_all_reads();
    send_all();
    streams().end(intervals().next());
    running_blocks().clear();
    hand_over_counts();
    places().drop_argument_names();
    current_actor = nullptr;
    take_up_log();
    refresh_floor();
}

void block_begins(BlockClock& block, std::uint32_t linear, const void* arena) {
    block = {};
    block.linear = linear;
    block.arena = reinterpret_cast<Address>(arena);
    block.first_interval = intervals().begin(linear, 0);
    next_epoch(block);
    running_blocks().push_back(&block);
}

void block_ends(BlockClock& block) {
    settle_reads(block);
    std::erase(running_blocks(), &block);
    put_unwritten(block.arena, memory::shared_arena_size);
}

void shared_variable(BlockClock& block, const void* base, std::size_t size, const char* name) {
    block.shared.push_back({reinterpret_cast<Address>(base), size, name});
    site_cache.forget();
}

void thread_begins(Actor& actor, BlockClock& block, WarpClock& warp, std::uint32_t thread,
                   const void* stack_base, std::size_t stack_size) {
    actor.block = &block;
    actor.warp = &warp;
    actor.thread = thread;
    actor.stack_base = reinterpret_cast<Address>(stack_base);
    actor.stack_size = stack_size;
    actor.fenced_epoch = ~0u;
    actor.knowledge.reset();
    warp.lanes[thread % 32] = &actor;
    ++block.live;
    begin_log(actor);
    refresh(actor);
}

void thread_ends(Actor& actor) {
    end_log(actor);
    actor.warp->lanes[actor.thread % 32] = nullptr;
    --actor.block->live;
    if (actor.fenced_epoch == actor.block->epoch) --actor.block->fences;
}

void slice_ends() {
    if (!current_actor->warp_log) return;
    put_down_log();
    current_actor->warp_log->slice_ends();
    take_up_log();
}

void refresh(Actor& actor) {
    actor.interval = actor.block->interval;
    actor.epoch = actor.block->epoch;
}

void block_barrier(BlockClock& block) {
    settle_same_value();
    replay_logs(block);
    merge_knowledge(block);
    next_epoch(block);
}

void grid_barrier() {
    settle_same_value();
    settle_all_reads();
    const bool alone = order_floor >= grid_era;
    grid_era = intervals().next();
    for (BlockClock* block : running_blocks()) {
        merge_knowledge(*block);
        next_epoch(*block);
    }
    if (alone) order_floor = grid_era;
}

}  // namespace cusim::observe
