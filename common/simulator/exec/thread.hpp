// The state of a simulated thread, its warp and its block: position, and what it waits for. The
// scheduler (grid.cpp), the barriers and the warp operations change it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cusim/vector_types.hpp"
#include "cusim/warp.hpp"
#include "simulator/exec/fiber.hpp"
#include "simulator/race/order/clocks.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::exec {

struct Block;
struct Cluster;
struct Warp;

enum class State : std::uint8_t {
    unstarted,
    ready,     // in one of the scheduler's queues
    running,   // at most one thread at a time
    held,      // by Grid::hold()
    spinning,  // ready, but has only polled in vain so far
    at_block_barrier,
    at_grid_barrier,
    at_grid_phase,  // has arrived at the grid's barrier, and waits later
    at_phase,       // of a barrier object: phase_barrier.hpp
    at_cluster,
    at_tile,  // of several warps
    at_numbered_barrier,
    at_warp_operation,
    at_active_mask,
    exited,
};

// What a barrier returns to all threads that arrived.
enum class Combine : std::uint8_t { none, count, conjunction, disjunction };

// Where a thread waits. `file` must be a string literal of the program.
struct Location {
    const char* file = nullptr;
    int line = 0;

    friend bool operator==(const Location&, const Location&) = default;
};

// A lane's arguments of a warp operation.
struct LaneRequest {
    detail::WarpOp op = detail::WarpOp::sync;
    std::uint32_t mask = 0;
    std::uint64_t value = 0;
    int lane = 0, width = 32;
};

// What a thread has read lately through volatile or atomic accesses, as a Bloom filter over
// (address, value) pairs. A thread that repeats these reads without finding anything new is
// spinning. A thread may poll a few hundred words in turn.
class SpinWatch {
  public:
    // Records a read. Returns true if nothing was new for a long time, and then starts again.
    bool sees_nothing_new(std::uintptr_t address, std::uint64_t value);

  private:
    static constexpr std::uint32_t capacity = 320;  // pairs, before it starts again
    static constexpr std::uint32_t fewest_repeats = 64;

    // Adds the pair. Returns true if it was present, or (rarely) seems to be.
    bool insert(std::uint64_t hash);

    std::array<std::uint64_t, 32> bits_{};
    std::uint32_t pairs_ = 0;
    std::uint32_t repeats_ = 0;
};

// The members that a switch of threads uses come first, next to each other.
struct alignas(64) Thread {
    Block* block = nullptr;
    Warp* warp = nullptr;
    uint3 index{};
    std::uint32_t linear = 0;
    State state = State::unstarted;
    std::uint32_t stack = StackPool::none;
    std::uint16_t waiting_pages = 0;  // of the stack, when it last gave way after an atomic read
    Context context = nullptr;
    Thread* next = nullptr;       // in a queue
    std::uint64_t steps = 0;      // since the last barrier, in whole time slices: see step.hpp
    std::uint64_t all_steps = 0;  // of the turns that have ended, and what arithmetic adds

    Location location;                // where it waits
    std::uint64_t result = 0;         // of a barrier or a warp operation
    int predicate = 0;                // for the block's barrier
    Combine combine = Combine::none;  // what it asks of that barrier
    bool spin_is_clean = true;
    bool looked_round = false;  // made a watched access in this time slice
    bool peeked = false;        // read by a volatile access, or a copy, since its latest atomic
    bool in_atomic = false;     // between an atomic's load and its store: Undivided
    race::ThreadClock actor;

    LaneRequest request;                 // for a warp operation
    std::uint64_t atomic_result = 0;     // the value before its latest atomic
    const void* last_address = nullptr;  // of the latest watched access
    std::uint32_t last_size = 0;         // 0 for an atomic, whose size is unknown
    std::uint64_t last_value = 0;        // read there
    std::uint32_t atomics = 0;           // in this turn
    std::uint32_t gave_way = 0;          // times, each after a read by an atomic
    const void* last_pc = nullptr;    // of the latest watched access, or where the time slice ended
    std::uint64_t slept_at = 0;       // the scheduler's progress when it began to spin
    std::unique_ptr<SpinWatch> spin;  // created at its first watched access
    // Phases of the cluster's and of the grid's barrier at which it arrived.
    std::uint32_t cluster_arrivals = 0, grid_arrivals = 0;
};

// A value in memory, or its first 8 bytes if it is larger.
std::uint64_t read_at_most_8(const void* address, std::uint32_t size);
// For a spinning thread: whether the memory that it read last has changed.
bool sees_change(const Thread& thread);

// A first-in first-out queue, linked through Thread::next.
class ThreadQueue {
  public:
    void push(Thread& thread);
    Thread* pop();
    Thread* front() const { return front_; }

  private:
    Thread* front_ = nullptr;
    Thread* back_ = nullptr;
};

struct Warp {
    race::WarpClock clock;
    ThreadQueue turns;        // lanes whose slice is used up
    std::uint64_t steps = 0;  // of all lanes, since one of them exited or arrived at a barrier
    std::uint32_t at_operation = 0;   // lanes
    std::uint32_t live = 0;           // a bit for each lane that has not exited
    std::array<Thread*, 32> lanes{};  // nullptr after the block's last thread
};

struct Block {
    race::BlockClock clock;
    uint3 index{};
    std::uint64_t linear = 0;
    dim3 shape{0, 0, 0};     // by which its threads are numbered
    std::uint32_t slot = 0;  // in the shared arenas
    Cluster* cluster = nullptr;
    std::uint32_t cluster_rank = 0;

    std::vector<Thread> threads;  // by linear index
    std::vector<Warp> warps;
    std::vector<std::uint32_t> order;  // linear indices in the order of their start
    std::uint32_t started = 0, live = 0;
    std::uint32_t at_barrier = 0;
    Location barrier;                  // where the first of them waits
    bool at_several_barriers = false;  // some of them wait elsewhere
    std::uint64_t barrier_arrivals = 0;
    std::vector<bool> shared_ready;  // by variable of the launch
};

report::Party party(const Thread& thread, report::Op op);

}  // namespace cusim::exec
