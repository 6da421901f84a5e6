// nvcc's own atomic functions, such as `__nv_atomic_fetch_add`: with a memory order and a scope, on
// objects of up to 8 bytes. Cluster scope is treated as device scope.
#pragma once

#include "cusim/scoped_atomics.hpp"
#include "cusim/warp.hpp"

enum {
    __NV_ATOMIC_RELAXED = __ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME = __ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE = __ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE = __ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL = __ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST = __ATOMIC_SEQ_CST,
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM,
};

namespace cusim::detail {

constexpr AtomicScope scope_of(int scope) {
    return scope == __NV_THREAD_SCOPE_SYSTEM  ? AtomicScope::system
           : scope <= __NV_THREAD_SCOPE_BLOCK ? AtomicScope::block
                                              : AtomicScope::device;
}

// A parameter whose type is deduced from another parameter.
template <class T>
struct Given {
    using type = T;
};
template <class T>
struct Given<volatile T> {
    using type = T;
};
template <class T>
using GivenType = typename Given<T>::type;

template <class T>
struct AtomicOperands {
    T value, expected;
};

#define CUSIM_OPERATION(Name, expression)                 \
    struct Name {                                         \
        template <class T>                                \
        static T of(T seen, AtomicOperands<T> operands) { \
            const T value = operands.value;               \
            return T(expression);                         \
        }                                                 \
    };
CUSIM_OPERATION(AtomicAdd, seen + value)
CUSIM_OPERATION(AtomicSub, seen - value)
CUSIM_OPERATION(AtomicAnd, seen& value)
CUSIM_OPERATION(AtomicOr, seen | value)
CUSIM_OPERATION(AtomicXor, seen ^ value)
CUSIM_OPERATION(AtomicMin, value < seen ? value : seen)
CUSIM_OPERATION(AtomicMax, seen < value ? value : seen)
CUSIM_OPERATION(AtomicInc, seen >= value ? T(0) : T(seen + 1))
CUSIM_OPERATION(AtomicDec, seen == T(0) || value < seen ? value : T(seen - 1))
#undef CUSIM_OPERATION
struct AtomicExchange {
    template <class T>
    static T of(T, AtomicOperands<T> operands) {
        return operands.value;
    }
};
struct AtomicCompareExchange {
    template <class T>
    static T of(T seen, AtomicOperands<T> operands) {
        return to_bits(seen) == to_bits(operands.expected) ? operands.value : seen;
    }
};

// Applies `Operation` to the object, and returns the old value.
template <class Operation, class T>
[[gnu::always_inline]] inline GivenType<T> atomic_operation(T* address,
                                                            AtomicOperands<GivenType<T>> operands,
                                                            int order, AtomicScope scope) {
    using Value = GivenType<T>;
    const auto apply = [](Bits bits, const void* context) {
        const auto& with = *static_cast<const AtomicOperands<Value>*>(context);
        return to_bits(Operation::of(from_bits<Value>(bits), with));
    };
    return from_bits<Value>(
        atomic_update((void*)address, sizeof(T), apply, &operands, scope, order));
}

}  // namespace cusim::detail

#define CUSIM_ATOMIC   \
    template <class T> \
    [[gnu::always_inline]] inline
#define CUSIM_VALUE cusim::detail::GivenType<T>
#define CUSIM_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

CUSIM_ATOMIC CUSIM_VALUE __nv_atomic_load_n(T* address, int order, CUSIM_SCOPE) {
    using namespace cusim::detail;
    return from_bits<CUSIM_VALUE>(
        atomic_load((const void*)address, sizeof(T), scope_of(scope), order));
}
CUSIM_ATOMIC void __nv_atomic_load(T* address, CUSIM_VALUE* result, int order, CUSIM_SCOPE) {
    *result = __nv_atomic_load_n(address, order, scope);
}
CUSIM_ATOMIC void __nv_atomic_store_n(T* address, CUSIM_VALUE value, int order, CUSIM_SCOPE) {
    using namespace cusim::detail;
    atomic_store((void*)address, sizeof(T), to_bits(value), scope_of(scope), order);
}
CUSIM_ATOMIC void __nv_atomic_store(T* address, CUSIM_VALUE* value, int order, CUSIM_SCOPE) {
    __nv_atomic_store_n(address, *value, order, scope);
}
CUSIM_ATOMIC CUSIM_VALUE __nv_atomic_exchange_n(T* address, CUSIM_VALUE value, int order,
                                                CUSIM_SCOPE) {
    using namespace cusim::detail;
    return atomic_operation<AtomicExchange>(address, {value, {}}, order, scope_of(scope));
}
CUSIM_ATOMIC void __nv_atomic_exchange(T* address, CUSIM_VALUE* value, CUSIM_VALUE* result,
                                       int order, CUSIM_SCOPE) {
    *result = __nv_atomic_exchange_n(address, *value, order, scope);
}
// Never fails spuriously, although it may (`weak`).
CUSIM_ATOMIC bool __nv_atomic_compare_exchange_n(T* address, CUSIM_VALUE* expected,
                                                 CUSIM_VALUE desired, bool, int success, int,
                                                 CUSIM_SCOPE) {
    using namespace cusim::detail;
    const CUSIM_VALUE wanted = *expected;
    const CUSIM_VALUE seen = atomic_operation<AtomicCompareExchange>(address, {desired, wanted},
                                                                     success, scope_of(scope));
    *expected = seen;
    return to_bits(seen) == to_bits(wanted);
}
CUSIM_ATOMIC bool __nv_atomic_compare_exchange(T* address, CUSIM_VALUE* expected,
                                               CUSIM_VALUE* desired, bool weak, int success,
                                               int failure, CUSIM_SCOPE) {
    return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, success, failure,
                                          scope);
}

#define CUSIM_FETCH(name, Operation)                                                              \
    CUSIM_ATOMIC CUSIM_VALUE __nv_atomic_fetch_##name(T* address, CUSIM_VALUE value, int order,   \
                                                      CUSIM_SCOPE) {                              \
        using namespace cusim::detail;                                                            \
        return atomic_operation<Operation>(address, {value, {}}, order, scope_of(scope));         \
    }                                                                                             \
    CUSIM_ATOMIC void __nv_atomic_##name(T* address, CUSIM_VALUE value, int order, CUSIM_SCOPE) { \
        __nv_atomic_fetch_##name(address, value, order, scope);                                   \
    }
CUSIM_FETCH(add, AtomicAdd)
CUSIM_FETCH(sub, AtomicSub)
CUSIM_FETCH(and, AtomicAnd)
CUSIM_FETCH(or, AtomicOr)
CUSIM_FETCH(xor, AtomicXor)
CUSIM_FETCH(min, AtomicMin)
CUSIM_FETCH(max, AtomicMax)
#undef CUSIM_FETCH
#undef CUSIM_SCOPE
#undef CUSIM_VALUE
#undef CUSIM_ATOMIC

inline void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    cusim::detail::atomic_fence(cusim::detail::scope_of(scope), order);
}
