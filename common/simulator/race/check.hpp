// The whole truth about one access: bounds and alignment, then the shadow (shadow_check.hpp). The
// hooks' fast path (quick_check.hpp) calls it for everything out of the ordinary; it may report,
// and after a fatal finding it does not return.
#pragma once

#include "simulator/memory/runtime_data.hpp"
#include "simulator/race/access.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/fatal.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// By running_thread, in device code: checks the access and records it for the counters.
void check_thread_access(Access access);
// The same for what an asynchronous copy that it began does, at a point of its own.
void check_copy_access(Access access, const Point& copier);

// Where the frame of the function that this is used in begins: what its callers use of the stack
// lies above.
#define CUSIM_STACK_IN_USE() reinterpret_cast<::cusim::memory::Address>(__builtin_dwarf_cfa())

// By running_thread, to its own stack, of which nothing is alive below `in_use`.
inline void own_stack(const Access& access, memory::Address in_use) {
    if (access.address < in_use) [[unlikely]]
        report_dead_variable(access);
}

// By host code, to memory that both sides see or to a variable of the device. (The device's heap is
// out of the host's reach; api/fault.hpp reports the fault.)
void check_host_access(memory::Address a, std::size_t size, trace::Op op, const void* pc,
                       Kind kind = Kind::plain);

// Where something waits for the host: before each of its volatile and atomic accesses.
extern void (*host_looks)();

// Set once host memory is registered or holds garbage of the device's, and in an audit.
extern bool host_watches_any_memory;
// Set once a __managed__ or __device__ variable is registered: static data is of interest too.
extern bool host_watches_program;

// A store of the host's to the runtime's own variables: ends the program, with the line.
[[noreturn]] void refuse_host_store(memory::Address a, std::size_t size, const void* pc);

// What the API is about to store for the host: a copy, or a result. `pc` where it is known.
inline void check_host_target(const void* to, std::size_t size, const void* pc = nullptr) {
    const auto a = reinterpret_cast<memory::Address>(to);
    if (size > 0 && memory::is_runtime_data(a, size)) refuse_host_store(a, size, pc);
}

[[gnu::always_inline]] inline void host_access(memory::Address a, std::size_t size, trace::Op op,
                                               const void* pc, Kind kind = Kind::plain) {
    using namespace memory;
    if (op != trace::Op::read && is_runtime_data(a, size)) [[unlikely]]
        refuse_host_store(a, size, pc);
    if (trace::host_consumer) [[unlikely]]
        trace::host_consumer(a, size);
    if (host_visible_heap.contains(a) || (program.contains(a) && host_watches_program) ||
        host_watches_any_memory) [[unlikely]]
        check_host_access(a, size, op, pc, kind);
}

// A volatile or atomic access of the host, which may be to a flag.
inline void host_looks_at(memory::Address a, std::size_t size, trace::Op op, const void* pc,
                          Kind kind) {
    if (host_looks) [[unlikely]]
        host_looks();
    host_access(a, size, op, pc, kind);
}

}  // namespace cusim::race
