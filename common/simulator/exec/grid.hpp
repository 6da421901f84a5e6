// One launch while it runs: its blocks, who runs now and who runs next. Everything happens on one
// OS thread. The first thread of a block runs on a stack until it ends, and the next one on the
// same stack after it; only a thread that has to wait costs a stack of its own.
//
// Who is next: threads that were woken; threads not yet started; threads whose time slice ended;
// then, only if all that is left waits or spins, another block, as long as the device has room;
// then the spinning ones again, until it is plain that nobody will ever help them.
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
    std::size_t shared_limit = 0;  // static and dynamic together
    std::uint32_t stream = 0;
    bool cooperative = false;
    dim3 cluster{1, 1, 1};
    std::uint64_t resident_limit = 1;  // blocks the device holds at once
    // Where all that is left waits for what the host or another launch may store, run() returns.
    bool may_be_suspended = false;
};

class Grid;

// What threads wait for besides their turn, barriers and warp operations, as far as the scheduler
// must ask of it. These stand on the scheduler; waits.hpp brings them together.
struct Waits {
    // A thread has gone: those who wait may be complete without it.
    void (*thread_exited)(Grid& grid, const Thread& thread);
    // Lets those go on who only ask who else is there.
    void (*release_active_masks)(Grid& grid);
    // Reports that no thread can ever go on, and returns the launch's error. `spinning` is one that
    // asks for what never comes; nullptr where all that are left wait at barriers.
    cudaError_t (*report_stuck)(Grid& grid, const Thread* spinning);
};

class Grid {
  public:
    Grid(const detail::KernelCall& call, const LaunchShape& shape, std::uint64_t salt,
         const Waits& waits);

    // Runs the launch to its end, or to its first fatal finding; or until it is suspended: then it
    // is to be called again.
    cudaError_t run();
    bool is_suspended() const { return suspended_; }
    // Of a suspended launch: may one of its threads go on, since what it looks at has changed?
    bool may_go_on() const;
    // Has anything come of it since it was suspended the time before?
    bool has_progressed() const { return progress_ != progress_before_; }
    // A suspended launch ends here: no thread of it runs again. `told`: with the finding of what it
    // waits for.
    cudaError_t end_suspended(bool told);
    // Of a launch that is suspended, the arguments are kept elsewhere.
    void move_arguments(const void* const* arguments) { call_.arguments = arguments; }
    // Of the launch's threads that have begun and not ended.
    template <class Visit>
    void for_each_begun(Visit visit);

    // ---- By the running thread ---------------------------------------------------------------
    // Stops it in this state until somebody calls wake() for it.
    void suspend(State state);
    // Lets the others go first; `spinning` if it would only ask the same again.
    void yield(bool spinning);
    // Lets the other lanes of its warp go first.
    void yield_to_warp();
    // Lets others go first, until let_held_go() or until nobody else can go on. One thread at a
    // time. Of the threads not yet started, this one is next, if it is of the block whose threads
    // are being started.
    void hold(std::uint64_t next_block, std::uint32_t next_thread);
    // Whoever stops running next makes way for the thread that is held.
    void let_held_go() { held_may_go_ = true; }
    bool held_waits_for_its_turn() const { return held_ && held_may_go_; }
    // The launch ends here, with this error; no thread of it runs again.
    [[noreturn]] void abort(cudaError_t error);
    // The same, with a finding that is too big for what is left of the thread's stack.
    [[noreturn]] void abort(cudaError_t error, report::Finding finding);

    // It goes on, and ends with this error.
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
    // Its loops are a library's, which end.
    void takes_long() { step_limit_ *= steps_of_libraries; }
    // Each thread that lives has had its turn, and saw nothing new: waiting has an end of its own.
    bool waits_in_vain() const { return fruitless_ > live_; }
    // Of all threads since one of them ended or came to a barrier.
    std::uint64_t steps_without_end() const { return steps_without_end_; }
    void add_steps(std::uint64_t count) { steps_without_end_ += count; }
    void comes_to_an_end() { steps_without_end_ = 0; }

    void make_cluster_of_one(Block& block);

    // True the first time it is asked about this pair of locations: one root cause, one finding.
    bool first_time(const Location& a, const Location& b);

    std::uint64_t barriers = 0;         // released, over all blocks
    std::uint64_t grid_barriers = 0;    // released
    std::uint64_t exchanges = 0;        // shuffles and reductions of warps
    std::uint64_t at_grid_barrier = 0;  // threads waiting in grid.sync()
    std::uint64_t active_mask_waiters = 0;
    PhaseStates phases;  // by the barrier's address
    OwnCopies own_copies;
    Tiles tiles;

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
    static void set_aside(Block& block);  // for a later block
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
    std::vector<std::uint32_t> cluster_order_;  // only where it is not a formula
    std::uint64_t clusters_begun_ = 0;
    std::unordered_map<std::uint64_t, std::unique_ptr<Cluster>> clusters_;  // by number
    Cluster* joining_ = nullptr;  // the one whose blocks are beginning
    std::deque<Block*> resident_;
    Block* filling_ = nullptr;  // the resident block with threads not yet started
    std::vector<std::uint32_t> free_slots_;
    std::uint32_t next_slot_ = 0;
    std::uint64_t begun_ = 0, ended_ = 0;  // blocks
    std::uint64_t live_ = 0;               // threads

    ThreadQueue woken_, sliced_, spinning_;
    Thread* held_ = nullptr;
    bool held_may_go_ = false;
    std::vector<Warp*> taking_turns_;    // those with lanes in `turns`, the latest last
    std::uint64_t progress_ = 0;         // bumped by all that could help a spinning thread
    std::uint64_t fruitless_ = 0;        // turns of spinning threads since
    std::uint64_t progress_before_ = 0;  // when it was suspended or went on last
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

// The block's slot of the shared arenas.
void* arena(const Block& block);

// The launch and the thread that run now; nullptr in host code.
extern Grid* current_grid;
extern Thread* current_thread;

[[gnu::always_inline]] inline void Grid::suspend(State state) {
    Context& context = current_thread->context;
    if (const Context to = leave(state)) jump(to, &context);
}

}  // namespace cusim::exec
