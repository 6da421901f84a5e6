// Start reading this directory here: the events that exec/ and api/ report, in the order in which
// they happen. From these, and from the accesses that the compiler's hooks report
// (quick_check.hpp), race/ finds every pair of accesses to the same bytes that happens-before
// leaves unordered, every access out of bounds, and every read of memory that holds no value.
//
//   clocks.hpp          what is stored for each thread, warp and block
//   epochs.hpp          the numbers by which the shadow names a section of a thread's work
//   streams.hpp         order between launches, copies and the host: a vector clock by stream
//   vector_clock.hpp    order by fences and atomics: release and acquire; thread_clock.hpp the
//                       part of a thread
//   happens_before.hpp  did that access happen before what runs now?
//   shadow.hpp          a cell for each word: last writer, readers, which bytes hold a value
//   quick_check.hpp     an access from the hook to the shadow, the common cases inline:
//                       site_cache.hpp, cell_check.hpp
//   check.hpp           bounds and alignment; shadow_check.hpp values and races; word_check.hpp the
//                       rule for one cell
//   deferred_reads.hpp  reads of memory that the launch has not written, checked later by the warp
//   initialisation.hpp  which bytes hold a value, as copies and fills move them
//   race_finding.hpp, unwritten.hpp, fatal.hpp, pending_findings.hpp, parties.hpp, bad_address.hpp,
//   finding_key.hpp     make findings of what was seen
//
// The other headers:
//   access.hpp, earlier_access.hpp, scope.hpp
//                       small types that the checks share
//   byte_cells.hpp, reader_rows.hpp
//                       parts of the shadow: cells for single bytes, readers stored by sector
//   async_copies.hpp, texture_access.hpp, remote_accesses.hpp, remote_record.hpp
//                       accesses with rules of their own (remote: another block's shared memory)
//   volatile_flags.hpp, waiting_loops.hpp, looks.hpp
//                       which volatile variables serve as flags
//   atomic_forms.hpp    what was read before an atomic, and what for
//   same_value.hpp      unordered writes of the same value
//   garbage.hpp, garbage_watch.hpp, shared_garbage_trial.hpp
//                       whether values that nobody wrote have an effect: begin with unwritten.hpp
//   host_access.hpp, stream_calls.hpp, handed_over.hpp, copied_to_host.hpp
//                       the host, and what passes between it and kernels
//   racing_pairs.hpp, overwritten.hpp, access_watch.hpp
//                       used by api/ and exec/ to run a launch again, perhaps in another order
//
// All functions run on the single OS thread that executes the program, outside instrumented code,
// and never block. race/ calls into the layers above only through stop.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "simulator/memory/observer.hpp"
#include "simulator/race/order/clocks.hpp"
#include "simulator/race/order/handles.hpp"
#include "simulator/race/order/scope.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

using LaunchId = std::uint32_t;

// A position in the log of what was released at an address: an acquire takes in all up to it.
struct LogPosition {
    std::uint32_t log = 0, version = 0;
};

enum class Wait : std::uint8_t { no, yes };  // whether the host waits until the operation ends

// ---- Launches, blocks, threads -------------------------------------------------------------

struct LaunchInfo {
    const char* kernel;
    trace::Extent grid, block;
    StreamId stream = 0;
    // It may begin before the launch before it in its stream has ended: launch_is_followed().
    bool overlaps = false;
    bool may_be_tried = false;  // threads_have_ended() will be called: shared_garbage_trial.hpp
    // take_unwritten_reads() will be called, and the findings held until then reported or dropped:
    // garbage.hpp
    bool reads_are_judged = false;
};

LaunchId launch_begins(const LaunchInfo&);
// From here on, launches count the reads of what another block of theirs has stored, which only a
// barrier of the grid, or fences and atomics, order after it: orders_are_counted in
// happens_before.hpp. The count is that of the running launch; nothing if launches do not count.
void count_orders(bool);
std::optional<std::uint64_t> ordered_reads();
// Optional, after launch_begins. The allocation to which a pointer parameter points gets the
// parameter's name and element type. Returns the number of bytes from `pointer` to the end of the
// allocation; 0 if it points to none, or into one that was freed, behind its begin.
std::size_t kernel_argument(const char* name, const void* pointer,
                            detail::ElementKind elements = detail::ElementKind::other,
                            const detail::Shape* shape = nullptr);
