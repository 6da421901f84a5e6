#include "simulator/exec/phase_barrier.hpp"

#include <cstring>

#include "simulator/exec/progress.hpp"
#include "simulator/race/check.hpp"

namespace cusim::exec {

namespace {

// The layout of the barrier object.
struct Counts {
    std::uint64_t phase : 24;
    std::uint64_t expected : 20;  // arrivals per phase
    std::uint64_t missing : 20;   // in this phase
};
static_assert(sizeof(Counts) == 8);

Counts load(const void* object) {
    Counts counts;
    std::memcpy(&counts, object, sizeof counts);
    return counts;
}

void store(void* object, Counts counts) {
    std::memcpy(object, &counts, sizeof counts);
}

PhaseState& state_of(const BarrierUse& use) {
    return current_grid->phases[use.object];
}

// Two addresses for the logs of one barrier, which no atomic of the program uses.
std::uintptr_t arrivals_at(const BarrierUse& use) {
    return reinterpret_cast<std::uintptr_t>(use.object) + 1;
}
std::uintptr_t copies_at(const BarrierUse& use) {
    return reinterpret_cast<std::uintptr_t>(use.object) + 2;
}

// Checks the access to the barrier object: it must be valid memory, and init() must have come
// before. A wait counts as an update, since after a read the shadow would not keep the writer
// init().
void touch(const BarrierUse& use, trace::Op op) {
    race::Access access{.address = reinterpret_cast<memory::Address>(use.object),
                        .size = sizeof(Counts),
                        .alignment = sizeof(Counts),
                        .op = op,
                        .pc = use.pc,
                        .recorded = false};
    if (op != trace::Op::write)
        access.kind = use.scope == race::Scope::block ? race::AccessKind::atomic_block
                                                      : race::AccessKind::atomic;
    race::check_thread_access(access);
}

[[noreturn]] void misuse(const BarrierUse& use, std::string cause) {
    report::Finding finding{.kind = report::FindingKind::assertion};
    current_thread->location = use.location;
    finding.self = party(*current_thread, report::Op::none);
    finding.cause = std::move(cause);
    current_grid->abort(cudaErrorLaunchFailure, std::move(finding));
}

// A phase at which several warps of a block meet counts as a barrier of the block, and so does one
// of a block that is a single warp.
void note_warp(PhaseState& state) {
    const Warp* const warp = current_thread->warp;
    state.several_warps |= state.first_to_come && state.first_to_come != warp;
    state.first_to_come = warp;
}
void count_phase(PhaseState& state, Counts counts) {
    const Block& block = *current_thread->block;
    const bool of_all = block.warps.size() == 1 && counts.expected >= block.threads.size();
    if (state.several_warps || of_all) ++current_grid->barriers;
    state.several_warps = false;
    state.first_to_come = nullptr;
}

// Orders the thread after the arrivals of the phase that has ended, and after its copies.
void acquire_phase(const BarrierUse& use) {
    PhaseState& state = state_of(use);
    if (!state.copied.empty()) {
        for (const race::CopyId copy : state.copied) race::copy_is_done(copy, copies_at(use));
        state.copied.clear();
        state.copies_done = race::released_at(copies_at(use));
    }
    race::acquire(state.arrivals);
    race::acquire(state.copies_done);
}

}  // namespace

void init_phases(const BarrierUse& use, std::int64_t expected) {
    if (expected < 0 || expected > most_arrivals)
        misuse(use, "the barrier is told to expect " + std::to_string(expected) +
                        " arrivals per phase, and can take 0 to " + std::to_string(most_arrivals));
    touch(use, trace::Op::write);
    const auto count = std::uint64_t(expected) & most_arrivals;
    store(use.object, {.phase = 0, .expected = count, .missing = count});
    state_of(use) = {};
}

Arrival arrive(const BarrierUse& use, std::int64_t count, bool drop) {
    touch(use, trace::Op::update);
    Counts counts = load(use.object);
    if (count < 1 || count > std::int64_t(counts.missing))
        misuse(use, std::to_string(count) + (count == 1 ? " arrival comes" : " arrivals come") +
                        " at a barrier whose phase lacks " + std::to_string(counts.missing) +
                        " of " + std::to_string(counts.expected));
    const std::uint32_t phase = counts.phase;
    note_warp(state_of(use));
    counts.missing -= std::uint64_t(count) & most_arrivals;
    if (drop) counts.expected -= 1;
    store(use.object, counts);
    race::release_at(arrivals_at(use), use.scope);
    current_grid->made_progress();
    const bool last = counts.missing == 0;
    if (last) race::acquire(race::released_at(arrivals_at(use)));
    return {phase, last};
}

void end_phase(const BarrierUse& use) {
    race::release_at(arrivals_at(use), use.scope);
    PhaseState& state = state_of(use);
    state.arrivals = race::released_at(arrivals_at(use));
    state.copied.insert(state.copied.end(), state.copies.begin(), state.copies.end());
    state.copies.clear();
    Counts counts = load(use.object);
    count_phase(state, counts);
    counts.phase = counts.phase + 1;
    counts.missing = counts.expected;
    store(use.object, counts);
    for (Thread* const thread : state.waiting) current_grid->wake(*thread);
    state.waiting.clear();
    current_grid->made_progress();
    current_grid->comes_to_an_end();
}

std::uint32_t phase_of(const BarrierUse& use) {
    touch(use, trace::Op::update);
    return load(use.object).phase;
}

bool has_ended(const BarrierUse& use, std::uint32_t phase) {
    touch(use, trace::Op::update);
    const std::uint32_t now = load(use.object).phase;
    exec::after_atomic(use.object, now, now != phase, use.pc);
    if (now == phase) return false;
    acquire_phase(use);
    return true;
}

void await(const BarrierUse& use, std::uint32_t phase) {
    touch(use, trace::Op::update);
    Thread& thread = *current_thread;
    thread.location = use.location;
    while (load(use.object).phase == phase) {
        note_warp(state_of(use));
        thread.last_address = use.object;
        state_of(use).waiting.push_back(&thread);
        current_grid->suspend(State::at_phase);
    }
    thread.steps = 0;
    thread.warp->steps = 0;
    acquire_phase(use);
}

void bind_copy(const BarrierUse& use, race::CopyId copy) {
    touch(use, trace::Op::update);
    state_of(use).copies.push_back(copy);
}

std::string missing_arrivals(const Thread& thread) {
    const Counts counts = load(thread.last_address);
    return std::to_string(counts.missing) + " of the " + std::to_string(counts.expected) +
           " arrivals that its barrier expects a phase have not come, and no thread is left that "
           "could bring them";
}

}  // namespace cusim::exec
