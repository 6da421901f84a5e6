#include "simulator/race/texture_access.hpp"

#include <optional>

#include "simulator/race/check.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/pending_findings.hpp"
#include "simulator/race/findings/racing_pairs.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

namespace {

trace::Epoch waited_before = 0;  // the epoch of the latest cudaFree

bool written_by_this_launch(PastAccess write) {
    return write.epoch() != 0 && write.epoch() >= streams().current().first &&
           block_of(write) != no_block;
}

// Of the words that the access reads: the latest write of the first one that this launch has
// written. Other writes are reported as races already.
std::optional<PastAccess> write_of_this_launch(const ThreadClock& me, const Access& access) {
    for (memory::Address word = access.address & ~memory::Address{3};
         word < access.address + access.size; word += 4) {
        const PastAccess write = last_write(word);
        if (written_by_this_launch(write) && ordered(Point::of(me), write)) return write;
    }
    return std::nullopt;
}

// Reported even if a barrier lies between: the texture cache may have been filled before, and is
// not updated within a launch.
void check_same_launch(const ThreadClock& me, Access access, report::Variant variant) {
    const auto stale = write_of_this_launch(me, access);
    if (!stale) return;
    const PastAccess write = *stale;
    trace::MemoryObject shared;
    trace::MemoryObject* const object = trace::find_object(*me.block, access.address, shared);
    if (!object) return;
    access.site = trace::intern(access.pc, trace::Op::read, unsigned(access.size));
    const FindingKey key{
        report::FindingKind::race, report::Severity::error, access.site,      write.site(),
        identity_of(*object),      report::Op::read,        report::Op::write};
    // The load of __ldg() is checked by its own hook as well, at another site, and must not be
    // reported twice.
    if (variant == report::Variant::stale_texture)
        note_pair(key, Point::of(me), access, *object,
                  {write, AccessKind::plain, trace::Op::write});
    if (counted(key)) return;
    report::Finding finding{.kind = report::FindingKind::race,
                            .self = running_party(Point::of(me), access)};
    finding.other = earlier_party(write, trace::Op::write);
    finding.variant = variant;
    describe(finding, *object, access);
    put(key, std::move(finding));
}

// Logs a mark with the fetch's site, then one mark with the address of each element.
void record(const TextureAccess& fetch) {
    const trace::SiteId site = trace::intern(fetch.pc, trace::Op::read, fetch.bytes);
    if (site != 0) trace::site_info(site).samples = fetch.how == TextureAccess::sample;
    trace::append(trace::mark_record(trace::Mark::texture, site));
    for (const memory::Address element : fetch.elements)
        trace::append(trace::mark_record(trace::Mark::texel, element));
}

}  // namespace

void note_waiting_free() {
    waited_before = epochs().next();
    streams().host_may_wait_all();
}

void note_reader(std::vector<trace::Epoch>& launches) {
    const trace::Epoch running = streams().current().first;
    if (!launches.empty() && launches.back() == running) return;
    std::erase_if(launches, [](trace::Epoch launch) { return !streams().find(launch); });
    launches.push_back(running);
}

void check_is_unread(const std::vector<trace::Epoch>& launches, const std::string& what,
                     const void* pc) {
    for (const trace::Epoch launch : launches) {
        if (launch < waited_before || streams().ordered(launch)) continue;
        report::Finding finding{.kind = report::FindingKind::unsynchronized_access};
        finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::free};
        finding.cause = what + " is destroyed, and nothing has waited for the launch of " +
                        streams().find(launch)->name + ", which reads through it";
        return report::emit(std::move(finding));
    }
}

void texture_access(const TextureAccess& fetch) {
    for (const memory::Address element : fetch.elements) {
        const Access access{.address = element,
                            .size = fetch.bytes,
                            .alignment = 1,
                            .op = trace::Op::read,
                            .kind = AccessKind::plain,
                            .pc = fetch.pc,
                            .recorded = false};
        check_thread_access(access);
        check_same_launch(*running_thread, access, report::Variant::stale_texture);
    }
    record(fetch);
}

void note_fetch_of_another_type(std::string_view cause, unsigned bytes, const void* pc) {
    const trace::SiteId site = trace::intern(pc, trace::Op::read, bytes);
    const FindingKey key{report::FindingKind::crash, report::Severity::warning, site, 0, nullptr,
                         report::Op::read,           report::Op::none};
    if (counted(key)) return;
    Access access{.size = bytes, .op = trace::Op::read, .pc = pc};
    access.site = site;
    report::Finding finding{.kind = report::FindingKind::crash,
                            .severity = report::Severity::warning,
                            .self = running_party(Point::of(*running_thread), access)};
    finding.self.op = report::Op::none;
    finding.variant = report::Variant::other_texel;
    finding.cause = cause;
    put(key, std::move(finding));
}

void note_fetch_outside(int element, int elements, unsigned bytes, const void* pc) {
    const trace::SiteId site = trace::intern(pc, trace::Op::read, bytes);
    const FindingKey key{report::FindingKind::out_of_bounds,
                         report::Severity::note,
                         site,
                         0,
                         nullptr,
                         report::Op::read,
                         report::Op::none};
    if (counted(key)) return;
    Access access{.size = bytes, .op = trace::Op::read, .pc = pc};
    access.site = site;
    report::Finding finding{.kind = report::FindingKind::out_of_bounds,
                            .severity = report::Severity::note,
                            .self = running_party(Point::of(*running_thread), access)};
    finding.self.op = report::Op::none;
    finding.variant = report::Variant::outside_texture;
    finding.cause = "tex1Dfetch is given the index " + std::to_string(element) +
                    ", and the texture has " + std::to_string(elements) +
                    (elements == 1 ? " element" : " elements") +
                    (bytes > 4 ? " of " + std::to_string(bytes) + " bytes, by its descriptor" : "");
    put(key, std::move(finding));
}

void read_only_access(memory::Address a, unsigned size, const void* pc) {
    if (!running_thread) return;
    if (!memory::device_heap.contains(a) && !memory::host_visible_heap.contains(a) &&
        !memory::program.contains(a))
        return;  // it has no shadow, or no texture can read it
    check_same_launch(*running_thread,
                      {.address = a, .size = size, .op = trace::Op::read, .pc = pc},
                      report::Variant::stale_load);
}

}  // namespace cusim::race
