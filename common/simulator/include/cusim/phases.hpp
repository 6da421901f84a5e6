// What <cuda/barrier>, <cuda/pipeline> and the other ways to copy asynchronously stand on. The
// runtime performs the operations, tells the checker and the scheduler. A phase is a number; an
// operation knows the line it stands on.
#pragma once

#include "cusim/bits.hpp"
#include "cusim/scoped_atomics.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cusim::detail {

// On the eight bytes of a barrier object.
void phases_init(void* object, AtomicScope scope, long expected, CUSIM_HERE);
// The phase arrived at. Where `last` says so, phases_end() must follow.
Bits phases_arrive(void* object, AtomicScope scope, long count, bool drop, bool* last, CUSIM_HERE);
void phases_end(void* object, AtomicScope scope, CUSIM_HERE);
bool phases_ended(const void* object, AtomicScope scope, Bits phase, CUSIM_HERE);
void phases_wait(const void* object, AtomicScope scope, Bits phase, CUSIM_HERE);
// The same for the phase that goes on, if its number's last bit is `parity`, else the one before.
bool phases_ended_parity(const void* object, AtomicScope scope, bool parity, CUSIM_HERE);
void phases_wait_parity(const void* object, AtomicScope scope, bool parity, CUSIM_HERE);

// Which part of a copy is the running thread's, in elements as wide as `alignment` says, at most 16
// bytes; where that is 0, as the addresses allow.
struct CopyShare {
    unsigned int rank, threads;
    std::size_t alignment;
};

// The thread's share belongs to the phase of the barrier that goes on, or to its own next commit.
void copy_for_phase(void* to, const void* from, std::size_t size, CopyShare share, void* object,
                    AtomicScope scope, CUSIM_HERE);
void copy_for_commit(void* to, const void* from, std::size_t size, CopyShare share, CUSIM_HERE);
// Zeros behind what is copied.
void zeros_for_commit(void* to, std::size_t size);
void commit_copies();
// Waits for all commits but the `prior` latest ones.
void wait_for_commits(std::size_t prior);
// How many commits the thread has not waited for.
std::size_t commits_begun();

}  // namespace cusim::detail
#undef CUSIM_HERE
