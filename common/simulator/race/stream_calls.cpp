#include "simulator/race/stream_calls.hpp"

#include <algorithm>
#include <utility>

#include "simulator/memory/registered.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/findings/copied_to_host.hpp"
#include "simulator/race/findings/garbage.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/race_finding.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/handed_over.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shadow_check.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// Represents a copy, a fill, a deallocation or a library call (which has a name) while it is
// checked.
class CallInStream {
  public:
    CallInStream(StreamId stream, Call call, const void* pc, const char* name = nullptr) {
        const Epoch epoch = epochs().next();
        streams().begin(stream, {.first = epoch, .name = name, .call = call, .called_at = pc});
        epochs().begin(no_block, 0);
        refresh_floor();
        now_ = {.epoch = epoch, .floor = order_floor};
    }
    ~CallInStream() {
        streams().end(epochs().next());
        refresh_floor();
    }
    CallInStream(const CallInStream&) = delete;
    CallInStream& operator=(const CallInStream&) = delete;

    void touches(Address a, std::size_t size, trace::Op op) const {
        trace::MemoryObject* const object = trace::memory_objects().find(a);
        if (!object || object->freed) return;
        deferred_reads().bring_up_to_date(*object);
        const std::size_t inside = std::min(size, object->base + object->size - a);
        check_is_allocated(now_, {a, inside, 1, op, AccessKind::plain, nullptr}, *object);
        check_races(now_, {a, inside, 1, op, AccessKind::plain, nullptr}, *object);
    }

  private:
    Point now_;
};

// Whether the shadow must record the copy, because an operation not ordered with it may access the
// same bytes.
bool leaves_trace(Address to, Address from, Wait wait) {
    if (order_floor < streams().current().first) return true;  // another operation is in progress
    if (streams().several_hosts()) return true;
    if (wait == Wait::yes) return false;
    const auto host_may_touch = [](Address a) {
        return memory::host_visible_heap.contains(a) || memory::registered_shadow.contains(a);
    };
    return streams().several() || host_may_touch(to) || host_may_touch(from);
}

// The host's own memory is no memory object.
void note_copy_from_host(Address to, Address from, std::size_t size) {
    trace::MemoryObject* const target = to && from ? trace::memory_objects().find(to) : nullptr;
    if (target && !trace::memory_objects().find(from)) host_stores(*target, size);
}

}  // namespace

void note_copy(Address to, Address from, std::size_t size, StreamId stream, Wait wait,
               const void* pc) {
    bool traced = false;
    {
        const CallInStream copy{stream, Call::copy, pc};
        traced = leaves_trace(to, from, wait);
        if (traced && from) copy.touches(from, size, trace::Op::read);
        if (traced && to) copy.touches(to, size, trace::Op::write);
    }
    move_values(to, from, size, traced);
    note_copy_from_host(to, from, size);
    garbage_copies().moves(to, from, size);
    if (from) note_copy_to_host(to, from, size, pc);
    if (garbage_copies().lie_on_host()) host_watches_any_memory = true;
    site_cache.forget();
    if (wait == Wait::yes) streams().host_waits_stream(stream);
    refresh_floor();
    report_findings();
}

void allocated_in_stream(const void* base, StreamId stream, const void* pc) {
    trace::MemoryObject* const object =
        trace::memory_objects().find(reinterpret_cast<Address>(base));
    if (!object) return;
    object->allocated_at = epochs().next();
    const CallInStream call{stream, Call::allocation, pc};
}

void frees_in_stream(const void* base, StreamId stream, const void* pc) {
    const auto a = reinterpret_cast<Address>(base);
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    {
        const CallInStream call{stream, Call::free, pc};
        const bool alone = order_floor == streams().current().first;
        if (!alone) call.touches(a, object->size, trace::Op::write);
    }
    report_findings();
}

namespace {

void report_unwritten(const char* name, const Touched& read, const void* pc) {
    const auto a = reinterpret_cast<Address>(read.base);
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return;
    report::Finding finding{.kind = report::FindingKind::uninitialized_read};
    finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::copy, .kernel = name};
    describe(finding, *object, {.address = a, .size = read.size});
    report::emit(std::move(finding));
    give(a, read.size);  // report it only once
}

}  // namespace

void note_library_call(const char* name, std::span<const Touched> touched, StreamId stream,
                       const void* pc) {
    for (const Touched& part : touched) {
        const auto a = reinterpret_cast<Address>(part.base);
        if (part.op == trace::Op::read && !all_have_values(a, part.size))
            report_unwritten(name, part, pc);
    }
    {
        const CallInStream call{stream, Call::copy, pc, name};
        for (const Touched& part : touched)
            call.touches(reinterpret_cast<Address>(part.base), part.size, part.op);
    }
    for (const Touched& part : touched)
        if (part.op == trace::Op::write)
            move_values(reinterpret_cast<Address>(part.base), 0, part.size, true);
    site_cache.forget();
    refresh_floor();
    report_findings();
}

void note_host_function(std::span<const Touched> touched, StreamId stream, const void* pc) {
    {
        const CallInStream call{stream, Call::host_function, pc};
        for (const Touched& part : touched)
            call.touches(reinterpret_cast<Address>(part.base), part.size, part.op);
    }
    site_cache.forget();
    refresh_floor();
    report_findings();
}

}  // namespace cusim::race
