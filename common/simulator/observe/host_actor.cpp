#include "simulator/observe/host_actor.hpp"

#include <algorithm>

#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/outbox.hpp"
#include "simulator/observe/parties.hpp"
#include "simulator/observe/value_bits.hpp"
#include "simulator/observe/waiting_reads.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::observe {

using memory::Address;

bool host_watches_program = false;

void refresh_floor() {
    order_floor = streams().floor(intervals().next());
}

namespace {

BlockClock& nobody() {
    static BlockClock block;
    block.linear = no_block;
    return block;
}

// An operation of a stream, for as long as it is being checked.
class CopyActor {
  public:
    CopyActor(StreamId stream, const void* pc) {
        actor_.block = &nobody();
        actor_.interval = intervals().next();
        streams().begin(stream, {.first = actor_.interval, .copied_at = pc});
        intervals().begin(no_block, 0);
        refresh_floor();
    }
    ~CopyActor() {
        streams().end(intervals().next());
        refresh_floor();
    }
    CopyActor(const CopyActor&) = delete;
    CopyActor& operator=(const CopyActor&) = delete;

    void touches(Address a, std::size_t size, Op op) const {
        Place* const place = places().find(a);
        if (!place || place->freed) return;
        waiting_reads().bring_up_to_date(*place);
        const std::size_t inside = std::min(size, place->base + place->size - a);
        check_races(actor_, {a, inside, 1, op, memory::Kind::plain, nullptr}, *place);
    }

  private:
    Actor actor_;
};

// Must the shadow remember the copy, because something may meet it that is not ordered with it?
bool leaves_trace(Address to, Address from, Wait wait) {
    if (order_floor < streams().current().first) return true;  // something is under way already
    if (wait == Wait::yes) return false;
    return streams().several() || memory::host_visible_heap.contains(to) ||
           memory::host_visible_heap.contains(from);
}

}  // namespace

void note_copy(Address to, Address from, std::size_t size, StreamId stream, Wait wait,
               const void* pc) {
    bool traced = false;
    {
        const CopyActor copy{stream, pc};
        traced = leaves_trace(to, from, wait);
        if (traced && from) copy.touches(from, size, Op::read);
        if (traced && to) copy.touches(to, size, Op::write);
    }
    move_values(to, from, size, traced);
    site_cache.forget();
    if (wait == Wait::yes) streams().host_waits_stream(stream);
    refresh_floor();
    send_all();
}

namespace {

// Told at once: the host has no end of a kernel at which to send what waits.
void report_host_access(memory::Half earlier, Op earlier_op, const Place& place, Address a,
                        std::size_t size, Op op, const void* pc) {
    const Access access{a, size, 1, op, memory::Kind::plain, pc};
    report::Finding finding{.kind = report::Kind::unsynchronized_access,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    finding.other = earlier_party(earlier, earlier_op);
    describe(finding, place, access);
    report::emit(std::move(finding));
}

void check_host_word(Address a, std::size_t size, Op op, const void* pc, const Place& place) {
    const memory::Cell cell = memory::cell(a);
    const auto pending = [&](memory::Half half) {
        return half.interval() >= std::max(order_floor, place.birth) &&
               !streams().ordered(half.interval());
    };
    if (pending(cell.write))
        report_host_access(cell.write, Op::write, place, a, size, op, pc);
    else if (op != Op::read && pending(cell.read))
        report_host_access(cell.read, Op::read, place, a, size, op, pc);
}

void report_device_pointer(const Place& place, Address a, std::size_t size, Op op, const void* pc) {
    report::Finding finding{.kind = report::Kind::device_pointer,
                            .self = {.site = {.pc = pc}, .host = true, .op = report_op(op)}};
    describe(finding, place, {a, size, 1, op, memory::Kind::plain, pc});
    report::emit(std::move(finding));
}

}  // namespace

void check_host_access(Address a, std::size_t size, Op op, const void* pc) {
    Place* const place = places().find(a);
    if (!place) return;
    if (place->kind == MemoryKind::symbol || place->kind == MemoryKind::constant)
        return report_device_pointer(*place, a, size, op, pc);
    if (order_floor == intervals().next()) return;  // nothing is under way
    waiting_reads().bring_up_to_date(*place);
    for (Address word = a & ~Address{3}; word < a + size; word += 4)
        check_host_word(word, size, op, pc, *place);
}

}  // namespace cusim::observe
