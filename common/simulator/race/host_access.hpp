// Accesses of the host's own code: what it may touch at all, and whether a kernel or a copy that is
// in progress touches the same.
#pragma once

#include <functional>
#include <vector>

#include "simulator/memory/runtime_data.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Checks an access of host code to memory that both sides see, or to a device variable. (The host
// cannot reach the device heap; api/calls/fault.hpp reports such a fault.)
void check_host_access(memory::Address a, std::size_t size, trace::Op op, const void* pc,
                       AccessKind kind = AccessKind::plain);

// While a suspended launch waits for the host: called before each volatile and atomic access of the
// host.
extern void (*host_looks)();

// True once host memory is registered or holds unwritten values copied from the device, and in an
// audit.
extern bool host_watches_any_memory;
// True once a __managed__ or __device__ variable is registered, so that static data must be checked
// too.
extern bool host_watches_program;

// Reports the line of a host access to the runtime's own data, and ends the program.
[[noreturn]] void refuse_host_access(std::size_t size, trace::Op op, const void* pc);
[[noreturn]] void refuse_host_access(trace::Op op, const void* pc, const char* cause);

// Refuses the runtime's own data. Of a fenced program it also refuses stores in the data of the C
// and C++ libraries: a stream's buffer there, or a pointer to a function, would have them work for
// it.
void check_host_place(memory::Address a, std::size_t size, trace::Op op, const void* pc);

// Two ranges of addresses in which check_host_place() has found nothing to refuse.
extern memory::Region free_for_host[2];

inline bool is_known_to_be_free(memory::Address a, std::size_t size) {
    const auto holds = [&](const memory::Region& region) {
        return region.contains(a) && region.contains(a + size - 1);
    };
    return holds(free_for_host[0]) || holds(free_for_host[1]);
}
void forget_free_for_host();

// Checks a place where the API is about to store for the host: the end of a copy, or a result. `pc`
// is null where it is not known.
inline void check_host_target(const void* to, std::size_t size, const void* pc = nullptr) {
    const auto a = reinterpret_cast<memory::Address>(to);
    if (size > 0 && memory::is_runtime_data(a, size))
        refuse_host_access(size, trace::Op::write, pc);
}

[[gnu::always_inline]] inline void host_access(memory::Address a, std::size_t size, trace::Op op,
                                               const void* pc,
                                               AccessKind kind = AccessKind::plain) {
    using namespace memory;
    if (!is_known_to_be_free(a, size)) [[unlikely]]
        check_host_place(a, size, op, pc);
    if (trace::host_consumer) [[unlikely]]
        trace::host_consumer(a, size);
    if (host_visible_heap.contains(a) || (program.contains(a) && host_watches_program) ||
        host_watches_any_memory) [[unlikely]]
        check_host_access(a, size, op, pc, kind);
}

// Checks a volatile or atomic access of the host, which may be to a flag.
inline void host_looks_at(memory::Address a, std::size_t size, trace::Op op, const void* pc,
                          AccessKind kind) {
    if (host_looks) [[unlikely]]
        host_looks();
    host_access(a, size, op, pc, kind);
}

// What the host touches by plain accesses in this function, which it calls.
std::vector<Touched> touched_by_host_in(const std::function<void()>& function);

// Whether a kernel stored any of these bytes, and nobody else since.
bool host_gets_results(std::uintptr_t a, std::size_t size);
void count_read_of_results();

}  // namespace cusim::race
