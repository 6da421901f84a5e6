// Events of a launch: its blocks and threads, and the barriers that end an epoch for all threads of
// a block or of the grid.
#include <algorithm>
#include <utility>
#include <vector>

#include "simulator/memory/registered.hpp"
#include "simulator/race/async_copies.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/pending_findings.hpp"
#include "simulator/race/findings/racing_pairs.hpp"
#include "simulator/race/findings/same_value.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/findings/volatile_flags.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/looks.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/race/shadow/overwritten.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shared_garbage_trial.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

ThreadClock* running_thread = nullptr;

namespace {

using memory::Address;

LaunchId last_launch = 0;

// So many epochs of earlier launches keep their descriptions for reports.
constexpr std::size_t most_remembered = 1 << 22;

// The blocks that a grid barrier orders.
std::vector<BlockClock*>& running_blocks() {
    static std::vector<BlockClock*> blocks;
    return blocks;
}

void next_epoch(BlockClock& block) {
    ++block.barriers;
    block.epoch = epochs().begin(block.linear, block.barriers);
}

// What some threads acquired, or made ready to release, before a barrier holds for all threads
// after it. If every thread has fenced, the number of the barrier says the same for all of them.
void merge_vectors(BlockClock& block) {
    if (!block.arriving) return;
    for (Snapshot* snapshot : {&block.arriving->device, &block.arriving->block}) {
        if (block.fences < block.live || snapshot->threads.size() < block.live) continue;
        snapshot->threads.clear();
        snapshot->barriers = std::max(snapshot->barriers, block.barriers + 1);
    }
    if (block.vector)
        block.vector->join(*block.arriving);
    else
        block.vector = std::move(block.arriving);
    block.arriving.reset();
    block.fences = 0;
}

}  // namespace

LaunchId launch_begins(const LaunchInfo& info) {
    allow_shared_garbage_trial(info.may_be_tried);
    hold_unwritten_reads(info.reads_are_judged);
    reads_of_other_blocks = 0;
    map_shadow();  // for kernels that use shared memory only
    deferred_reads().launch_is_over();
    if (epochs().remembered() > most_remembered) epochs().forget();
    release_logs().clear();
    forget_flags();
    forget_pairs();
    streams().begin(info.stream,
                    {.first = epochs().next(),
                     .name = info.kernel,
                     .grid = info.grid,
                     .block = info.block,
                     .launch = true},
                    info.overlaps);
    grid_epoch = epochs().next();
    overwritten.launch_begins(grid_epoch);
    refresh_floor();
    site_cache.forget();
    trace::launch_begins(info.block.x * info.block.y * info.block.z);
    deferred_reads().launch_begins(++last_launch, grid_epoch);
    return last_launch;
}

std::size_t kernel_argument(const char* name, const void* pointer, detail::ElementKind elements,
                            const detail::Shape* shape) {
    const Address place = memory::shadow_place(reinterpret_cast<Address>(pointer));
    trace::MemoryObject* const object = trace::memory_objects().find(place);
    // A pointer into the middle of what was freed may be one that has left its own array.
    if (!object || (object->freed && object->base != place)) return 0;
    // Reports count indices from the start of the memory, so the parameter that points there names
    // it best.
    if (!object->argument || object->base == place) {
        object->argument = object->latest_argument = name;
        if (!object->name) object->shape = shape;
    }
    using detail::ElementKind;
    const bool is_first = object->elements == ElementKind::unknown;
    object->elements = is_first || object->elements == elements ? elements : ElementKind::other;
    return object->size - (place - object->base);
}

bool is_copied_by_host(const void* pointer) {
    const Address place = memory::shadow_place(reinterpret_cast<Address>(pointer));
    const trace::MemoryObject* const object = trace::memory_objects().find(place);
    return object && object->copied;
}

void count_orders(bool on) {
    orders_are_counted = on;
}

std::optional<std::uint64_t> ordered_reads() {
    if (!orders_are_counted) return std::nullopt;
    return reads_of_other_blocks;
}

void threads_have_ended(bool error) {
    settle_same_value();
    if (!shared_garbage_reached_nothing(error)) return;
    put_unwritten();
    excuse_garbage();
}

void launch_ends() {
    settle_same_value();
    trace::drain_all_reads();
    report_findings();
    streams().end(epochs().next());
    running_blocks().clear();
    trace::launch_ends();
    running_thread = nullptr;
    refresh_floor();
}

