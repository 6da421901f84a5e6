// The whole truth about one access: bounds, alignment, initialisation, and races with the writer
// and the readers that the shadow remembers. The hooks' fast path (access.hpp) calls it for
// everything out of the ordinary; it may report, and after a fatal finding it does not return.
#pragma once

#include "simulator/race/events.hpp"
#include "simulator/race/shadow.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

struct Access {
    memory::Address address = 0;
    std::size_t size = 0;
    unsigned alignment = 1;  // that the hardware demands
    trace::Op op = trace::Op::read;
    Kind kind = Kind::plain;
    const void* pc = nullptr;
    std::uint16_t site = 0;
    bool recorded = true;  // for the counters
};

// By current_actor, in device code: checks the access and records it for the counters.
void check_thread_access(Access access);

// By `actor`, a read that waited in its log: all but its bounds, which were checked at once.
void check_deferred_read(const ThreadClock& actor, const Access& access);

// By an operation of a stream (a copy or fill), with `actor` in the thread's role.
void check_races(const ThreadClock& actor, const Access& access, const trace::MemoryObject& object);

// By host code, to memory that both sides see or to a variable of the device. (The device's heap is
// out of the host's reach; memory/ tells of the fault.)
void check_host_access(memory::Address a, std::size_t size, trace::Op op, const void* pc);

// Set once a __managed__ or __device__ variable is registered: static data is of interest too.
extern bool host_watches_program;

[[gnu::always_inline]] inline void host_access(memory::Address a, std::size_t size, trace::Op op,
                                               const void* pc) {
    using namespace memory;
    if (trace::host_consumer) [[unlikely]]
        trace::host_consumer(a, size);
    if (host_visible_heap.contains(a) || (program.contains(a) && host_watches_program)) [[unlikely]]
        check_host_access(a, size, op, pc);
}

}  // namespace cusim::race
