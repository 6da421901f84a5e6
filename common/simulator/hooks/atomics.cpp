// std::atomic and the __atomic builtins, which -fsanitize=thread turns into calls. Host code uses
// them (shared_ptr does). Kernels may use them through headers, where they count as atomics of
// system scope with the memory order that they name. A single OS thread runs everything, so the
// operations themselves need not be atomic.
#include <cstdint>

#include "simulator/hooks/accesses.hpp"
#include "simulator/host/turns.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/host_access.hpp"

namespace {

using cusim::race::Atomic;
using cusim::race::Scope;

// For host code, every order except relaxed is treated as release and acquire.
void by_host(const void* p, std::size_t size, Atomic atomic, int order, const void* pc) {
    using cusim::trace::Op;
    const Op op = atomic == Atomic::load    ? Op::read
                  : atomic == Atomic::store ? Op::write
                                            : Op::update;
    cusim::host::looks_at_flag();
    cusim::race::host_looks_at(reinterpret_cast<cusim::memory::Address>(p), size, op, pc,
                               cusim::race::AccessKind::atomic);
    if (order == __ATOMIC_RELAXED) return;
    if (op != Op::write) cusim::host::acquire(p);
    if (op != Op::read) cusim::host::release(p);
}

template <class T>
T& watched(const volatile T* p, cusim::race::Atomic atomic, int order, const void* pc) {
    if (cusim::race::running_thread)
        cusim::race::atomic_access(const_cast<const T*>(p), sizeof(T), Scope::system, atomic,
                                   {.order = cusim::race::order_of(order)}, pc);
    else
        by_host(const_cast<const T*>(p), sizeof(T), atomic, order, pc);
    return *const_cast<T*>(p);
}

template <class T>
bool compare_exchange(volatile T* p, T* expected, T desired, int order, const void* pc) {
    T& object = watched(p, Atomic::update, order, pc);
    if (object == *expected) {
        object = desired;
        return true;
    }
    *expected = object;
    return false;
}

// The expected value is an object of the program too, so reading it is an access like any other.
template <class T>
bool compare_exchange_in_memory(volatile T* p, T* expected, T desired, int order, const void* pc) {
    cusim::hooks::plain_range(expected, sizeof(T), cusim::trace::Op::read, pc);
    T wanted = *expected;
    if (compare_exchange(p, &wanted, desired, order, pc)) return true;
    cusim::hooks::plain_range(expected, sizeof(T), cusim::trace::Op::write, pc);
    *expected = wanted;
    return false;
}

}  // namespace

#define PC __builtin_return_address(0)

#define UPDATE_HOOK(bits, name, expression)                                                   \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t* p, uint##bits##_t v, \
                                                int order) {                                  \
        uint##bits##_t& object = watched(p, Atomic::update, order, PC);                       \
        const uint##bits##_t before = object;                                                 \
        object = static_cast<uint##bits##_t>(expression);                                     \
        return before;                                                                        \
    }

#define ATOMIC_HOOKS(bits)                                                                      \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t* p, int order) {    \
        return watched(p, Atomic::load, order, PC);                                             \
    }                                                                                           \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t* p, uint##bits##_t v, int order) { \
        watched(p, Atomic::store, order, PC) = v;                                               \
    }                                                                                           \
    UPDATE_HOOK(bits, exchange, v)                                                              \
    UPDATE_HOOK(bits, fetch_add, before + v)                                                    \
    UPDATE_HOOK(bits, fetch_sub, before - v)                                                    \
    UPDATE_HOOK(bits, fetch_and, before& v)                                                     \
    UPDATE_HOOK(bits, fetch_or, before | v)                                                     \
    UPDATE_HOOK(bits, fetch_xor, before ^ v)                                                    \
    UPDATE_HOOK(bits, fetch_nand, ~(before & v))                                                \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile uint##bits##_t* p,               \
                                                      uint##bits##_t* expected,                 \
                                                      uint##bits##_t desired, int order, int) { \
        return compare_exchange_in_memory(p, expected, desired, order, PC);                     \
    }                                                                                           \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile uint##bits##_t* p,                 \
                                                    uint##bits##_t* expected,                   \
                                                    uint##bits##_t desired, int order, int) {   \
        return compare_exchange_in_memory(p, expected, desired, order, PC);                     \
    }                                                                                           \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                  \
        volatile uint##bits##_t* p, uint##bits##_t expected, uint##bits##_t desired, int order, \
        int) {                                                                                  \
        compare_exchange(p, &expected, desired, order, PC);                                     \
        return expected;                                                                        \
    }

extern "C" {

ATOMIC_HOOKS(8)
ATOMIC_HOOKS(16)
ATOMIC_HOOKS(32)
ATOMIC_HOOKS(64)

void __tsan_atomic_thread_fence(int order) {
    if (cusim::race::running_thread && order != __ATOMIC_RELAXED)
        cusim::race::fence(Scope::system, cusim::race::fence_order_of(order));
}
void __tsan_atomic_signal_fence(int) {}
}
