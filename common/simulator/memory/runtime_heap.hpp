// The runtime's own heap, apart from the program's: records, findings, counters and its tables lie
// where a program's code has no business (runtime_data.hpp). isolate.sh has the runtime's operator
// new and malloc lead here, and its operator delete and free, which see by the address whose memory
// it is. The program's delete is the runtime's, too: the C++ library may free what either gave it.
#pragma once

#include <cstdlib>
#include <new>

#include "simulator/memory/layout.hpp"

namespace cusim::memory {

// Behind the stacks of simulated threads.
constexpr Region runtime_heap{0x3100'0000'0000, 64 * GiB};
// The part that is mapped.
Region used_runtime_heap();

}  // namespace cusim::memory

extern "C" {
void __cusim_program_delete(void* pointer);
// These are the program's once isolate.sh has given them their names; unit tests have them not.
[[gnu::weak]] void* __cusim_program_malloc(std::size_t size);
[[gnu::weak]] void* __cusim_program_new(std::size_t size);
[[gnu::weak]] void __cusim_program_free(void* pointer);
}

namespace cusim::memory {

inline void* program_malloc(std::size_t size) {
    return __cusim_program_malloc ? __cusim_program_malloc(size) : std::malloc(size);
}
inline void* program_new(std::size_t size) {
    return __cusim_program_new ? __cusim_program_new(size) : ::operator new(size);
}
inline void program_free(void* pointer) {
    __cusim_program_free ? __cusim_program_free(pointer) : std::free(pointer);
}

}  // namespace cusim::memory
