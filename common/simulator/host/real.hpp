// The C library's own functions, which the functions of this directory hide.
#pragma once

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace cusim::host::real {

// Finds the C library's function when first called; twice if two threads call at once. A guarded
// static variable would make the second thread wait by a futex, which is replaced here and may not
// be available then. Global variables cannot be used, since some functions are called before any
// initialiser has run.
#define CUSIM_REAL(name, symbol)                                \
    inline auto name() {                                        \
        static std::atomic<void*> known{nullptr};               \
        void* function = known.load(std::memory_order_relaxed); \
        if (!function) {                                        \
            function = dlsym(RTLD_NEXT, #symbol);               \
            known.store(function, std::memory_order_relaxed);   \
        }                                                       \
        return reinterpret_cast<decltype(&::symbol)>(function); \
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