// Whether the host has stored all of the allocation to which it points by a copy.
bool is_copied_by_host(const void* pointer);
// All threads have ended, with an error or without, and memory is as they left it. If the launch
// read unwritten shared memory, its runs with other contents there are compared here.
void threads_have_ended(bool error);
void launch_ends();
// Called instead of launch_ends() when a launch waits for the host, which continues. What the
// launch has done so far is ordered before everything that it will do, as if the grid had passed a
// barrier. Returns what launch_resumes() needs. thread_is_suspended() must follow for each thread
// that has begun.
std::vector<BlockClock*> launch_is_suspended();
void thread_is_suspended(ThreadClock&);
void launch_resumes(const LaunchInfo&, std::vector<BlockClock*> blocks);

// The running thread has waited for the launch that the running one overlaps with. From its next
// barrier on, its block has, too.
void launch_is_followed();

// The running thread launches a grid, which may run from now on. What the threads of its launch do
// from the returned epoch on is not ordered before that grid.
Epoch child_is_launched();
// While one lives, such a grid runs, and what it launches in turn. Its launch had ended at `end`.
class ChildRuns {
  public:
    ChildRuns(Epoch launched, Epoch end);
    ~ChildRuns();
    ChildRuns(const ChildRuns&) = delete;
    ChildRuns& operator=(const ChildRuns&) = delete;
};

// `arena`: the block's slot in memory::shared_arenas.
void block_begins(BlockClock&, std::uint32_t linear, const void* arena);
// To be called after block_begins, if the block belongs to a cluster.
void block_joins(BlockClock&, ClusterClock&, std::uint32_t rank);
void block_ends(BlockClock&);
// Called for the block's last thread before block_ends(): accesses of other blocks to this block's
// shared memory must have happened before.
void last_thread_ends(const ThreadClock&);
// A thread of the block uses a shared variable for the first time (dynamic shared memory included).
void shared_variable(BlockClock&, const trace::SharedVariable&);

void thread_begins(ThreadClock&, BlockClock&, WarpClock&, std::uint32_t thread,
                   const void* stack_base, std::size_t stack_size);
void thread_ends(ThreadClock&);

// The running thread; nullptr in host code. Only switch_to() changes it.
extern ThreadClock* running_thread;
void refresh(ThreadClock&);
inline void switch_to(ThreadClock* actor) {
    running_thread = actor;
    trace::switch_log(actor ? actor->log : nullptr);
    if (actor && actor->barriers != actor->block->barriers) refresh(*actor);
}

// The running thread stops so that the other lanes of its warp can catch up.
void slice_ends();

// ---- Order inside a launch -------------------------------------------------------------------

void block_barrier(BlockClock&);                    // once for each release, after the last arrival
void warp_barrier(WarpClock&, std::uint32_t mask);  // of the lanes that have arrived
void grid_barrier();                                // once for each release
// A fence of running_thread. `acquire` releases nothing, and `release` acquires nothing.
enum class FenceOrder : std::uint8_t { both, acquire, release };
void fence(Scope, FenceOrder = FenceOrder::both);

enum class Atomic : std::uint8_t { load, store, update };
// What an atomic orders besides accesses to its own word. CUDA's older functions are relaxed: a
// fence before one releases, a fence after it acquires. Textbooks leave out the fence after a
// ticket, which is an update that adds; it is treated as if the fence were there. After a `look`,
// which waits for another thread's value (a swap, an update that adds nothing, a volatile read), a
// missing fence is reported.
enum class Order : std::uint8_t { ticket, look, relaxed, acquire, release, acquire_release };
// The order of an atomic or a fence with this C++ memory order (__ATOMIC_RELAXED and so on).
Order order_of(int memory_order);
FenceOrder fence_order_of(int memory_order);
// How the hardware performs an atomic: with the old value returned (atom) or not (red), and how on
// shared memory; and what it orders.
struct AtomicForm {
    bool result_used = true;
    trace::SharedAtomic on_shared = trace::SharedAtomic::native;
    bool overwrites = false;  // the new value does not depend on the old one
    Order order = Order::ticket;
    const void* compared_with = nullptr;  // by a compare-and-swap; as large as the location
    const void* operand = nullptr;        // of an addition or the like; as large as the location
};
// To be called before the operation is performed.
void atomic_access(const void* address, std::uint32_t size, Scope, Atomic, const AtomicForm&,
                   const void* pc);
// The running thread may have waited for the value that its latest atomic has found there. For
// those whose order is Order::look and loads, this need not be called.
void atomic_looks(const void* address);
// The program uses the result of the latest atomic.
void atomic_result_used();
// A volatile access of running_thread, not to its own stack. A write releases what was fenced
// before it; a read is a `look`.
void volatile_access(memory::Address address, std::uint32_t size, trace::Op op, const void* pc);

