#include "simulator/exec/grid.hpp"

#include <algorithm>
#include <utility>

#include "cusim/builtins.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/exec/order.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

// The built-in variables, which are const in the program but written here. Both declarations have
// the same assembly name, so that no compiler sees one variable with two types.
namespace cusim::exec {
extern uint3 current_thread_index __asm__("threadIdx");
extern uint3 current_block_index __asm__("blockIdx");
extern dim3 current_block_size __asm__("blockDim");
extern dim3 current_grid_size __asm__("gridDim");
uint3 current_thread_index, current_block_index;
dim3 current_block_size, current_grid_size;

Grid* current_grid = nullptr;
Thread* current_thread = nullptr;

namespace {

// So many turns of spinning threads, over all threads, may pass without a change that they could
// see. This is at least two turns for each thread, and some millions of reads in all, since a loop
// may have a limit of its own.
constexpr std::uint64_t fewest_fruitless = 1 << 16;

// A thread that has run so many steps may be waiting for a block that has not begun.
constexpr std::uint64_t patience = 16 * long_slice;

// Stacks are kept after a launch: mapping them again each time would cost more than most launches.
StackPool& stacks() {
    static StackPool pool;
    return pool;
}

// Suspended launches keep their stacks, and the slots of shared memory below slots_of_suspended.
std::uint32_t suspended_grids = 0;
std::uint32_t slots_of_suspended = 0;

}  // namespace

void* arena(const Block& block) {
    return reinterpret_cast<void*>(memory::shared_arenas.base +
                                   block.slot * memory::shared_arena_size);
}

report::Party party(const Thread& thread, report::Op op) {
    const uint3 block = thread.block->index;
    report::Party result;
    result.site = {.pc = nullptr, .file = thread.location.file, .line = thread.location.line};
    result.block = {block.x, block.y, block.z};
    result.thread = {thread.index.x, thread.index.y, thread.index.z};
    result.op = op;
    return result;
}

void ThreadQueue::push(Thread& thread) {
    thread.next = nullptr;
    (back_ ? back_->next : front_) = &thread;
    back_ = &thread;
}

Thread* ThreadQueue::pop() {
    Thread* const thread = front_;
    if (thread && !(front_ = thread->next)) back_ = nullptr;
    return thread;
}

Grid::Grid(const detail::KernelCall& call, const LaunchShape& shape, std::uint64_t salt,
           const Waits& waits)
    : call_(call),
      shape_(shape),
      waits_(waits),
      salt_(salt),
      blocks_(std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z),
      block_threads_(shape.block.x * shape.block.y * shape.block.z),
      cluster_blocks_(shape.cluster.x * shape.cluster.y * shape.cluster.z),
      next_slot_(slots_of_suspended) {
    split_barrier.identity = std::uintptr_t{3} << 62;  // clusters count from 1 << 63
    if (order().is_listed())
        cluster_order_ = order().sequence(std::uint32_t(blocks_ / cluster_blocks_), salt);
}

cudaError_t Grid::run() {
    current_block_size = shape_.block;
    current_grid_size = shape_.grid;
    current_grid = this;
    if (std::exchange(suspended_, false)) --suspended_grids;
    progress_before_ = progress_;
    fruitless_ = 0;
    while (error_ == cudaSuccess && !suspended_) {
        if (Thread* next = pick()) {
            jump(enter(next), &main_);
            make_current(nullptr);
        } else if (live_ == 0 && all_blocks_begun()) {
            break;
        } else if (shape_.may_be_suspended && waits_for_outside()) {
            suspended_ = true;
        } else {
            error_ = waits_.report_stuck(*this, spinning_.front());
        }
    }
    if (!suspended_) return end();
    make_current(nullptr);
    current_grid = nullptr;
    // Time during which the launch was suspended does not count as spinning.
    comes_to_an_end();
    for (Block* block : resident_)
        for (Warp& warp : block->warps) warp.steps = 0;
    ++suspended_grids;
    slots_of_suspended = std::max(slots_of_suspended, next_slot_);
    return cudaSuccess;
}

cudaError_t Grid::end() {
    if (last_words_) report::emit(*last_words_);
    make_current(nullptr);
    current_grid = nullptr;
    for_each_begun([](const Thread& thread) { stacks().give_back(thread.stack); });
    for (Block* block : resident_) {
        race::block_ends(block->clock);
        set_aside(*block);
    }
    if (suspended_grids == 0) {
        stacks().abandon_all();
        slots_of_suspended = 0;
    }
    return error_ != cudaSuccess ? error_ : late_error_;
}

cudaError_t Grid::end_suspended(bool report) {
    if (std::exchange(suspended_, false)) --suspended_grids;
    error_ = report ? waits_.report_stuck(*this, spinning_.front()) : cudaErrorLaunchFailure;
    return end();
}

// Shared memory can be changed only by the launch itself.
bool Grid::waits_for_outside() const {
    for (const Thread* thread = spinning_.front(); thread; thread = thread->next)
        if (!memory::shared_arenas.contains(thread->last_address)) return true;
    return false;
}

bool Grid::may_go_on() const {
    for (const Thread* thread = spinning_.front(); thread; thread = thread->next)
        if (sees_change(*thread)) return true;
    return false;
}

std::uint64_t Grid::steps() const {
    return steps_before_ + (time_slice - steps_left);
}

bool Grid::first_time(const Location& a, const Location& b) {
    const std::pair<Location, Location> pair{a, b};
    if (std::find(told_.begin(), told_.end(), pair) != told_.end()) return false;
    told_.push_back(pair);
    return true;
}

// ---- Threads -----------------------------------------------------------------------------------

void Grid::entry(boost::context::detail::transfer_t from) {
    if (from.data) *static_cast<Context*>(from.data) = from.fctx;
    current_grid->run_threads_on(current_thread->stack);
}

// Runs threads one after the other, until the next one is not new and has its own stack.
void Grid::run_threads_on(std::uint32_t stack) {
    for (;;) {
        Thread& thread = *current_thread;
        race::thread_begins(thread.actor, thread.block->clock, thread.warp->clock, thread.linear,
                            reinterpret_cast<void*>(StackPool::base(stack)), stack_slot);
        race::switch_to(&thread.actor);
        call_.run_thread(call_.body, call_.arguments);
        finish(thread);
        Thread* const next = pick();
        if (next && next->state == State::unstarted) {
            next->stack = stack;
            make_current(next);
            continue;
        }
        stacks().give_back(stack);
        jump(enter(next), nullptr);
    }
}

void Grid::finish(Thread& thread) {
    Block& block = *thread.block;
    if (block.live == 1) race::last_thread_ends(thread.actor);
    race::thread_ends(thread.actor);
    thread.state = State::exited;
    busiest_thread_steps =
        std::max(busiest_thread_steps, thread.all_steps + (time_slice - steps_left));
    thread.warp->steps = 0;
    comes_to_an_end();
    --live_;
    --block.live;
    waiting_pages -= thread.waiting_pages;
    ++progress_;
    waits_.thread_exited(*this, thread);
    if (block.live == 0) end_block(block);
}

void Grid::make_current(Thread* thread) {
    const std::uint64_t of_turn = time_slice - steps_left;
    steps_before_ += of_turn;
    if (current_thread) current_thread->all_steps += of_turn;
    steps_left = time_slice;
    current_thread = thread;
    if (!thread) {
        race::switch_to(nullptr);
        stack_limit = 0;
        return;
    }
    current_thread_index = thread->index;
    current_block_index = thread->block->index;
    stack_limit = StackPool::limit(thread->stack);
    if (thread->state != State::unstarted) race::switch_to(&thread->actor);
    thread->state = State::running;
}

// Makes `next` the running thread (nullptr: none), and returns the context to jump to.
Context Grid::enter(Thread* next) {
    if (next && next->state == State::unstarted) {
        next->stack = stacks().take();
        next->context = StackPool::prepare(next->stack, &Grid::entry);
    }
    make_current(next);
    return next ? next->context : main_;
}

// The same for the thread that follows the running one; returns nullptr if the running one
// continues.
Context Grid::leave(State state) {
    Thread& thread = *current_thread;
    thread.state = state;
    Thread* const next = pick();
    if (next != &thread) return enter(next);
    make_current(next);
    return nullptr;
}

void Grid::yield(bool spinning) {
    Thread& thread = *current_thread;
    thread.slept_at = progress_;
    (spinning ? spinning_ : sliced_).push(thread);
    suspend(spinning ? State::spinning : State::ready);
}

void Grid::yield_to_warp() {
    Thread& thread = *current_thread;
    Warp& warp = *thread.warp;
    if (!warp.turns.front()) taking_turns_.push_back(&warp);
    warp.turns.push(thread);
    suspend(State::ready);
}

void Grid::give_way() {
    giving_way_.push(*current_thread);
    suspend(State::ready);
}

void Grid::hold(std::uint64_t next_block, std::uint32_t next_thread) {
    held_ = current_thread;
    held_may_go_ = false;
    start_next(next_block, next_thread);
    suspend(State::held);
}

void Grid::wake(Thread& thread) {
    thread.state = State::ready;
    woken_.push(thread);
}

void Grid::abort(cudaError_t error) {
    error_ = error;
    jump(main_, nullptr);
    __builtin_unreachable();
}

void Grid::abort(cudaError_t error, report::Finding finding) {
    last_words_ = std::move(finding);
    abort(error);
}

// ---- Who is next -------------------------------------------------------------------------------

void Grid::start_next(std::uint64_t block, std::uint32_t thread) {
    if (!filling_ || filling_->linear != block) return;
    std::vector<std::uint32_t>& order = filling_->order;
    const auto place = std::find(order.begin() + filling_->started, order.end(), thread);
    if (place != order.end()) std::swap(order[filling_->started], *place);
}

Thread* Grid::take_held() {
    return std::exchange(held_, nullptr);
}

Thread* Grid::next_unstarted() {
    if (!filling_) return nullptr;
    Block& block = *filling_;
    Thread& thread = block.threads[block.order[block.started++]];
    if (block.started == block_threads_) filling_ = nullptr;
    return &thread;
}

// The next lane of the warp whose lanes take turns, as long as there is one. Lanes take turns from
// their first slice on, so that they stay close together.
Thread* Grid::next_of_warp() {
    if (taking_turns_.empty()) return nullptr;
    Warp& warp = *taking_turns_.back();
    if (filling_ && &filling_->warps[filling_->order[filling_->started] / 32] == &warp)
        return next_unstarted();
    Thread* const thread = warp.turns.pop();
    if (!warp.turns.front()) taking_turns_.pop_back();
    return thread;
}

// The first of these that there is:
//   1. the held thread, if let go: its access is to follow at once
//   2. a woken thread
//   3. a lane of the warp whose lanes take turns, so that they stay close together
//   4. a thread not yet started, of a block that has begun
//   5. a thread of a new block, if a thread gives way or may have waited long for that block
//   6. a sliced thread
//   7. lanes that ask which lanes are active: no other thread that could join them is ready
//   8. a spinning thread, if something that may help it has happened since it polled
//   9. a thread that gave way
//  10. a thread of a new block
//  11. a spinning thread all the same, for some turns: its loop may have a limit of its own
//  12. the held thread, since no other can continue
// Returns nullptr if there is none; run() then decides.
Thread* Grid::pick() {
    if (held_may_go_ && held_) [[unlikely]]
        return take_held();
    if (Thread* thread = woken_.pop()) return thread;
    if (Thread* thread = next_of_warp()) return thread;
    if (Thread* thread = next_unstarted()) return thread;
    if (sliced_.front() && sliced_.front()->steps > patience && begin_block()) {
        return next_unstarted();
    }
    if (giving_way_.front() && begin_block()) return next_unstarted();
    if (Thread* thread = sliced_.pop()) return thread;
    if (active_mask_waiters > 0) {
        waits_.release_active_masks(*this);
        return woken_.pop();
    }
    Thread* const spinning = spinning_.front();
    if (spinning && spinning->slept_at < progress_) {
        fruitless_ = 0;
        return spinning_.pop();
    }
    if (Thread* thread = giving_way_.pop()) return thread;
    if (begin_block()) return next_unstarted();
    if (!spinning || ++fruitless_ > std::max(fewest_fruitless, 2 * live_)) return take_held();
    return spinning_.pop();
}

}  // namespace cusim::exec
