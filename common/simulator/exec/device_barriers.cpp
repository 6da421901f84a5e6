// Operations on barrier objects, for the headers in include/.
#include <cstdio>
#include <cstdlib>

#include "cusim/phases.hpp"
#include "simulator/exec/phase_barrier.hpp"

namespace cusim::detail {

namespace {

exec::BarrierUse use_of(const void* object, AtomicScope scope, const char* file, int line,
                        const void* pc) {
    if (!exec::current_thread) {
        std::fprintf(stderr, "simulator: a cuda::barrier is used in host code, at %s:%d\n", file,
                     line);
        std::abort();
    }
    return {const_cast<void*>(object), static_cast<race::Scope>(scope), {file, line}, pc};
}

}  // namespace

#define USE use_of(object, scope, file, line, __builtin_return_address(0))

void phases_init(void* object, AtomicScope scope, long expected, const char* file, int line) {
    init_phases(USE, expected);
}

Bits phases_arrive(void* object, AtomicScope scope, long count, bool drop, bool* last,
                   const char* file, int line) {
    const exec::Arrival arrival = arrive(USE, count, drop);
    *last = arrival.last;
    return arrival.phase;
}

void phases_end(void* object, AtomicScope scope, const char* file, int line) {
    end_phase(USE);
}

bool phases_ended(const void* object, AtomicScope scope, Bits phase, const char* file, int line) {
    return has_ended(USE, std::uint32_t(phase));
}

void phases_wait(const void* object, AtomicScope scope, Bits phase, const char* file, int line) {
    await(USE, std::uint32_t(phase));
}

namespace {

std::uint32_t phase_with(const exec::BarrierUse& use, bool parity) {
    const std::uint32_t phase = phase_of(use);
    return phase % 2 == parity ? phase : phase - 1;
}

}  // namespace

bool phases_ended_parity(const void* object, AtomicScope scope, bool parity, const char* file,
                         int line) {
    const exec::BarrierUse use = USE;
    return has_ended(use, phase_with(use, parity));
}

void phases_wait_parity(const void* object, AtomicScope scope, bool parity, const char* file,
                        int line) {
    const exec::BarrierUse use = USE;
    await(use, phase_with(use, parity));
}

#undef USE

}  // namespace cusim::detail