// An arrival at a barrier object releases what happened before it; a thread that waits there
// acquires what was released up to a position. `where`: an address that identifies the barrier
// object and has no other use here. For running_thread.
void release_at(std::uintptr_t where, Scope);
LogPosition released_at(std::uintptr_t where);
void acquire(LogPosition);

// ---- Order between launches ------------------------------------------------------------------

// Blocking streams and stream 0 wait for each other. cudaStreamNonBlocking makes the other streams.
void stream_created(StreamId, bool blocking);
void stream_destroyed(StreamId);
void event_recorded(EventId, StreamId);
void stream_waits(StreamId, EventId);
void host_waits_event(EventId);
void host_waits_stream(StreamId);
void host_waits_device();
// Whether the event was reached, for a host that asks without waiting: what it does not know yet
// has not ended when it asks first, and has when it asks again, so that a loop that asks comes to
// its end.
bool host_finds_event_reached(EventId);
bool host_finds_stream_ended(StreamId);
// How many times host code has read a value that a kernel stored. The first few flags that it
// reads after forget_host_flags() are not counted.
std::uint64_t host_reads_of_results();
void forget_host_flags();
// Whether the host has stored more than a few flags in memory that both sides share, and kernels
// read it, since forget_handed_over(). Constants that it has copied to the device count, too.
bool host_has_handed_over();
// Whether a copy of so many bytes to the device counts so, and that it was made.
bool are_few_constants(std::size_t bytes);
void host_hands_over(std::size_t bytes);
void forget_handed_over();
// The stream calls `function` on the host, after everything issued to it before.
void host_function(StreamId, const std::function<void()>& function, const void* pc);

// ---- Threads of the host ---------------------------------------------------------------------
// A thread begins, ordered after everything that the running one has done.
HostId host_begins();
void host_ends(HostId);
// From now on, another thread of the host runs.
void switch_host(HostId);
// A release by the running host thread at the address of a lock or an atomic; host_acquires() is
// its counterpart.
void host_releases(std::uintptr_t address);
void host_acquires(std::uintptr_t address);

// ---- Memory ----------------------------------------------------------------------------------

// A new heap allocation (not initialised), or a registered variable (initialised). `name` may be
// nullptr; findings then use the name of the parameter that points to it.
void allocated(const void* base, std::size_t size, memory::MemoryKind, const char* name,
               const detail::Shape* shape = nullptr);
// For cudaMallocAsync and cudaFreeAsync, which take effect in the order of a stream. To be called
// after `allocated`, and before `freed`.
void allocated_in_stream(const void* base, StreamId, const void* pc);
void frees_in_stream(const void* base, StreamId, const void* pc);
// Accesses are now use_after_free, until it is allocated anew. `pc`: return address of the call.
void freed(const void* base, const void* pc);
// The host takes back memory that both sides have shared, by a call that waits for nothing.
void host_gives_back(const void* base, std::size_t size, const void* pc);
// Whether the last writer of each word was a kernel. The grader uses it to reject outputs that were
// merely copied.
bool written_by_kernel(const void* base, std::size_t size);
// Whether the last writer of any byte was a kernel.
bool touched_by_kernel(const void* base, std::size_t size);
// Whether no kernel and no copy has written any byte of this memory, which both sides share.
bool is_stored_by_host(const void* base, std::size_t size);

// Copies and fills in either direction; to be called before the bytes move. Parts outside the heaps
// and the registered variables (ordinary host memory) are ignored, so callers need not separate
// them. A copy within the device copies, byte by byte, whether a value is there. `pc`: the
// program's call.
void copies(const void* to, const void* from, std::size_t size, StreamId, Wait,
            const void* pc = nullptr);
void fills(const void* to, std::size_t size, StreamId, Wait, const void* pc = nullptr);
struct Touched {
    const void* base;
    std::size_t size;
    trace::Op op;
};
// A call of a library function, before it computes: one operation of the stream, for which the host
// does not wait. What the function reads must hold values, and what it writes holds values
// afterwards. `name` must live as long as the program.
void library_call(const char* name, std::span<const Touched>, StreamId, const void* pc);
// The bytes count as initialised although nothing was stored there.
void assume_contents(const void* base, std::size_t size);
// The bytes hold no value any more: reading them is an uninitialized_read again.
void forget_contents(const void* base, std::size_t size);

}  // namespace cusim::race
