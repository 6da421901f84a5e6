// Mutexes, reader-writer locks, spin locks. Each remains one of the C library: a thread that finds
// it taken waits for its release and tries again.
#include <cerrno>

#include "simulator/host/real.hpp"
#include "simulator/host/turns.hpp"

using namespace cusim::host;

namespace {

// `attempt` takes the lock, or returns EBUSY.
template <class Attempt>
int take(const void* lock, const Deadline* deadline, Attempt attempt) {
    int error;
    while ((error = attempt()) == EBUSY)
        if (!cusim::host::block(lock, deadline)) return ETIMEDOUT;
    if (error == 0) cusim::host::acquire(lock);
    return error;
}

template <class Release>
int give(const void* lock, Release function) {
    cusim::host::release(lock);
    const int error = function();
    if (error == 0 && several) cusim::host::wake(lock);
    return error;
}

int take_mutex(pthread_mutex_t* mutex, const Deadline* deadline) {
    return take(mutex, deadline, [mutex] { return real::try_lock()(mutex); });
}
int take_to_read(pthread_rwlock_t* lock, const Deadline* deadline) {
    return take(lock, deadline, [lock] { return real::try_read_lock()(lock); });
}
int take_to_write(pthread_rwlock_t* lock, const Deadline* deadline) {
    return take(lock, deadline, [lock] { return real::try_write_lock()(lock); });
}

Deadline at(clockid_t clock, const timespec* time) {
    return {clock, *time};
}

}  // namespace

extern "C" {

// With a single thread, the C library's behaviour is kept: an error, or a wait for ever.
int pthread_mutex_lock(pthread_mutex_t* mutex) {
    return several ? take_mutex(mutex, nullptr) : real::lock()(mutex);
}
int pthread_mutex_trylock(pthread_mutex_t* mutex) {
    const int error = real::try_lock()(mutex);
    if (error == 0) cusim::host::acquire(mutex);
    if (error == EBUSY) looks_at_flag();
    return error;
}
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
    const Deadline deadline = at(CLOCK_REALTIME, time);
    return take_mutex(mutex, &deadline);
}
int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
    const Deadline deadline = at(clock, time);
    return take_mutex(mutex, &deadline);
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
    return give(mutex, [mutex] { return real::unlock()(mutex); });
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
    return take_to_read(lock, nullptr);
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
    const Deadline deadline = at(CLOCK_REALTIME, time);
    return take_to_read(lock, &deadline);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
    const Deadline deadline = at(clock, time);
    return take_to_read(lock, &deadline);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
    return take_to_write(lock, nullptr);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
    const Deadline deadline = at(CLOCK_REALTIME, time);
    return take_to_write(lock, &deadline);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
    const Deadline deadline = at(clock, time);
    return take_to_write(lock, &deadline);
}
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
    return give(lock, [lock] { return real::unlock_rw()(lock); });
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
    const void* const address = const_cast<const int*>(lock);
    return take(address, nullptr, [lock] { return real::try_spin_lock()(lock); });
}
int pthread_spin_unlock(pthread_spinlock_t* lock) {
    const void* const address = const_cast<const int*>(lock);
    return give(address, [lock] { return real::spin_unlock()(lock); });
}
}
