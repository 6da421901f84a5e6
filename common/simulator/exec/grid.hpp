// A running launch: its blocks, and the scheduler of its threads. Everything happens on one OS
// thread. The first thread of a block runs on a stack until it ends, and then the next one on the
// same stack. Only a thread that has to wait needs a stack of its own.
//
// The order of scheduling is, in short (Grid::pick() has all of it): threads that were woken;
// threads not yet started; threads that have run for long. If all the remaining threads wait or
// spin, another block is begun, as long as the device has room. Then the spinning threads run
// again, until it is certain that nothing will ever help them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cusim/driver_types.hpp"
#include "cusim/translated.hpp"
#include "simulator/exec/cluster_state.hpp"
#include "simulator/exec/numbered_state.hpp"
#include "simulator/exec/own_copies.hpp"
#include "simulator/exec/phase_state.hpp"
#include "simulator/exec/shared_layout.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/exec/thread.hpp"
#include "simulator/exec/tile_state.hpp"

namespace cusim::exec {

struct LaunchShape {
    dim3 grid, block;
    std::size_t dynamic_shared = 0;
    std::size_t shared_limit = 0;  // static and dynamic
    std::uint32_t stream = 0;
    bool cooperative = false;
    dim3 cluster{1, 1, 1};
    std::uint64_t resident_limit = 1;  // blocks resident at once
    // If all remaining threads wait for a store by the host or another launch, run() returns.
    bool may_be_suspended = false;
};

class Grid;

// Callbacks for whatever threads wait for except their turn and a release: barriers, warp
// operations. Their implementations depend on the scheduler, not the other way round; waits.hpp
// sets the pointers.
struct Waits {
    // A thread has exited, which may complete what others wait for.
    void (*thread_exited)(Grid& grid, const Thread& thread);
    // Releases lanes that wait only to learn which other lanes are active.
    void (*release_active_masks)(Grid& grid);
    // Reports that no thread can ever continue, and returns the launch's error. `spinning`: a
    // thread that polls in vain; nullptr if all remaining threads wait at barriers.
    cudaError_t (*report_stuck)(Grid& grid, const Thread* spinning);
};

class Grid {
  public:
    Grid(const detail::KernelCall& call, const LaunchShape& shape, std::uint64_t salt,
         const Waits& waits);

    // Runs the launch to its end, to its first fatal finding, or until it is suspended. In the last
    // case, call it again.
    cudaError_t run();
    bool is_suspended() const { return suspended_; }
    // Whether a thread of this suspended launch may continue, since memory that it polls has
    // changed.
    bool may_go_on() const;
    // Whether the launch has done anything useful between its latest two suspensions.
    bool has_progressed() const { return progress_ != progress_before_; }
    // Ends a suspended launch: none of its threads runs again. With `report`, what it waits
    // for is a finding.
    cudaError_t end_suspended(bool report);
    // For a suspended launch, whose arguments are now stored elsewhere.
    void move_arguments(const void* const* arguments) { call_.arguments = arguments; }
    // Visits the threads that have begun and not exited.
    template <class Visit>
    void for_each_begun(Visit visit);

    // ---- By the running thread ---------------------------------------------------------------
    // Stops the running thread in this state until wake() is called for it.
    void suspend(State state);
    // Lets other threads run first. `spinning`: the thread would only poll the same memory again.
    void yield(bool spinning);
    // Lets the other lanes of its warp run first.
    void yield_to_warp();
    // Lets all others run first, also blocks that have not begun.
    void give_way();
    // Lets other threads run first, until let_held_go() or until no other thread can continue. Only
    // one thread can be held at a time. If the given thread has not been started, and its block is
    // the one whose threads are being started, it is started next.
    void hold(std::uint64_t next_block, std::uint32_t next_thread);
    // The held thread continues as soon as the running one stops.
    void let_held_go() { held_may_go_ = true; }
    bool held_waits_for_its_turn() const { return held_ && held_may_go_; }
    // Ends the launch here with this error; none of its threads runs again.
    [[noreturn]] void abort(cudaError_t error);
    // The same, with a finding that is too large for the rest of the thread's stack.
    [[noreturn]] void abort(cudaError_t error, report::Finding finding);

    // Lets the launch continue, and end with this error.
    void fail(cudaError_t error) { late_error_ = error; }

    void wake(Thread& thread);
    void made_progress() { ++progress_; }

    const LaunchShape& shape() const { return shape_; }
    const KernelSite& site() const { return *call_.site; }
    SharedLayout& shared_layout() { return shared_layout_; }
    bool all_blocks_begun() const { return begun_ == blocks_; }
    std::uint64_t live_threads() const { return live_; }
    std::uint64_t ended_blocks() const { return ended_; }
    std::deque<Block*>& resident() { return resident_; }
    std::uint64_t steps() const;
    std::uint64_t step_limit() const { return step_limit_; }
    // The loops are those of a library, which are known to end.
    void takes_long() { step_limit_ *= steps_of_libraries; }
    // Every live thread has had a turn without seeing a change.
    bool waits_in_vain() const { return fruitless_ > live_; }
    // Of all threads, since one of them last exited or arrived at a barrier.
    std::uint64_t steps_without_end() const { return steps_without_end_; }
    void add_steps(std::uint64_t count) { steps_without_end_ += count; }
    void comes_to_an_end() { steps_without_end_ = 0; }

