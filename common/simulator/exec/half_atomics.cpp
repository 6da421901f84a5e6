// atomicAdd on floats of 16 bits.
#include <cstring>

#include "cusim/small_float.hpp"
#include "simulator/exec/progress.hpp"
#include "simulator/race/events.hpp"

unsigned short cusim::detail::atomic_half(void* address,
                                          unsigned short (*change)(unsigned short, double),
                                          double operand) {
    const void* const pc = __builtin_return_address(0);
    exec::before_atomic_change();
    race::atomic_access(address, 2, race::Scope::device, race::Atomic::update, {}, pc);
    unsigned short before;
    std::memcpy(&before, address, sizeof before);
    const unsigned short after = [&] {
        const exec::Undivided undivided;
        return change(before, operand);
    }();
    std::memcpy(address, &after, sizeof after);
    exec::after_atomic(address, before, before != after, pc);
    return before;
}
