// The race detector's head file: what exec/ and api/ report of a program, in the order in which it
// happens. From that, and from the accesses that the compiler's hooks report (quick_check.hpp), the
// room finds every pair of accesses to the same bytes that happens-before leaves unordered, every
// access outside the memory that there is, and every read of memory that holds no value.
//
//   clocks.hpp          what is kept for each thread, warp and block
//   epochs.hpp          the numbers by which the shadow names a stretch of a thread's work
//   streams.hpp         order between launches, copies and the host: a vector clock by stream
//   vector_clock.hpp    order by fences and atomics: release and acquire
//   happens_before.hpp  the one question, did that access happen before what runs now?
//   shadow.hpp          a cell for each word: last writer, readers, which bytes hold a value
//   quick_check.hpp     an access from the hook to the shadow, the common cases inline
//   check.hpp           bounds and alignment; shadow_check.hpp values and races; word_check.hpp the
//                       rule for one cell
//   deferred_reads.hpp  reads of memory that the launch has not written, checked later by the warp
//   initialisation.hpp  which bytes hold a value, as copies and fills move them
//   race_finding.hpp, unwritten.hpp, fatal.hpp, pending_findings.hpp, parties.hpp   the words
//
// Every function is called on the one OS thread of the program, outside instrumented code, and
// returns at once. The room calls upwards once: stop.hpp.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "simulator/memory/observer.hpp"
#include "simulator/race/clocks.hpp"
#include "simulator/race/scope.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

using LaunchId = std::uint32_t;
using StreamId = std::uint32_t;  // 0 is the legacy default stream
using EventId = std::uint32_t;

// How much of what was published is to be learnt.
struct LogPosition {
    std::uint32_t log = 0, version = 0;
};

enum class Wait : std::uint8_t { no, yes };  // does the host wait for the end of the operation?

// ---- Launches, blocks, threads -------------------------------------------------------------

struct LaunchInfo {
    const char* kernel;
    trace::Extent grid, block;
    StreamId stream = 0;
    bool may_be_tried = false;  // threads_have_ended() will be called: shared_garbage_trial.hpp
    // take_unwritten_reads() will be, and what is held then released or not: garbage.hpp
    bool reads_are_judged = false;
    // Nothing in the launch orders one block behind another: happens_before.hpp.
    bool blocks_are_apart = false;
};

LaunchId launch_begins(const LaunchInfo&);
// Optional, after launch_begins: a pointer parameter lends its name to the allocation it points to,
// and says what that holds. The bytes from there to its end; 0 where it points
// to none.
std::size_t kernel_argument(const char* name, const void* pointer,
                            detail::ElementKind elements = detail::ElementKind::other);
// Its threads have ended, with an error or not, and memory is as they left it. Where there is
// reason to, launches are told apart here by what they leave.
void threads_have_ended(bool error);
void launch_ends();
// Instead of its end: it waits for the host, which goes on. What the launch has done so far counts
// as done before all that it will do, as if the grid had come to a barrier. Takes the place of
// launch_ends(), and returns what launch_resumes() wants; for each thread that has begun,
// thread_is_suspended() follows.
std::vector<BlockClock*> launch_is_suspended();
void thread_is_suspended(ThreadClock&);
void launch_resumes(const LaunchInfo&, std::vector<BlockClock*> blocks);

// `arena` is the block's slot in memory::shared_arenas.
void block_begins(BlockClock&, std::uint32_t linear, const void* arena);
// After block_begins, where the block has a cluster.
void block_joins(BlockClock&, ClusterClock&, std::uint32_t rank);
void block_ends(BlockClock&);
// Before that, by its last thread: what other blocks did in its shared memory must lie before.
void last_thread_ends(const ThreadClock&);
// When a block's thread first asks for a shared variable (the dynamic one included).
void shared_variable(BlockClock&, const trace::SharedVariable&);

void thread_begins(ThreadClock&, BlockClock&, WarpClock&, std::uint32_t thread,
                   const void* stack_base, std::size_t stack_size);
void thread_ends(ThreadClock&);

// The thread that runs now; nullptr is host code. Change it through switch_to only.
extern ThreadClock* running_thread;
void refresh(ThreadClock&);
inline void switch_to(ThreadClock* actor) {
    running_thread = actor;
    trace::switch_log(actor ? actor->log : nullptr);
    if (actor && actor->barriers != actor->block->barriers) refresh(*actor);
}

// The running thread lets the other lanes of its warp catch up.
void slice_ends();

// ---- Order inside a launch -------------------------------------------------------------------

void block_barrier(BlockClock&);                    // once per release, after the last arrival
void warp_barrier(WarpClock&, std::uint32_t mask);  // of the lanes that arrived
void grid_barrier();                                // once per release
// By running_thread. One that only acquires releases nothing, and the reverse.
enum class FenceOrder : std::uint8_t { both, acquire, release };
void fence(Scope, FenceOrder = FenceOrder::both);