    void make_cluster_of_one(Block& block);

    // True the first time it is called with this pair of locations, so that one cause gives one
    // finding.
    bool first_time(const Location& a, const Location& b);

    std::uint64_t barriers = 0;       // releases of several warps of a block, over all blocks
    std::uint64_t grid_barriers = 0;  // releases
    std::uint64_t busiest_thread_steps = 0;  // the most basic blocks that one thread passed
    std::uint64_t exchanges = 0;             // shuffles and reductions
    std::uint64_t own_exchanges = 0;         // shuffles in which every lane gets its own value
    std::uint64_t votes = 0;                 // votes and matches
    std::uint64_t at_grid_barrier = 0;       // threads waiting in grid.sync()
    SplitBarrier split_barrier;              // grid.barrier_arrive(), barrier_wait()
    std::uint64_t active_mask_waiters = 0;
    PhaseStates phases;  // by the barrier's address
    OwnCopies own_copies;
    std::uint64_t waiting_pages = 0;  // of the stacks of threads that gave way after atomic reads
    Tiles tiles;
    NumberedBarriers numbered_barriers;

  private:
    static void entry(boost::context::detail::transfer_t from);
    void run_threads_on(std::uint32_t stack);
    void finish(Thread& thread);
    Context leave(State state);
    Context enter(Thread* next);
    void make_current(Thread* thread);
    Thread* pick();
    Thread* next_unstarted();
    void start_next(std::uint64_t block, std::uint32_t thread);
    Thread* take_held();
    Thread* next_of_warp();
    Cluster& add_cluster();
    bool begin_block();
    std::uint64_t block_of_rank(std::uint64_t rank) const;
    void join_cluster(Block& block, std::uint64_t rank);
    std::uint32_t take_slot();
    void end_block(Block& block);
    static void set_aside(Block& block);  // keeps it for a later block
    void leave_cluster(Block& block);
    bool waits_for_outside() const;
    cudaError_t end();

    detail::KernelCall call_;
    const LaunchShape shape_;
    const Waits& waits_;
    const std::uint64_t salt_;
    const std::uint64_t blocks_;
    const std::uint32_t block_threads_;

    SharedLayout shared_layout_;
    const std::uint32_t cluster_blocks_;
    std::vector<std::uint32_t> cluster_order_;  // empty if a formula gives it
    std::uint64_t clusters_begun_ = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<Cluster>> clusters_;  // by number
    Cluster* joining_ = nullptr;  // the one whose blocks begin
    std::deque<Block*> resident_;
    Block* filling_ = nullptr;  // the resident block whose threads are being started
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t next_slot_ = 0;
    std::uint64_t begun_ = 0, ended_ = 0;  // blocks
    std::uint64_t live_ = 0;               // threads

    ThreadQueue woken_;       // what they waited for has happened
    ThreadQueue sliced_;      // have run for long, and read what other threads may change
    ThreadQueue spinning_;    // have polled in vain; the one that slept longest is in front
    ThreadQueue giving_way_;  // let all others run first, also blocks that have not begun
    Thread* held_ = nullptr;
    bool held_may_go_ = false;
    std::vector<Warp*> taking_turns_;    // those with lanes in `turns`, the latest last
    std::uint64_t progress_ = 0;         // raised by anything that could help a spinning thread
    std::uint64_t fruitless_ = 0;        // turns of spinning threads since then
    std::uint64_t progress_before_ = 0;  // value at its latest suspension or resumption
    bool suspended_ = false;
    std::uint64_t steps_before_ = 0;
    static constexpr std::uint64_t steps_of_libraries = 1000;
    std::uint64_t step_limit_ = exec::step_limit();
    std::uint64_t steps_without_end_ = 0;

    Context main_ = nullptr;
    cudaError_t error_ = cudaSuccess;
    cudaError_t late_error_ = cudaSuccess;
    std::optional<report::Finding> last_words_;
    std::vector<std::pair<Location, Location>> told_;
};

template <class Visit>
void Grid::for_each_begun(Visit visit) {
    for (Block* block : resident_)
        for (Thread& thread : block->threads)
            if (thread.state != State::unstarted && thread.state != State::exited) visit(thread);
}

// The block's slot in the shared arenas.
void* arena(const Block& block);

// The running launch and thread; nullptr in host code.
extern Grid* current_grid;
extern Thread* current_thread;

[[gnu::always_inline]] inline void Grid::suspend(State state) {
    Context& context = current_thread->context;
    if (const Context to = leave(state)) jump(to, &context);
}

}  // namespace cusim::exec