std::vector<BlockClock*> launch_is_suspended() {
    trace::drain_all_reads();
    std::vector<BlockClock*> blocks = running_blocks();
    for (BlockClock* const block : blocks) {
        block->logs.clear();
        block->replay_at_barrier = block->reads_deferred = false;
        block->vector.reset();
        block->arriving.reset();
        block->fences = 0;
    }
    launch_ends();
    return blocks;
}

// The log does not continue after this, so the launch is not counted.
void thread_is_suspended(ThreadClock& actor) {
    actor.warp_log = nullptr;
    actor.log = nullptr;
    actor.vector.reset();
    actor.looks.reset();
    actor.fenced_barriers = ~0u;
    actor.has_followed = false;
    actor.unwritten_result = 0;
}

void launch_resumes(const LaunchInfo& info, std::vector<BlockClock*> blocks) {
    launch_begins(info);
    deferred_reads().refuse();
    running_blocks() = std::move(blocks);
    for (BlockClock* const block : running_blocks()) next_epoch(*block);
}

void launch_is_followed() {
    settle_same_value();
    if (!running_thread) return;
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before what it knows grows
    me.has_followed = true;
    me.block->followed_at = std::min(me.block->followed_at, me.block->barriers);
}

Epoch child_is_launched() {
    settle_same_value();
    ThreadClock& me = *running_thread;
    trace::drain_reads(me, *me.block);  // before its clock moves
    me.epoch = epochs().begin(me.block->linear, me.block->barriers);
    return me.epoch;
}

ChildRuns::ChildRuns(Epoch launched, Epoch end) {
    streams().begin_beside(launched, end);
    refresh_floor();
}

ChildRuns::~ChildRuns() {
    streams().end_beside();
    refresh_floor();
}

void block_begins(BlockClock& block, std::uint32_t linear, const void* arena) {
    block = {};
    block.linear = linear;
    block.arena = reinterpret_cast<Address>(arena);
    block.first_epoch = epochs().begin(linear, 0);
    next_epoch(block);
    running_blocks().push_back(&block);
}

void block_joins(BlockClock& block, ClusterClock& cluster, std::uint32_t rank) {
    // Other blocks may have stored to this block's shared memory before it was first accessed here.
    if (cluster.first_epoch == 0) cluster.first_epoch = block.first_epoch;
    block.first_epoch = cluster.first_epoch;
    block.cluster = &cluster;
    cluster.members[rank].block = &block;
    cluster.members[rank].linear = block.linear;
}

void block_ends(BlockClock& block) {
    settle_same_value();
    if (block.cluster)
        for (trace::Cluster::Member& member : block.cluster->members)
            if (member.block == &block) {
                member.block = nullptr;
                member.ended = true;
            }
    abandon_copies(block);
    trace::drain_reads(block);
    std::erase(running_blocks(), &block);
    put_unwritten(block.arena, memory::shared_arena_size);
    release_logs().arena_is_free(block.arena);
}

void shared_variable(BlockClock& block, const trace::SharedVariable& variable) {
    block.shared.push_back(variable);
    site_cache.forget();
}

void thread_begins(ThreadClock& actor, BlockClock& block, WarpClock& warp, std::uint32_t thread,
                   const void* stack_base, std::size_t stack_size) {
    actor.block = &block;
    actor.warp = &warp;
    actor.thread = thread;
    actor.stack_base = reinterpret_cast<Address>(stack_base);
    actor.stack_size = stack_size;
    actor.fenced_barriers = ~0u;
    actor.vector.reset();
    actor.looks.reset();
    actor.unwritten_result = 0;
    actor.astray_at = nullptr;
    warp.lanes[thread % 32] = &actor;
    ++block.live;
    trace::log_begins(actor, block);
    refresh(actor);
}

void thread_ends(ThreadClock& actor) {
    trace::log_ends(actor, *actor.block);
    actor.warp->lanes[actor.thread % 32] = nullptr;
    --actor.block->live;
    if (actor.fenced_barriers == actor.block->barriers) --actor.block->fences;
}

void slice_ends() {
    trace::slice_ends(*running_thread);
}

void refresh(ThreadClock& actor) {
    actor.epoch = actor.block->epoch;
    actor.barriers = actor.block->barriers;
}

void block_barrier(BlockClock& block) {
    settle_same_value();
    trace::replay_at_barrier(block);
    merge_vectors(block);
    next_epoch(block);
}

void grid_barrier() {
    settle_same_value();
    trace::drain_all_reads();
    const bool alone = order_floor >= grid_epoch;
    grid_epoch = epochs().next();
    for (BlockClock* block : running_blocks()) {
        merge_vectors(*block);
        next_epoch(*block);
    }
    if (alone && !orders_are_counted) order_floor = grid_epoch;
}

}  // namespace cusim::race
