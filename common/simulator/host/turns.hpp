// Host threads take turns: only one of them at a time runs code of the program, the runtime or the
// simulated device, until it must wait for another. The runtime and its reports are therefore those
// of a program with one thread. Which thread runs next depends on what the threads wait for, not on
// the machine. All ways of waiting use block() and wake(): locks.cpp, conditions.cpp, threads.cpp
// and sleep.cpp replace the C library's functions.
#pragma once

#include <pthread.h>

#include <ctime>

namespace cusim::host {

// Whether the program has ever had more than one thread.
extern bool several;

// A point in time, as for cond_timedwait; a nullptr to one means that the wait has no end.
struct Deadline {
    clockid_t clock;
    timespec time;
    bool has_passed() const;
};

// The running thread waits while others run, until one of them wakes `address`. Returns false if
// the deadline passes first.
bool block(const void* address, const Deadline* deadline = nullptr);
// Wakes up to `most` threads that wait for `address`, in the order in which they began to wait.
void wake(const void* address, unsigned most = ~0u);
// Lets other threads that can run go first.
void yield();
// The running thread has read a flag: every so often, others go first.
void looks_at_flag();
// Called by a thread that waits for a device that is idle: lets others run that may issue work.
// Returns false if none of them can run.
bool let_others_run();

// release() and acquire() of an address order what one thread did before what the other does next.
void release(const void* address);
void acquire(const void* address);

// ---- For threads.cpp
struct HostThread;
// Adds a thread that is about to begin, ordered after what the running one has done.
HostThread& add_thread();
// To be called by the new thread first and last.
void begin(HostThread& thread);
void end(HostThread& thread);
bool has_ended(const HostThread& thread);
// To be called when the thread is known to have ended: acquires what it did, and removes it.
void join(HostThread& thread);
// The thread will not be joined.
void detach(HostThread& thread);
HostThread& running();

}  // namespace cusim::host
