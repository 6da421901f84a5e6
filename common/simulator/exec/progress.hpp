// Whether a thread that runs gets anywhere: what ends its time slice, what lets others go first,
// and when a loop is reported as endless.
#pragma once

#include <cstdint>

namespace cusim::exec {

// Before a volatile access: the thread may be polling, so others may have to run first.
void switch_point(const void* address, std::uint32_t size, bool write, const void* pc);

// After an atomic operation on `address`, which found `before` there and changed it or did not.
void after_atomic(const void* address, std::uint64_t before, bool changed, const void* pc);

// While one lives, the running thread keeps its turn: an atomic whose operation is code of the
// program (a cast, an operator+ of its own) is not divided by it. Without effect in host code.
class Undivided {
  public:
    Undivided();
    ~Undivided();
    Undivided(const Undivided&) = delete;
    Undivided& operator=(const Undivided&) = delete;
};

}  // namespace cusim::exec
