// The host's threads take turns: one of them at a time runs code of the program, of the runtime and
// of the simulated device, until it has to wait for another. So the runtime, and what it reports,
// are those of a program with one thread; and which thread is next depends on what they wait for,
// not on the machine. What threads wait for each other with comes to block() and wake(): locks.cpp,
// conditions.cpp, threads.cpp and sleep.cpp put their functions before the C library's own.
#pragma once

#include <pthread.h>

#include <ctime>

namespace cusim::host {

// Has the program ever had more than one thread?
extern bool several;

// As cond_timedwait and its like take it; nullptr where there is no end to the wait.
struct Deadline {
    clockid_t clock;
    timespec time;
    bool has_passed() const;
};

// Others run until one of them wakes `address`. False where the deadline passes before.
bool block(const void* address, const Deadline* deadline = nullptr);
// As many of those who wait for it as `most`, who came first first.
void wake(const void* address, unsigned most = ~0u);
// Others that can run go first.
void yield();
// The running thread has looked at a flag: now and then others go first.
void looks_at_flag();
// By one that waits for the device, which does nothing: lets others run that may give it something
// to do. False where none of them can.
bool let_others_run();

// What was done before a release of an address is known to who acquires it.
void release(const void* address);
void acquire(const void* address);

// ---- For threads.cpp
struct HostThread;
// A thread that is about to begin, knowing what the running one does.
HostThread& add_thread();
// By the new thread, as its first and last act.
void begin(HostThread& thread);
void end(HostThread& thread);
bool has_ended(const HostThread& thread);
// By whoever knows that it has: learns what it did, and forgets it.
void join(HostThread& thread);
// Nobody will join it.
void detach(HostThread& thread);
HostThread& running();

}  // namespace cusim::host
