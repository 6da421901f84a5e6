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

// The built-in variables: const to the program, ours to write. Assembly names tie the two together
// without the compiler seeing one variable through two types.
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

// Turns that spinning threads get, all together, while nothing changes that they could see: at
// least two each, and some millions of looks in all, since a loop may give up by itself.
constexpr std::uint64_t fewest_fruitless = 1 << 16;

// A thread that has run this many steps may be waiting for a block that has not begun.
constexpr std::uint64_t patience = 16 * long_slice;

constexpr std::uint32_t most_slots = memory::shared_arenas.size / memory::shared_arena_size;

// Stacks outlive launches: mapping them anew each time would cost more than most launches.
StackPool& stacks() {
    static StackPool pool;
    return pool;
}

// Block objects too, for their threads' and warps' memory.
std::vector<Block*>& idle_blocks() {
    static std::vector<Block*> blocks;
    return blocks;
}

// Launches that are suspended keep their stacks, and the slots of shared memory below this one.
std::uint32_t suspended_grids = 0;
std::uint32_t slots_of_suspended = 0;

uint3 index_of(std::uint64_t linear, const dim3& size) {
    return {std::uint32_t(linear % size.x), std::uint32_t(linear / size.x % size.y),
            std::uint32_t(linear / size.x / size.y)};
}

bool same_shape(const dim3& a, const dim3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

void number_threads(Block& block, std::uint32_t count, const dim3& shape) {
    if (block.threads.size() != count) {
        // Afresh, but where they were: blocks of another launch are often smaller.
        block.threads.clear();
        block.threads.resize(count);
        block.warps.clear();
        block.warps.resize((count + 31) / 32);
    }
    block.shape = shape;
    for (std::uint32_t i = 0; i < count; ++i) {
        Thread& thread = block.threads[i];
        thread.block = &block;
        thread.warp = &block.warps[i / 32];
        thread.warp->lanes[i % 32] = &thread;
        thread.index = index_of(i, shape);
        thread.linear = i;
    }
}

void prepare_threads(Block& block) {
    for (Warp& warp : block.warps) {
        warp.turns = {};
        warp.steps = 0;
        warp.at_operation = 0;
        warp.live = 0;
    }
    for (Thread& thread : block.threads) {
        thread.warp->live |= std::uint32_t{1} << thread.linear % 32;
        thread.state = State::unstarted;
        thread.looked_round = false;
        thread.in_atomic = false;
        thread.steps = 0;
        thread.atomics = 0;
        thread.cluster_arrivals = 0;
        if (!std::exchange(thread.spin_is_clean, true)) *thread.spin = {};
    }
}

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
    // However long it waits, it goes round for nothing only from the time when it goes on.
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
        idle_blocks().push_back(block);
    }
    if (suspended_grids == 0) {
        stacks().abandon_all();
        slots_of_suspended = 0;
    }
    return error_ != cudaSuccess ? error_ : late_error_;
}

cudaError_t Grid::end_suspended(bool told) {
    if (std::exchange(suspended_, false)) --suspended_grids;
    error_ = told ? waits_.report_stuck(*this, spinning_.front()) : cudaErrorLaunchFailure;
    return end();
}

// Whatever lies in shared memory only the launch itself can change.
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

// ---- Blocks ------------------------------------------------------------------------------------

bool Grid::begin_block() {
    if (all_blocks_begun() || resident_.size() >= shape_.resident_limit) return false;
    if (free_slots_.empty() && next_slot_ >= most_slots) return false;
    const std::uint64_t rank = begun_++;
    if (idle_blocks().empty()) idle_blocks().push_back(new Block);
    Block& block = *idle_blocks().back();
    idle_blocks().pop_back();

    block.linear = block_of_rank(rank);
    block.index = index_of(block.linear, shape_.grid);
    if (!same_shape(block.shape, shape_.block)) number_threads(block, block_threads_, shape_.block);
    prepare_threads(block);
    block.order = order().sequence(block_threads_, salt_ + 1 + rank);
    block.started = block.at_barrier = 0;
    block.at_several_barriers = false;
    block.live = block_threads_;
    block.barrier_arrivals = 0;
    block.shared_ready.clear();
    block.cluster = nullptr;
    if (cluster_blocks_ > 1)
        join_cluster(block, rank);
    else
        block.slot = take_slot();

    resident_.push_back(&block);
    live_ += block_threads_;
    filling_ = &block;
    ++progress_;
    race::block_begins(block.clock, std::uint32_t(block.linear), arena(block));
    if (block.cluster) race::block_joins(block.clock, block.cluster->clock, block.cluster_rank);
    return true;
}

std::uint32_t Grid::take_slot() {
    if (free_slots_.empty()) return next_slot_++;
    const std::uint32_t slot = free_slots_.back();
    free_slots_.pop_back();
    return slot;
}

