#include "simulator/exec/progress.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "simulator/exec/fiber.hpp"
#include "simulator/exec/grid.hpp"
#include "simulator/exec/order.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/stop.hpp"

namespace cusim::exec {

namespace {

// An atomic counts as so many basic blocks.
constexpr std::uint64_t steps_of_atomic = 16;

// More steps than a thread needs until it is known to wait, plus one more read in vain. A large
// grid that waits for the host therefore does not count as an endless loop.
constexpr std::uint64_t steps_of_a_wait = 4096;

// So often a thread gives way each time it has read by an atomic, and then after about one read of
// so many. What happens once mostly shows the first time; a thread that polls need not wait for all
// others each time. Which reads of so many these are depends on all threads, so that none can
// choose one after which no other thread comes.
constexpr std::uint32_t always_given_ways = 64, reads_for_a_way = 8;
// Threads that give way live at once. Where the stacks of those of a launch hold so many pages, one
// read in 64 is waited behind, so that a crowd of threads does not take more memory than there is.
// Which reads these are depends on all threads.
constexpr std::uint64_t page_of_stack = 4096, most_pages = (std::uint64_t{3} << 29) / page_of_stack;
constexpr std::uint64_t crowded_reads_for_a_way = 64;

std::uint64_t reads_by_atomics = 0;

// Neighbouring numbers lead to unrelated ones.
std::uint64_t scattered(std::uint64_t number) {
    number *= 0x9e3779b97f4a7c15;
    number ^= number >> 32;
    return number * 0xbf58476d1ce4e5b9 >> 32;
}

[[noreturn]] void stack_overflow(const void* pc, std::uintptr_t stack_pointer) {
    const Thread& thread = *current_thread;
    report::Finding finding{.kind = report::FindingKind::stack_overflow};
    finding.self = party(thread, report::Op::none);
    finding.self.site = {.pc = pc, .file = nullptr, .line = 0};
    const std::size_t used = StackPool::base(thread.stack) + stack_slot - stack_pointer;
    finding.cause = "the thread's variables and calls take " + std::to_string(used) +
                    " bytes, and a simulated thread has " + std::to_string(stack_for_student);
    current_grid->abort(cudaErrorIllegalAddress, std::move(finding));
}

bool is_endless(const Warp& warp) {
    return warp.steps > current_grid->step_limit();
}
bool is_endless(const Grid& grid) {
    return grid.steps() > launch_limit() ||
           grid.steps_without_end() > 2 * grid.step_limit() + steps_of_a_wait * grid.live_threads();
}

// Reports the first lane of the warp that can run.
[[noreturn]] void endless() {
    const auto goes_round = [](const Thread* lane) {
        return lane && (lane->state == State::ready || lane->state == State::running);
    };
    const Thread& thread = **std::ranges::find_if(current_thread->warp->lanes, goes_round);
    const bool alone = is_endless(*thread.warp);
    report::Finding finding{.kind = report::FindingKind::livelock,
                            .variant = report::Variant::endless_loop};
    finding.self = party(thread, report::Op::none);
    finding.self.site = {.pc = thread.last_pc, .file = nullptr, .line = 0};
    finding.cause = (alone ? "the thread's warp has gone round here for "
                           : "this thread and others have gone round here and elsewhere for ") +
                    std::to_string((alone ? 1 : 2) * current_grid->step_limit() / 1'000'000) +
                    " million steps without an end";
    current_grid->abort(cudaErrorLaunchTimeout, std::move(finding));
}

// Steps of the running thread's turn, which is over.
std::uint64_t steps_of_turn(Thread& thread) {
    const std::uint64_t steps =
        time_slice - steps_left + steps_of_atomic * std::exchange(thread.atomics, 0);
    current_grid->add_steps(steps);
    return steps;
}

// Lets other threads run first. Without end if nothing changes what the thread reads.
void spin(Thread& thread) {
    steps_of_turn(thread);
    if (is_endless(*current_grid) && !current_grid->waits_in_vain()) endless();
    current_grid->yield(true);
}

bool spins(Thread& thread, std::uintptr_t address, std::uint64_t value) {
    thread.last_value = value;
    if (!thread.spin) thread.spin = std::make_unique<SpinWatch>();
    thread.spin_is_clean = false;
    return thread.spin->sees_nothing_new(address, value);
}

void note_look(const void* address, std::uint32_t size, const void* pc) {
    Thread& thread = *current_thread;
    thread.last_pc = pc;
    thread.looked_round = true;
    thread.last_address = address;
    thread.last_size = size;
}

// Pages of the thread's stack: those in use, and one of the runtime below them.
[[gnu::noinline]] std::uint16_t pages_of_stack(const Thread& thread) {
    if (thread.stack == StackPool::none) return 0;
    const std::uintptr_t top = StackPool::base(thread.stack) + stack_slot;
    const auto in_use = top - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return static_cast<std::uint16_t>(in_use / page_of_stack + 2);
}

// Whether the thread may wait for all others. If so, its stack counts among those that wait.
bool may_wait(Thread& thread) {
    const std::uint16_t pages = std::max(thread.waiting_pages, pages_of_stack(thread));
    std::uint64_t& all = current_grid->waiting_pages;
    const std::uint64_t more = pages - thread.waiting_pages;
    if (more > 0 && all + more > most_pages &&
        scattered(reads_by_atomics) % crowded_reads_for_a_way != 0)
        return false;
    all += more;
    thread.waiting_pages = pages;
    return true;
}

}  // namespace

void out_of_budget(const void* pc, std::uintptr_t stack_pointer) {
    if (!current_thread) {
        steps_left = time_slice;  // host code has no limit
        return;
    }
    if (stack_pointer < stack_limit) stack_overflow(pc, stack_pointer);
    Thread& thread = *current_thread;
    if (thread.in_atomic) {
        steps_left = 1;  // ask again in the next block
        return;
    }
    thread.last_pc = pc;
    const std::uint64_t before = thread.steps, steps = steps_of_turn(thread);
    thread.steps += steps;
    thread.warp->steps += steps;
    if (is_endless(*thread.warp) || is_endless(*current_grid)) endless();
    race::slice_ends();
    // Other threads can only help one that has read memory that they change.
    const bool long_enough = thread.steps / long_slice > before / long_slice;
    if (long_enough && std::exchange(thread.looked_round, false))
        current_grid->yield(false);
    else
        current_grid->yield_to_warp();
}

void switch_point(const void* address, std::uint32_t size, bool write, const void* pc) {
    if (!current_thread) return;
    note_look(address, size, pc);
    if (write)
        current_grid->made_progress();
    else if (spins(*current_thread, reinterpret_cast<std::uintptr_t>(address),
                   read_at_most_8(address, size)))
        spin(*current_thread);
    if (!write) current_thread->peeked = true;
}

void before_atomic_change() {
    if (current_thread && std::exchange(current_thread->peeked, false)) after_atomic_read();
}

void after_atomic(const void* address, std::uint64_t before, bool changed, const void* pc) {
    if (!current_thread) return;
    note_look(address, 0, pc);
    ++current_thread->atomics;
    if (changed)
        current_grid->made_progress();
    else if (spins(*current_thread, reinterpret_cast<std::uintptr_t>(address), before))
        spin(*current_thread);
}

void after_atomic_read() {
    if (!current_thread) return;
    ++reads_by_atomics;
    Thread& thread = *current_thread;
    if (!order().gives_way_after_reads() || thread.in_atomic) return;
    if (thread.gave_way == always_given_ways) {
        if (scattered(reads_by_atomics) % reads_for_a_way != 0) return;
    } else {
        ++thread.gave_way;
    }
    if (may_wait(thread)) current_grid->give_way();
}

std::uint64_t atomic_reads() {
    return reads_by_atomics;
}

Undivided::Undivided() {
    if (current_thread) current_thread->in_atomic = true;
}
Undivided::~Undivided() {
    if (current_thread) current_thread->in_atomic = false;
}

}  // namespace cusim::exec

void cusim::race::abort_thread(cudaError_t error) {
    exec::current_grid->abort(error);
}

void cusim::race::fail_launch(cudaError_t error) {
    exec::current_grid->fail(error);
}
