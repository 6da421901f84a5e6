// The runtime functions behind <cuda/barrier>, <cuda/pipeline> and the other asynchronous copies.
// The runtime executes the operations and informs the checker and the scheduler. A phase is a
// number. An operation is passed the line of its call.
#pragma once

#include "cusim/bits.hpp"
#include "cusim/scoped_atomics.hpp"

#define CUSIM_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cusim::detail {

// These operate on the eight bytes of a barrier object.
void phases_init(void* object, AtomicScope scope, long expected, CUSIM_HERE);
// Returns the phase of the arrival. If `*last` is true, phases_end() must be called next.
Bits phases_arrive(void* object, AtomicScope scope, long count, bool drop, bool* last, CUSIM_HERE);
void phases_end(void* object, AtomicScope scope, CUSIM_HERE);
bool phases_ended(const void* object, AtomicScope scope, Bits phase, CUSIM_HERE);
void phases_wait(const void* object, AtomicScope scope, Bits phase, CUSIM_HERE);
// The same for the current phase if the last bit of its number is `parity`, otherwise for the
// previous one.
bool phases_ended_parity(const void* object, AtomicScope scope, bool parity, CUSIM_HERE);
void phases_wait_parity(const void* object, AtomicScope scope, bool parity, CUSIM_HERE);

// The running thread's share of a copy, in elements of `alignment` bytes, at most 16; if that is 0,
// as wide as the addresses allow.
struct CopyShare {
    unsigned int rank, threads;
    std::size_t alignment;
};

// Copies the thread's share, to be completed by the current phase of the barrier, or by the
// thread's next commit.
void copy_for_phase(void* to, const void* from, std::size_t size, CopyShare share, void* object,
                    AtomicScope scope, CUSIM_HERE);
void copy_for_commit(void* to, const void* from, std::size_t size, CopyShare share, CUSIM_HERE);
// Fills with zeros what follows a copy.
void zeros_for_commit(void* to, std::size_t size);
void commit_copies();
// Waits for all commits except the latest `prior`.
void wait_for_commits(std::size_t prior);
// The number of commits for which the thread has not waited.
std::size_t commits_begun();

}  // namespace cusim::detail
#undef CUSIM_HERE
