// CUDA's atomic functions. One OS thread runs all simulated threads, so plain reads and writes are
// atomic here. Each function must report the access to the checker before it happens, and to the
// scheduler afterwards.
#include <bit>
#include <cstdint>
#include <type_traits>

#include "cusim/atomics.hpp"
#include "simulator/exec/grid.hpp"
#include "simulator/exec/progress.hpp"
#include "simulator/race/events.hpp"

namespace cusim::detail {

namespace {

using race::Scope;

// The result of the latest atomic in host code, which has no Thread.
std::uint64_t host_result = 0;

// Stored for each thread, because the compiler may move blocks between the two calls that make up
// an atomic, and another thread may run there.
std::uint64_t& result() {
    return exec::current_thread ? exec::current_thread->atomic_result : host_result;
}

template <class T>
std::uint64_t bits(T value) {
    std::uint64_t result = 0;
    __builtin_memcpy(&result, &value, sizeof value);
    return result;
}

using race::AtomicForm;
using race::Order;
using trace::SharedAtomic;

// A swap returns the old value even if it is not used. On shared memory, operations that the
// hardware lacks are loops of loads and compare-and-swaps.
constexpr AtomicForm exchange{.overwrites = true, .order = Order::look};
constexpr AtomicForm compare_and_swap{.on_shared = SharedAtomic::compare_and_swap,
                                      .order = Order::look};
template <class T>
constexpr SharedAtomic arithmetic = std::is_integral_v<T> && sizeof(T) == 4 ? SharedAtomic::native
                                                                            : SharedAtomic::loop;

// Adding 0 and similar operations are the usual ways to read atomically. Only these leave the value
// unchanged whatever it is.
template <class T, class Operation>
Order order_of(Operation operation) {
    const T none{0}, all = static_cast<T>(-1);
    return operation(none) == none && operation(all) == all ? Order::look : Order::ticket;
}

// Replaces the value at `address` by operation(value), and returns the old value. The form is not
// copied: it has just been written field by field, and a wider load would wait for these stores.
template <class T, class Operation>
inline void update(T* address, Scope scope, const AtomicForm& form, const void* pc,
                   Operation operation) {
    exec::before_atomic_change();
    race::atomic_access(address, sizeof(T), scope, race::Atomic::update, form, pc);
    const T before = *address;
    const T after = operation(before);
    *address = after;
    exec::after_atomic(address, bits(before), bits(before) != bits(after), pc);
    result() = bits(before);
}

// Integer overflow wraps around, as on the device.
template <class T>
T add(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        using U = std::make_unsigned_t<T>;
        return T(U(a) + U(b));
    } else {
        return a + b;
    }
}

}  // namespace

std::uint64_t atomic_result() {
    race::atomic_result_used();
    exec::after_atomic_read();
    return result();
}

#define CUSIM_ATOMIC_IN(T, name, scope, expression)                                 \
    void name(T* address, T value) {                                                \
        const auto changed = [value](T old) { return static_cast<T>(expression); }; \
        const AtomicForm form{.result_used = false,                                 \
                              .on_shared = arithmetic<T>,                           \
                              .order = order_of<T>(changed),                        \
                              .operand = &value};                                   \
        update(address, Scope::scope, form, __builtin_return_address(0), changed);  \
    }
#define CUSIM_ATOMIC(T, name, expression)               \
    CUSIM_ATOMIC_IN(T, name, device, expression)        \
    CUSIM_ATOMIC_IN(T, name##_block, block, expression) \
    CUSIM_ATOMIC_IN(T, name##_system, system, expression)
#define CUSIM_ATOMIC_32(name, expression) \
    CUSIM_ATOMIC(int, name, expression)   \
    CUSIM_ATOMIC(unsigned int, name, expression)

using Unsigned64 = unsigned long long;
using Signed64 = long long;

CUSIM_ATOMIC_32(atomicAdd, add(old, value))
CUSIM_ATOMIC(Unsigned64, atomicAdd, old + value)
CUSIM_ATOMIC(float, atomicAdd, old + value)
CUSIM_ATOMIC(double, atomicAdd, old + value)
CUSIM_ATOMIC(int, atomicSub, (unsigned int)old - (unsigned int)value)
CUSIM_ATOMIC(unsigned int, atomicSub, old - value)
CUSIM_ATOMIC_32(atomicMin, value < old ? value : old)
CUSIM_ATOMIC(Unsigned64, atomicMin, value < old ? value : old)
CUSIM_ATOMIC(Signed64, atomicMin, value < old ? value : old)
CUSIM_ATOMIC_32(atomicMax, value > old ? value : old)
CUSIM_ATOMIC(Unsigned64, atomicMax, value > old ? value : old)
CUSIM_ATOMIC(Signed64, atomicMax, value > old ? value : old)
CUSIM_ATOMIC_32(atomicAnd, old& value)
CUSIM_ATOMIC(Unsigned64, atomicAnd, old& value)
CUSIM_ATOMIC_32(atomicOr, old | value)
CUSIM_ATOMIC(Unsigned64, atomicOr, old | value)
CUSIM_ATOMIC_32(atomicXor, old ^ value)
CUSIM_ATOMIC(Unsigned64, atomicXor, old ^ value)
CUSIM_ATOMIC(unsigned int, atomicInc, old >= value ? 0 : old + 1)
CUSIM_ATOMIC(unsigned int, atomicDec, old == 0 || old > value ? value : old - 1)

#define CUSIM_EXCHANGE_IN(T, name, scope)                                    \
    void name(T* address, T value) {                                         \
        update(address, Scope::scope, exchange, __builtin_return_address(0), \
               [value](T) { return value; });                                \
    }
#define CUSIM_EXCHANGE(T)                         \
    CUSIM_EXCHANGE_IN(T, atomicExch, device)      \
    CUSIM_EXCHANGE_IN(T, atomicExch_block, block) \
    CUSIM_EXCHANGE_IN(T, atomicExch_system, system)
CUSIM_EXCHANGE(int)
CUSIM_EXCHANGE(unsigned int)
CUSIM_EXCHANGE(Unsigned64)
CUSIM_EXCHANGE(float)

#define CUSIM_CAS_IN(T, name, scope)                                     \
    void name(T* address, T compare, T value) {                          \
        AtomicForm form = compare_and_swap;                              \
        form.compared_with = &compare;                                   \
        update(address, Scope::scope, form, __builtin_return_address(0), \
               [=](T old) { return old == compare ? value : old; });     \
    }
#define CUSIM_CAS(T)                        \
    CUSIM_CAS_IN(T, atomicCAS, device)      \
    CUSIM_CAS_IN(T, atomicCAS_block, block) \
    CUSIM_CAS_IN(T, atomicCAS_system, system)
CUSIM_CAS(int)
CUSIM_CAS(unsigned int)
CUSIM_CAS(unsigned short)
CUSIM_CAS(Unsigned64)
#undef CUSIM_ATOMIC_IN
#undef CUSIM_ATOMIC
#undef CUSIM_ATOMIC_32
#undef CUSIM_EXCHANGE_IN
#undef CUSIM_EXCHANGE
#undef CUSIM_CAS_IN
#undef CUSIM_CAS

}  // namespace cusim::detail