enum class Atomic : std::uint8_t { load, store, update };
// What an atomic orders besides its own word. CUDA's older functions are relaxed: a fence before
// them releases, one behind them acquires. Textbooks leave out the fence behind a ticket, an update
// that adds: it counts as there. Behind a look, which waits for another's value (a swap, an update
// that adds nothing, a volatile read), it does not.
enum class Order : std::uint8_t { ticket, look, relaxed, acquire, release, acquire_release };
// Of an atomic and of a fence whose C++ memory order is this (__ATOMIC_RELAXED and so on).
Order order_of(int memory_order);
FenceOrder fence_order_of(int memory_order);
// What hardware makes of an atomic: whether the value before comes back (atom) or not (red), and
// how it is done on shared memory; and its order.
struct AtomicForm {
    bool result_used = true;
    trace::SharedAtomic on_shared = trace::SharedAtomic::native;
    bool overwrites = false;  // what it stores does not depend on the value before
    Order order = Order::ticket;
    const void* compared_with = nullptr;  // of a compare-and-swap, as large as the location
};
// Before the operation is performed.
void atomic_access(const void* address, std::uint32_t size, Scope, Atomic, AtomicForm,
                   const void* pc);
// The result of the latest one is used after all.
void atomic_result_used();
// By running_thread, not on its own stack. A write releases what was fenced before it; a read is a
// look.
void volatile_access(memory::Address address, std::uint32_t size, trace::Op op, const void* pc);

// What happened before arrivals at a barrier object, for those who wait there. `where`: any address
// that nothing else uses so. Both by running_thread.
void publish(std::uintptr_t where, Scope);
LogPosition published(std::uintptr_t where);
void learn(LogPosition);

// ---- Order between launches ------------------------------------------------------------------

// `blocking` streams wait for stream 0 and it for them (cudaStreamNonBlocking makes the others).
void stream_created(StreamId, bool blocking);
void stream_destroyed(StreamId);
void event_recorded(EventId, StreamId);
void stream_waits(StreamId, EventId);
void host_waits_event(EventId);
void host_waits_stream(StreamId);
void host_waits_device();
// Whether the host may have seen the event come: it has waited for it, or for something behind it.
bool host_may_know_event(EventId);
// How often host code has read what a kernel stored, apart from a few flags since they were
// forgotten.
std::uint64_t host_reads_of_results();
void forget_host_flags();
// The stream calls this function on the host, after all that it was given before.
void host_function(StreamId, const std::function<void()>& function);

// ---- Threads of the host ---------------------------------------------------------------------
using HostId = std::uint32_t;  // 0 is the first one

// A thread begins that knows what the running one does.
HostId host_begins();
void host_ends(HostId);
// From here on another thread of the host runs.
void switch_host(HostId);
// What the running thread knows, for those who acquire the address (of a lock, of an atomic).
void host_releases(std::uintptr_t address);
void host_acquires(std::uintptr_t address);

// ---- Memory ----------------------------------------------------------------------------------

// A heap allocation (not yet initialised) or a registered variable (initialised). `name` may be
// nullptr: findings then use the name of the parameter that points to it.
void allocated(const void* base, std::size_t size, memory::MemoryKind, const char* name);
// The same, where a stream comes to it in its turn (cudaMallocAsync, cudaFreeAsync): called after
// `allocated`, and before `freed`.
void allocated_in_stream(const void* base, StreamId, const void* pc);
void frees_in_stream(const void* base, StreamId, const void* pc);
void freed(const void* base);  // until allocated anew, an access is a use after free
// Whether a kernel was the last to write each word: the grader asks, so that no copy passes for
// work.
bool written_by_kernel(const void* base, std::size_t size);

// Copies and fills in either direction, before the bytes move. Parts outside the heaps and
// the registered variables (ordinary host memory) are ignored, so exec/ need not sort them out.
// A copy within the device keeps "uninitialised" byte by byte. `pc` is where the program asked.
void copies(const void* to, const void* from, std::size_t size, StreamId, Wait,
            const void* pc = nullptr);
void fills(const void* to, std::size_t size, StreamId, Wait, const void* pc = nullptr);
struct Touched {
    const void* base;
    std::size_t size;
    trace::Op op;
};
// A library's function, before it computes: one operation of the stream, which the host does not
// wait for. What it reads must hold values, and what it writes holds some afterwards. `name` must
// live as long as the program.
void library_call(const char* name, std::span<const Touched>, StreamId, const void* pc);
// The bytes count as initialised, although nobody has written them.
void assume_contents(const void* base, std::size_t size);
// The bytes are worth nothing: reading them is an uninitialised read again.
void forget_contents(const void* base, std::size_t size);

}  // namespace cusim::race
