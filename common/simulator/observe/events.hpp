// What exec/ and memory/ tell the checker, in the order things happen. Every function is called on
// the one OS thread of the program, outside instrumented code, and returns at once.
//
// The checker calls back only exec::abort_thread(), exec::step() and exec::switch_point(), from
// the compiler's hooks and from atomic_access().
#pragma once

#include "simulator/observe/actor.hpp"
#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/transactions.hpp"

namespace cusim::observe {

using LaunchId = std::uint32_t;
using StreamId = std::uint32_t;  // 0 is the legacy default stream
using EventId = std::uint32_t;

enum class Scope : std::uint8_t { block, device, system };
enum class Wait : std::uint8_t { no, yes };  // does the host wait for the end of the operation?

// ---- Launches, blocks, threads -------------------------------------------------------------

struct LaunchInfo {
    const char* kernel;
    Extent grid, block;
    StreamId stream = 0;
};

LaunchId launch_begins(const LaunchInfo&);
// Optional, after launch_begins: a pointer parameter lends its name to the allocation it points to.
void kernel_argument(const char* name, const void* pointer);
void launch_ends();

// `arena` is the block's slot in memory::shared_arenas.
void block_begins(BlockClock&, std::uint32_t linear, const void* arena);
void block_ends(BlockClock&);
// When a block's thread first asks for a shared variable (the dynamic one included).
void shared_variable(BlockClock&, const void* base, std::size_t size, const char* name);

void thread_begins(Actor&, BlockClock&, WarpClock&, std::uint32_t thread, const void* stack_base,
                   std::size_t stack_size);
void thread_ends(Actor&);

// The thread that runs now; nullptr is host code. Change it through switch_to only.
extern Actor* current_actor;
void refresh(Actor&);
// The end of its log lies in log_next while it runs.
inline void put_down_log() {
    if (log_next) current_actor->log->next = log_next;
}
inline void take_up_log() {
    LaneLog* const log = current_actor ? current_actor->log : nullptr;
    log_next = log ? log->next : nullptr;
    log_end = log ? log->end : nullptr;
}
inline void switch_to(Actor* actor) {
    put_down_log();
    current_actor = actor;
    take_up_log();
    if (actor && actor->epoch != actor->block->epoch) refresh(*actor);
}

// The running thread lets the other lanes of its warp catch up.
void slice_ends();

// ---- Order inside a launch -------------------------------------------------------------------

void block_barrier(BlockClock&);                    // once per release, after the last arrival
void warp_barrier(WarpClock&, std::uint32_t mask);  // of the lanes that arrived
void grid_barrier();                                // once per release
void fence(Scope);                                  // by current_actor

enum class Atomic : std::uint8_t { load, store, update };
// What hardware makes of an atomic: whether the value before comes back (atom) or not (red), and
// how it is done on shared memory.
struct AtomicForm {
    bool result_used = true;
    SharedAtomic on_shared = SharedAtomic::native;
};
// Before the operation is performed.
void atomic_access(const void* address, std::uint32_t size, Scope, Atomic, AtomicForm,
                   const void* pc);
// The result of the latest one is used after all.
void atomic_result_used();

// ---- Order between launches ------------------------------------------------------------------

// `blocking` streams wait for stream 0 and it for them (cudaStreamNonBlocking makes the others).
void stream_created(StreamId, bool blocking);
void stream_destroyed(StreamId);
void event_recorded(EventId, StreamId);
void stream_waits(StreamId, EventId);
void host_waits_event(EventId);
void host_waits_stream(StreamId);
void host_waits_device();

// ---- Memory ----------------------------------------------------------------------------------

enum class MemoryKind : std::uint8_t { device, managed, pinned, symbol, constant };

// A heap allocation (not yet initialised) or a registered variable (initialised). `name` may be
// nullptr: findings then use the name of the parameter that points to it.
void allocated(const void* base, std::size_t size, MemoryKind, const char* name);
void freed(const void* base);  // until allocated anew, an access is a use after free
// Whether a kernel was the last to write each word: the grader asks, so that no copy passes for
// work.
bool written_by_kernel(const void* base, std::size_t size);

// Copies and fills in either direction, told before the bytes move. Parts outside the heaps and
// the registered variables (ordinary host memory) are ignored, so exec/ need not sort them out.
// A copy within the device keeps "uninitialised" byte by byte. `pc` is where the program asked.
void copies(const void* to, const void* from, std::size_t size, StreamId, Wait,
            const void* pc = nullptr);
void fills(const void* to, std::size_t size, StreamId, Wait, const void* pc = nullptr);
// The bytes count as initialised, although nobody has written them.
void assume_contents(const void* base, std::size_t size);
// The bytes are worth nothing: reading them is an uninitialised read again.
void forget_contents(const void* base, std::size_t size);

}  // namespace cusim::observe
