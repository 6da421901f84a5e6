// Decides whether a running thread makes progress: what ends its time slice, when others run first,
// and when a loop is reported as endless.
#pragma once

#include <cstdint>

namespace cusim::exec {

// To be called before a volatile access: the thread may be polling, so others may have to run
// first.
void switch_point(const void* address, std::uint32_t size, bool write, const void* pc);

// To be called before an atomic operation that may change a value. Where the thread has read by a
// volatile access before, or by an asynchronous copy, what it stores may depend on that: it counts
// as a read by an atomic, which has its place here, since the hook of a volatile access comes
// before its load, and a thread that has begun a copy may do other things before it uses what was
// read.
void before_atomic_change();

// To be called after an atomic operation on `address`, which held `before`. `changed`: whether the
// operation changed it.
void after_atomic(const void* address, std::uint64_t before, bool changed, const void* pc);

// To be called when the running thread has got a value by an atomic load, or by another atomic
// whose result it uses. Other threads may run before it returns: see Order::gives_way_after_reads.
void after_atomic_read();
// How often that was called in kernels so far.
std::uint64_t atomic_reads();

// While one lives, the running thread is not interrupted. Used for an atomic whose operation is
// code of the program (a cast, or its own operator+). No effect in host code.
class Undivided {
  public:
    Undivided();
    ~Undivided();
    Undivided(const Undivided&) = delete;
    Undivided& operator=(const Undivided&) = delete;
};

}  // namespace cusim::exec
