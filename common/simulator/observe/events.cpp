// The clocks advance here; nothing is compared yet, so nothing is reported.
#include "simulator/observe/events.hpp"

#include "simulator/observe/knowledge.hpp"

namespace cusim::observe {

Actor* current_actor = nullptr;

namespace {
Interval last_interval = 0;
LaunchId last_launch = 0;
}  // namespace

LaunchId launch_begins(const LaunchInfo&) {
    return ++last_launch;
}
void kernel_argument(const char*, const void*) {}
void launch_ends() {}

void block_begins(BlockClock& block, std::uint32_t linear, const void* arena) {
    block.interval = block.first_interval = ++last_interval;
    block.epoch = 0;
    block.linear = linear;
    block.arena = reinterpret_cast<std::uintptr_t>(arena);
    block.shared.clear();
}
void block_ends(BlockClock&) {}

void shared_variable(BlockClock& block, const void* base, std::size_t size, const char* name) {
    block.shared.push_back({reinterpret_cast<std::uintptr_t>(base), size, name});
}

void thread_begins(Actor& actor, BlockClock& block, WarpClock& warp, std::uint32_t thread,
                   const void* stack_base, std::size_t stack_size) {
    actor.block = &block;
    actor.warp = &warp;
    actor.thread = thread;
    actor.stack_base = reinterpret_cast<std::uintptr_t>(stack_base);
    actor.stack_size = stack_size;
    warp.lanes[thread % 32] = &actor;
    refresh(actor);
}
void thread_ends(Actor& actor) {
    actor.warp->lanes[actor.thread % 32] = nullptr;
}

void refresh(Actor& actor) {
    actor.interval = actor.block->interval;
    actor.epoch = actor.block->epoch;
}

void block_barrier(BlockClock& block) {
    block.interval = ++last_interval;
    ++block.epoch;
}
void warp_barrier(WarpClock&, std::uint32_t) {}
void grid_barrier() {}
void fence(Scope) {}
void atomic_access(const void*, std::uint32_t, Scope, Atomic, bool, const void*) {}

void stream_created(StreamId, bool) {}
void stream_destroyed(StreamId) {}
void event_recorded(EventId, StreamId) {}
void stream_waits(StreamId, EventId) {}
void host_waits_event(EventId) {}
void host_waits_stream(StreamId) {}
void host_waits_device() {}

void allocated(const void*, std::size_t, MemoryKind, const char*) {}
void freed(const void*) {}
bool is_initialised(const void*, std::size_t) {
    return true;
}
bool written_by_kernel(const void*, std::size_t) {
    return true;
}
void copies(const void*, const void*, std::size_t, StreamId, Wait) {}
void fills(const void*, std::size_t, StreamId, Wait) {}
void forget_contents(const void*, std::size_t) {}

}  // namespace cusim::observe
