// Host threads that wait until another one signals: condition variables, semaphores, barriers, and
// the futexes under std::atomic's wait(), futures, latches and static variables. A waiting thread
// is registered before another one runs, so no signal is lost in between.
#include <linux/futex.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <map>

#include "simulator/host/real.hpp"
#include "simulator/host/turns.hpp"

using namespace cusim::host;

namespace {

int wait_for(pthread_cond_t* condition, pthread_mutex_t* mutex, const Deadline* deadline) {
    running();  // the first thread may wait before it creates another
    pthread_mutex_unlock(mutex);
    const bool in_time = cusim::host::block(condition, deadline);
    pthread_mutex_lock(mutex);
    return in_time ? 0 : ETIMEDOUT;
}

int wait_for(sem_t* semaphore, const Deadline* deadline) {
    while (real::try_wait()(semaphore) != 0) {
        if (errno != EAGAIN) return -1;
        if (!cusim::host::block(semaphore, deadline)) {
            errno = ETIMEDOUT;
            return -1;
        }
    }
    cusim::host::acquire(semaphore);
    return 0;
}

struct Barrier {
    unsigned count = 0, arrived = 0;
};

std::map<const pthread_barrier_t*, Barrier>& barriers() {
    static auto& known = *new std::map<const pthread_barrier_t*, Barrier>;
    return known;
}

// The time of FUTEX_WAIT is a duration; that of FUTEX_WAIT_BITSET is a point in time.
long wait_on_word(const std::uint32_t* word, int operation, std::uint32_t value,
                  const timespec* time) {
    if (std::atomic_ref(*const_cast<std::uint32_t*>(word)).load() != value) {
        looks_at_flag();
        errno = EAGAIN;
        return -1;
    }
    Deadline deadline{operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, {}};
    if (time) {
        deadline.time = *time;
        if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) {
            timespec now;
            clock_gettime(deadline.clock, &now);
            deadline.time.tv_sec += now.tv_sec + (now.tv_nsec + time->tv_nsec) / 1'000'000'000;
            deadline.time.tv_nsec = (now.tv_nsec + time->tv_nsec) % 1'000'000'000;
        }
    }
    if (cusim::host::block(word, time ? &deadline : nullptr)) return 0;
    errno = ETIMEDOUT;
    return -1;
}

}  // namespace

extern "C" {

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    return wait_for(condition, mutex, nullptr);
}
// The clock of the condition is not known. A deadline for another clock is long past or far in the
// future.
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* time) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    constexpr time_t years = 10L * 365 * 24 * 3600;
    const bool monotonic = time->tv_sec < now.tv_sec + years;
    const Deadline deadline{monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME, *time};
    return wait_for(condition, mutex, &deadline);
}
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* time) {
    const Deadline deadline{clock, *time};
    return wait_for(condition, mutex, &deadline);
}
int pthread_cond_signal(pthread_cond_t* condition) {
    if (several) cusim::host::wake(condition, 1);
    return 0;
}
int pthread_cond_broadcast(pthread_cond_t* condition) {
    if (several) cusim::host::wake(condition);
    return 0;
}

int sem_wait(sem_t* semaphore) {
    return wait_for(semaphore, nullptr);
}
int sem_timedwait(sem_t* semaphore, const timespec* time) {
    const Deadline deadline{CLOCK_REALTIME, *time};
    return wait_for(semaphore, &deadline);
}
int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
    const Deadline deadline{clock, *time};
    return wait_for(semaphore, &deadline);
}
int sem_trywait(sem_t* semaphore) {
    const int result = real::try_wait()(semaphore);
    if (result == 0)
        cusim::host::acquire(semaphore);
    else
        looks_at_flag();
    return result;
}
int sem_post(sem_t* semaphore) {
    cusim::host::release(semaphore);
    const int result = real::post()(semaphore);
    if (several) cusim::host::wake(semaphore, 1);
    return result;
}

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t*, unsigned count) {
    if (count == 0) return EINVAL;
    barriers()[barrier] = {count, 0};
    return 0;
}
int pthread_barrier_destroy(pthread_barrier_t* barrier) {
    return barriers().erase(barrier) > 0 ? 0 : EINVAL;
}
int pthread_barrier_wait(pthread_barrier_t* barrier) {
    Barrier& mine = barriers()[barrier];
    cusim::host::release(barrier);
    const bool last = ++mine.arrived >= mine.count;
    if (last) {
        mine.arrived = 0;
        cusim::host::wake(barrier);
    } else {
        cusim::host::block(barrier);
    }
    cusim::host::acquire(barrier);
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long arguments[6];
    for (long& argument : arguments) argument = va_arg(list, long);
    va_end(list);
    const auto& [a, b, c, d, e, f] = arguments;
    if (number == SYS_futex && several) {
        const int operation = int(b) & FUTEX_CMD_MASK;
        const auto* const word = reinterpret_cast<const std::uint32_t*>(a);
        if (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET)
            return wait_on_word(word, int(b), std::uint32_t(c),
                                reinterpret_cast<const timespec*>(d));
        if (operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET) {
            cusim::host::wake(word, unsigned(c));
            return 0;
        }
    }
    return real::system_call()(number, a, b, c, d, e, f);
}
}
