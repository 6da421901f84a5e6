// Events of the host: streams, allocations, copies. Those of launches are in launch_events.cpp and
// order_events.cpp, atomics in atomic_events.cpp.
#include <utility>
#include <vector>

#include "simulator/memory/registered.hpp"
#include "simulator/race/closed_results.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shadow_check.hpp"
#include "simulator/race/stream_calls.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

using memory::Address;

namespace {
Address address_of(const void* p) {
    return reinterpret_cast<Address>(p);
}
}  // namespace

// ---- Streams -----------------------------------------------------------------------------------

void stream_created(StreamId stream, bool blocking) {
    streams().create(stream, blocking);
}
void stream_destroyed(StreamId stream) {
    streams().destroy(stream);
}
void event_recorded(EventId event, StreamId stream) {
    streams().record(event, stream);
}
void stream_waits(StreamId stream, EventId event) {
    streams().wait(stream, event);
}

void host_waits_event(EventId event) {
    streams().host_waits_event(event);
    refresh_floor();
}

bool host_finds_event_reached(EventId event) {
    return streams().host_finds_ended(event);
}

bool host_finds_stream_ended(StreamId stream) {
    return streams().host_finds_stream_ended(stream);
}

void host_waits_stream(StreamId stream) {
    streams().host_waits_stream(stream);
    refresh_floor();
}

void host_function(StreamId stream, const std::function<void()>& function, const void* pc) {
    StreamClock before = streams().host_enters(stream);
    refresh_floor();
    const std::vector<Touched> touched = touched_by_host_in(function);
    streams().host_leaves(std::move(before));
    note_host_function(touched, stream, pc);
}

void host_waits_device() {
    streams().host_waits_all();
    refresh_floor();
}

// ---- Threads of the host -----------------------------------------------------------------------

HostId host_begins() {
    return streams().add_host();
}
void host_ends(HostId host) {
    streams().remove_host(host);
}
void switch_host(HostId host) {
    streams().switch_host(host);
    refresh_floor();
}
void host_releases(std::uintptr_t address) {
    streams().host_releases(address);
}
void host_acquires(std::uintptr_t address) {
    streams().host_acquires(address);
    refresh_floor();
}

// ---- Memory ------------------------------------------------------------------------------------

void allocated(const void* base, std::size_t size, memory::MemoryKind kind, const char* name,
               const detail::Shape* shape) {
    map_shadow();
    const Address a = address_of(base);
    choose_pages(a, size, true);
    // Memory that a kernel allocates is newer than the epochs of the threads that will use it. Its
    // shadow must therefore be cleared; for other memory the epoch of birth suffices.
    const bool by_kernel = running_thread != nullptr;
    trace::drain_all_reads();
    deferred_reads().forget();
    if (by_kernel) clear_shadow(a, size);
    trace::memory_objects().add({.base = a,
                                 .size = size,
                                 .kind = kind,
                                 .name = name,
                                 .shape = shape,
                                 .birth = by_kernel ? 0 : epochs().begin(no_block, 0),
                                 .given = kind != memory::MemoryKind::device,
                                 .host_bytes = memory::registered_shadow.contains(a) ? size : 0});
    if (!by_kernel) refresh_floor();
    site_cache.forget();
    // The host writes pinned and managed memory in ways that no hook sees.
    if (kind == memory::MemoryKind::device)
        take_back(a, size);
    else
        give(a, size);
    if (kind == memory::MemoryKind::managed || kind == memory::MemoryKind::pinned)
        close_results_for_library();
    if (memory::program.contains(a)) host_watches_program = true;
    if (memory::registered_shadow.contains(a)) host_watches_any_memory = true;
}

namespace {

// For memory that the running thread frees: what others have done there must be ordered before.
void check_nobody_uses(trace::MemoryObject& object, const void* pc) {
    deferred_reads().bring_up_to_date(object);
    check_races(Point::of(*running_thread),
                {.address = object.base,
                 .size = object.size,
                 .op = trace::Op::write,
                 .pc = pc,
                 .site = trace::intern(pc, trace::Op::write, 0),
                 .frees = true},
                object);
}

}  // namespace

void freed(const void* base, const void* pc) {
    report::Party by{.site = {.pc = pc}, .host = true};
    if (running_thread) {
        by = running_party(Point::of(*running_thread), {.pc = pc});
        by.kernel = streams().current().name;
    }
    by.op = report::Op::free;
    trace::drain_all_reads();
    if (trace::MemoryObject* const object = trace::memory_objects().find(address_of(base))) {
        if (running_thread) check_nobody_uses(*object, pc);
        deferred_reads().forget(*object);
        choose_pages(object->base, object->size, false);
        garbage_copies().forget(object->base, object->size);
    }
    trace::memory_objects().free(address_of(base), std::move(by));
    site_cache.forget();
}

bool written_by_kernel(const void* base, std::size_t size) {
    return all_from_kernels(address_of(base), size);
}

bool touched_by_kernel(const void* base, std::size_t size) {
    return any_from_kernels(address_of(base), size);
}

bool is_stored_by_host(const void* base, std::size_t size) {
    return has_no_writer(memory::shadow_place(address_of(base)), size);
}

void copies(const void* to, const void* from, std::size_t size, StreamId stream, Wait wait,
            const void* pc) {
    note_copy(memory::shadow_place(address_of(to)), memory::shadow_place(address_of(from)), size,
              stream, wait, pc);
}

void fills(const void* to, std::size_t size, StreamId stream, Wait wait, const void* pc) {
    note_copy(memory::shadow_place(address_of(to)), 0, size, stream, wait, pc);
}

void library_call(const char* name, std::span<const Touched> touched, StreamId stream,
                  const void* pc) {
    note_library_call(name, touched, stream, pc);
}

void assume_contents(const void* base, std::size_t size) {
    give(address_of(base), size);
}

void forget_contents(const void* base, std::size_t size) {
    forget_values(address_of(base), size);
    garbage_copies().forget(address_of(base), size);
    refresh_floor();
    site_cache.forget();
}

}  // namespace cusim::race
