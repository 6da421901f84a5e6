// The host's events: streams, allocations, copies. Those of a launch are in launch_events.cpp and
// order_events.cpp.
#include "simulator/observe/events.hpp"

#include "simulator/memory/shadow.hpp"
#include "simulator/observe/check.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/host_actor.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/places.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/streams.hpp"
#include "simulator/observe/value_bits.hpp"
#include "simulator/observe/waiting_reads.hpp"
#include "simulator/observe/warp_log.hpp"

namespace cusim::observe {

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

void host_waits_stream(StreamId stream) {
    streams().host_waits_stream(stream);
    refresh_floor();
}

void host_waits_device() {
    streams().host_waits_all();
    refresh_floor();
}

// ---- Memory ------------------------------------------------------------------------------------

void allocated(const void* base, std::size_t size, MemoryKind kind, const char* name) {
    memory::map_shadow();
    const Address a = address_of(base);
    // A kernel's own allocation is younger than the intervals of the threads that will use it, so
    // the shadow is cleared instead of dated.
    const bool by_kernel = current_actor != nullptr;
    settle_all_reads();
    waiting_reads().forget();
    if (by_kernel) memory::clear_shadow(a, size);
    places().add({.base = a,
                  .size = size,
                  .kind = kind,
                  .given = kind != MemoryKind::device,
                  .birth = by_kernel ? 0 : intervals().begin(no_block, 0),
                  .name = name});
    if (!by_kernel) refresh_floor();
    site_cache.forget();
    // The host writes pinned and managed memory by means that no hook sees.
    if (kind == MemoryKind::device)
        memory::take_back(a, size);
    else
        memory::give(a, size);
    if (memory::program.contains(a)) host_watches_program = true;
}

void freed(const void* base) {
    settle_all_reads();
    if (const Place* const place = places().find(address_of(base))) waiting_reads().forget(*place);
    places().free(address_of(base));
    site_cache.forget();
}

bool written_by_kernel(const void* base, std::size_t size) {
    return all_from_kernels(address_of(base), size);
}

void copies(const void* to, const void* from, std::size_t size, StreamId stream, Wait wait,
            const void* pc) {
    note_copy(address_of(to), address_of(from), size, stream, wait, pc);
}

void fills(const void* to, std::size_t size, StreamId stream, Wait wait, const void* pc) {
    note_copy(address_of(to), 0, size, stream, wait, pc);
}

void assume_contents(const void* base, std::size_t size) {
    memory::give(address_of(base), size);
}

void forget_contents(const void* base, std::size_t size) {
    forget_values(address_of(base), size);
    refresh_floor();
    site_cache.forget();
}

}  // namespace cusim::observe
