// A simulated thread, its warp and its block: where each stands and what it waits for. Plain
// state, changed by the scheduler (grid.cpp), the barriers and the warp operations.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cusim/vector_types.hpp"
#include "cusim/warp.hpp"
#include "simulator/exec/fiber.hpp"
#include "simulator/race/clocks.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::exec {

struct Block;
struct Cluster;
struct Warp;

enum class State : std::uint8_t {
    unstarted,
    ready,     // in one of the scheduler's queues
    running,   // at most one thread at a time
    held,      // by Grid::hold()
    spinning,  // ready, but only because it asks again and again for what it has not got
    at_block_barrier,
    at_grid_barrier,
    at_phase,  // of a barrier object: phase_barrier.hpp
    at_cluster,
    at_tile,  // of several warps
    at_warp_operation,
    at_active_mask,
    exited,
};

// What a barrier hands back to all threads that came to it.
enum class Combine : std::uint8_t { none, count, conjunction, disjunction };

// Where a thread waits. The file is a literal of the program.
struct Location {
    const char* file = nullptr;
    int line = 0;

    friend bool operator==(const Location&, const Location&) = default;
};

// What a lane brings to a warp operation, and what it takes away.
struct LaneRequest {
    detail::WarpOp op = detail::WarpOp::sync;
    std::uint32_t mask = 0;
    std::uint64_t value = 0;
    int lane = 0, width = 32;
};

// What a thread lately read through volatile or atomic accesses, as a Bloom filter over (address,
// value) pairs: a thread that goes over these again and again, and finds nothing new, spins. A
// thread may poll a few hundred words in turn.
class SpinWatch {
  public:
    // Notes a read. True if for long nothing was new; then it takes as long again.
    bool sees_nothing_new(std::uintptr_t address, std::uint64_t value);

  private:
    static constexpr std::uint32_t capacity = 320;  // pairs, until it starts afresh
    static constexpr std::uint32_t fewest_repeats = 64;

    // Notes the pair; true if it was there already, or (seldom) seems so.
    bool insert(std::uint64_t hash);

    std::array<std::uint64_t, 32> bits_{};
    std::uint32_t pairs_ = 0;
    std::uint32_t repeats_ = 0;
};

// What a switch of threads touches comes first and lies together.
struct alignas(64) Thread {
    Block* block = nullptr;
    Warp* warp = nullptr;
    uint3 index{};
    std::uint32_t linear = 0;
    State state = State::unstarted;
    std::uint32_t stack = StackPool::none;
    Context context = nullptr;
    Thread* next = nullptr;   // in a queue
    std::uint64_t steps = 0;  // since the last barrier, in whole time slices: see step.hpp

    Location location;                // of the wait
    std::uint64_t result = 0;         // taken from a barrier or a warp operation
    int predicate = 0;                // brought to the block's barrier
    Combine combine = Combine::none;  // asked of it
    bool spin_is_clean = true;
    bool looked_round = false;  // made a watched access in this time slice
    bool in_atomic = false;     // between an atomic's load and its store: Undivided
    race::ThreadClock actor;

    LaneRequest request;                 // brought to a warp operation
    std::uint64_t atomic_result = 0;     // the value before its latest atomic
    const void* last_address = nullptr;  // of the latest watched access
    std::uint32_t last_size = 0;         // 0: an atomic's, unknown
    std::uint64_t last_value = 0;        // that it read there
    std::uint32_t atomics = 0;           // of this turn
    const void* last_pc = nullptr;       // of the latest watched access or exhausted time slice
    std::uint64_t slept_at = 0;          // the scheduler's progress when it began to spin
    std::unique_ptr<SpinWatch> spin;     // made at its first look
    std::uint32_t cluster_arrivals = 0;  // the phases of its cluster's barrier that it arrived at
};

// A value in memory, or its first 8 bytes.
std::uint64_t read_at_most_8(const void* address, std::uint32_t size);
// Of a thread that spins: does the place where it looked last hold something else by now?
bool sees_change(const Thread& thread);

// First in, first out, through Thread::next.
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
    ThreadQueue turns;                // lanes whose slice is used up
    std::uint64_t steps = 0;          // of all lanes since one of them ended or came to a barrier
    std::uint32_t at_operation = 0;   // lanes
    std::uint32_t live = 0;           // a bit for each lane that has not returned
    std::array<Thread*, 32> lanes{};  // nullptr beyond the block's last thread
};

struct Block {
    race::BlockClock clock;
    uint3 index{};
    std::uint64_t linear = 0;
    dim3 shape{0, 0, 0};     // that its threads are numbered by
    std::uint32_t slot = 0;  // of the shared arenas
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