// The blocks of a cluster follow each other.
std::uint64_t Grid::block_of_rank(std::uint64_t rank) const {
    const std::uint64_t cluster = rank / cluster_blocks_;
    const std::uint64_t number = cluster_order_.empty()
                                     ? order().at(cluster, blocks_ / cluster_blocks_)
                                     : cluster_order_[cluster];
    if (cluster_blocks_ == 1) return number;
    const dim3& size = shape_.cluster;
    const dim3 clusters{shape_.grid.x / size.x, shape_.grid.y / size.y, shape_.grid.z / size.z};
    const uint3 first = index_of(number, clusters);
    const uint3 member = index_of(order().at(rank % cluster_blocks_, cluster_blocks_), size);
    const std::uint64_t z = first.z * size.z + member.z, y = first.y * size.y + member.y;
    return (z * shape_.grid.y + y) * shape_.grid.x + first.x * size.x + member.x;
}

Cluster& Grid::add_cluster() {
    const std::uint64_t number = clusters_begun_++;
    auto& cluster = clusters_[number] = std::make_unique<Cluster>();
    cluster->number = number;
    return *cluster;
}

void Grid::join_cluster(Block& block, std::uint64_t rank) {
    if (rank % cluster_blocks_ == 0) {
        joining_ = &add_cluster();
        joining_->running = cluster_blocks_;
        joining_->live = cluster_blocks_ * block_threads_;
        joining_->blocks.resize(cluster_blocks_);
        for (std::uint32_t i = 0; i < cluster_blocks_; ++i) {
            joining_->slots.push_back(take_slot());
            joining_->clock.members.push_back(
                {memory::shared_arenas.base + joining_->slots[i] * memory::shared_arena_size});
        }
    }
    block.cluster = joining_;
    block.cluster_rank = std::uint32_t(order().at(rank % cluster_blocks_, cluster_blocks_));
    block.slot = joining_->slots[block.cluster_rank];
    joining_->blocks[block.cluster_rank] = &block;
}

void Grid::make_cluster_of_one(Block& block) {
    Cluster& cluster = *(block.cluster = &add_cluster());
    cluster.running = 1;
    cluster.live = block.live;
    cluster.blocks = {&block};
    cluster.slots = {block.slot};
    block.cluster_rank = 0;
}

void Grid::leave_cluster(Block& block) {
    Cluster& cluster = *block.cluster;
    cluster.blocks[block.cluster_rank] = nullptr;
    if (--cluster.running > 0) return;
    free_slots_.insert(free_slots_.end(), cluster.slots.begin(), cluster.slots.end());
    clusters_.erase(cluster.number);
}

void Grid::end_block(Block& block) {
    ++ended_;
    race::block_ends(block.clock);
    resident_.erase(std::find(resident_.begin(), resident_.end(), &block));
    if (block.cluster)
        leave_cluster(block);
    else
        free_slots_.push_back(block.slot);
    idle_blocks().push_back(&block);
}

// ---- Threads -----------------------------------------------------------------------------------

void Grid::entry(boost::context::detail::transfer_t from) {
    if (from.data) *static_cast<Context*>(from.data) = from.fctx;
    current_grid->run_threads_on(current_thread->stack);
}

// Runs threads one after the other, as long as the next one has not begun on another stack.
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
    thread.warp->steps = 0;
    comes_to_an_end();
    --live_;
    --block.live;
    ++progress_;
    waits_.thread_exited(*this, thread);
    if (block.live == 0) end_block(block);
}

void Grid::make_current(Thread* thread) {
    steps_before_ += time_slice - steps_left;
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

// Makes `next` the running thread, or nobody; where to jump for that.
Context Grid::enter(Thread* next) {
    if (next && next->state == State::unstarted) {
        next->stack = stacks().take();
        next->context = StackPool::prepare(next->stack, &Grid::entry);
    }
    make_current(next);
    return next ? next->context : main_;
}

// The same for whoever comes after the running thread; nullptr if it runs on.
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

// The next lane of the warp whose lanes are taking turns, as long as there is one: also the first
// time, so that the warp's lanes keep close.
Thread* Grid::next_of_warp() {
    if (taking_turns_.empty()) return nullptr;
    Warp& warp = *taking_turns_.back();
    if (filling_ && &filling_->warps[filling_->order[filling_->started] / 32] == &warp)
        return next_unstarted();
    Thread* const thread = warp.turns.pop();
    if (!warp.turns.front()) taking_turns_.pop_back();
    return thread;
}

Thread* Grid::pick() {
    if (held_may_go_ && held_) [[unlikely]]
        return take_held();
    if (Thread* thread = woken_.pop()) return thread;
    if (Thread* thread = next_of_warp()) return thread;
    if (Thread* thread = next_unstarted()) return thread;
    if (sliced_.front() && sliced_.front()->steps > patience && begin_block()) {
        return next_unstarted();
    }
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
    if (begin_block()) return next_unstarted();
    if (!spinning || ++fruitless_ > std::max(fewest_fruitless, 2 * live_)) return take_held();
    return spinning_.pop();
}

}  // namespace cusim::exec
