// The C library's own functions, where ours stand before them.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace cusim::host::real {

// Each looks its function up once, or twice where two threads ask at once: a guarded variable would
// make the second wait by a futex, that is by syscall() and for its turn, and it may not have one.
// Not a global variable: some are called before any initialiser has run.
#define CUSIM_REAL(name, symbol)                                              \
    inline auto name() {                                                      \
        using Function = decltype(&::symbol);                                 \
        static std::atomic<Function> known{nullptr};                          \
        Function function = known.load(std::memory_order_relaxed);            \
        if (!function) {                                                      \
            function = reinterpret_cast<Function>(dlsym(RTLD_NEXT, #symbol)); \
            known.store(function, std::memory_order_relaxed);                 \
        }                                                                     \
        return function;                                                      \
    }

CUSIM_REAL(create, pthread_create)
CUSIM_REAL(join, pthread_join)
CUSIM_REAL(detach, pthread_detach)
CUSIM_REAL(lock, pthread_mutex_lock)
CUSIM_REAL(try_lock, pthread_mutex_trylock)
CUSIM_REAL(unlock, pthread_mutex_unlock)
CUSIM_REAL(try_read_lock, pthread_rwlock_tryrdlock)
CUSIM_REAL(try_write_lock, pthread_rwlock_trywrlock)
CUSIM_REAL(unlock_rw, pthread_rwlock_unlock)
CUSIM_REAL(try_spin_lock, pthread_spin_trylock)
CUSIM_REAL(spin_unlock, pthread_spin_unlock)
CUSIM_REAL(try_wait, sem_trywait)
CUSIM_REAL(post, sem_post)
CUSIM_REAL(nanosleep, nanosleep)
CUSIM_REAL(clock_nanosleep, clock_nanosleep)
CUSIM_REAL(sched_yield, sched_yield)
CUSIM_REAL(system_call, syscall)

#undef CUSIM_REAL

}  // namespace cusim::host::real
