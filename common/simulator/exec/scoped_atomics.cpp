#include "cusim/scoped_atomics.hpp"

#include <cstring>

#include "simulator/exec/grid.hpp"
#include "simulator/exec/progress.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/host_access.hpp"

namespace cusim::detail {

namespace {

using race::Atomic;

race::Scope watched(AtomicScope scope) {
    return static_cast<race::Scope>(scope);
}
static_assert(int(AtomicScope::block) == int(race::Scope::block) &&
              int(AtomicScope::device) == int(race::Scope::device) &&
              int(AtomicScope::system) == int(race::Scope::system));

std::uint64_t bits_at(const void* address, unsigned size) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, address, size);
    return bits;
}

std::uint64_t bits_of(unsigned size) {
    return ~std::uint64_t{0} >> (64 - 8 * size);
}

trace::Op op_of(Atomic atomic) {
    if (atomic == Atomic::load) return trace::Op::read;
    return atomic == Atomic::store ? trace::Op::write : trace::Op::update;
}

void announce(const void* address, unsigned size, Atomic atomic, AtomicScope scope, int order,
              const void* pc) {
    if (!exec::current_thread)
        return race::host_looks_at(reinterpret_cast<memory::Address>(address), size, op_of(atomic),
                                   pc, race::AccessKind::atomic);
    race::atomic_access(address, size, watched(scope), atomic, {.order = race::order_of(order)},
                        pc);
}

}  // namespace

#define PC __builtin_return_address(0)

std::uint64_t atomic_load(const void* address, unsigned size, AtomicScope scope, int order) {
    announce(address, size, Atomic::load, scope, order, PC);
    const std::uint64_t bits = bits_at(address, size);
    exec::after_atomic(address, bits, false, PC);
    exec::after_atomic_read();
    return bits;
}

void atomic_store(void* address, unsigned size, std::uint64_t bits, AtomicScope scope, int order) {
    exec::before_atomic_change();
    announce(address, size, Atomic::store, scope, order, PC);
    const std::uint64_t before = bits_at(address, size);
    std::memcpy(address, &bits, size);
    exec::after_atomic(address, before, true, PC);
}

std::uint64_t atomic_update(void* address, unsigned size,
                            std::uint64_t (*change)(std::uint64_t, const void*),
                            const void* context, AtomicScope scope, int order) {
    exec::before_atomic_change();
    announce(address, size, Atomic::update, scope, order, PC);
    const std::uint64_t before = bits_at(address, size);
    const auto changed = [&](std::uint64_t value) {
        const exec::Undivided undivided;
        return change(value, context);
    };
    const std::uint64_t after = changed(before);
    std::memcpy(address, &after, size);
    exec::after_atomic(address, before, before != after, PC);
    exec::after_atomic_read();
    // A swap, with or without a comparison, and an update that changes nothing wait for a value; an
    // addition does not.
    const std::uint64_t other = ~before & bits_of(size);
    const std::uint64_t after_other = changed(other);
    const bool swaps = after_other == after || after_other == other;
    if (swaps || before == after) race::atomic_looks(address);
    return before;
}

void atomic_fence(AtomicScope scope, int order) {
    if (!exec::current_thread || order == __ATOMIC_RELAXED) return;
    race::fence(watched(scope), race::fence_order_of(order));
    exec::current_grid->made_progress();
}

void atomic_pause() {
    if (exec::current_thread) exec::current_grid->yield(true);
}

}  // namespace cusim::detail
