#include "simulator/race/findings/unwritten.hpp"

#include <map>
#include <optional>
#include <utility>

#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/findings/pending_findings.hpp"

namespace cusim::race {

namespace {

constexpr std::size_t most_unwritten = 1 << 16;

struct Reading {
    FindingKey key;
    report::Finding finding;
    std::vector<GarbagePiece> empty;
    trace::MemoryObject object;
};

// The reads to be judged, of the running launch or of the latest one.
struct Judged {
    bool wanted = false;
    bool possible = true;
    std::vector<UnwrittenRead> reads;
};

Judged& judged() {
    static Judged instance;
    return instance;
}

// By the address of the word that was read.
std::map<memory::Address, Reading>& unwritten() {
    static std::map<memory::Address, Reading> instance;
    return instance;
}

memory::Address word_of(memory::Address a) {
    return a & ~memory::Address{3};
}

// Whether the launch can be run again with other garbage, and copies of it be recognised.
bool can_be_judged(const Access& read, const trace::MemoryObject& object, Gap gap,
                   const std::vector<GarbagePiece>& empty) {
    std::size_t bytes = 0;
    for (const GarbagePiece& piece : empty) bytes += piece.size;
    return !object.shared && memory::device_heap.contains(read.address) && !read.by_copy &&
           ((gap == Gap::whole && bytes == read.size) || (gap == Gap::half && bytes == 4));
}

bool is_held(const Access& read, const trace::MemoryObject& object, Gap gap,
             const std::vector<GarbagePiece>& empty) {
    const bool is_load =
        read.op == trace::Op::read && read.kind == AccessKind::plain && read.recorded;
    if (!judged().wanted || !is_load) return false;
    const bool can_be = can_be_judged(read, object, gap, empty);
    judged().possible &= can_be || object.shared;
    return can_be;
}

std::optional<report::StoredPart> what_is_stored(const Reading& reading) {
    const report::Finding& f = reading.finding;
    if (f.self.op != report::Op::read || !f.index || unwritten().size() >= most_unwritten)
        return std::nullopt;
    const auto part = stored_part(reading.object, static_cast<std::size_t>(f.element_size),
                                  [](memory::Address word) { return unwritten().contains(word); });
    // If the element itself has been stored by now, as after `sum += x`, the others show nothing.
    return part && !part->may_hold(*f.index) ? part : std::nullopt;
}

void put_reading(Reading reading) {
    for (const GarbagePiece& piece : reading.empty)
        if (reading.finding.held)
            judged().reads.push_back(
                {piece, {reading.finding.self.site.pc, reading.key.op, reading.finding.variable}});
    if (counted(reading.key)) return;
    reading.finding.stored = what_is_stored(reading);
    put(reading.key, std::move(reading.finding));
}

}  // namespace

void hold_unwritten_reads(bool hold) {
    judged() = {.wanted = hold, .possible = true, .reads = {}};
}

std::vector<UnwrittenRead> take_unwritten_reads() {
    std::vector<UnwrittenRead> reads = std::exchange(judged().reads, {});
    if (judged().possible) return reads;
    for (const UnwrittenRead& read : reads) report::release(read.site);
    return {};
}

void note_unwritten(const Point& now, const Access& read, const trace::MemoryObject& object,
                    Gap gap, std::vector<GarbagePiece> empty) {
    if (unwritten().size() == most_unwritten) {
        judged().possible = false;
        return;
    }
    const FindingKey key{report::FindingKind::uninitialized_read,
                         report::Severity::error,
                         read.site,
                         0,
                         identity_of(object),
                         report_op(read.op),
                         report::Op::none};
    report::Finding finding{.kind = key.kind, .self = running_party(now, read)};
    if (gap == Gap::half) finding.variant = report::Variant::half_written;
    if (gap == Gap::end) finding.variant = report::Variant::partly_written;
    describe(finding, object, read);
    finding.held = is_held(read, object, gap, empty);
    const auto [reading, is_new] = unwritten().try_emplace(word_of(read.address));
    if (is_new) {
        reading->second = {key, std::move(finding), std::move(empty), object};
    } else {
        auto& known = reading->second.empty;
        known.insert(known.end(), empty.begin(), empty.end());
    }
}

void await_unwritten_result(ThreadClock& thread, const Access& read) {
    thread.unwritten_result = read.address;
}

void take_unwritten_result(ThreadClock& thread) {
    const memory::Address a = std::exchange(thread.unwritten_result, 0);
    if (a == 0) return;
    const trace::SiteInfo& info = trace::site_info(thread.latest_atomic);
    trace::MemoryObject shared;
    const trace::MemoryObject* const object = trace::find_object(*thread.block, a, shared);
    const Access access{.address = a,
                        .size = info.size,
                        .op = trace::Op::update,
                        .pc = info.pc,
                        .site = thread.latest_atomic};
    if (object) note_unwritten(Point::of(thread), access, *object, Gap::whole, {});
}

void explain_unwritten(const Access& write) {
    auto& readings = unwritten();
    if (readings.empty()) return;
    readings.erase(readings.lower_bound(word_of(write.address)),
                   readings.lower_bound(write.address + write.size));
}

void put_unwritten(memory::Address base, std::size_t size) {
    auto& readings = unwritten();
    const auto from = readings.lower_bound(base);
    const auto to = size < ~base ? readings.lower_bound(base + size) : readings.end();
    for (auto it = from; it != to; ++it) put_reading(std::move(it->second));
    readings.erase(from, to);
}

void report_findings() {
    put_unwritten();
    report_pending();
}

}  // namespace cusim::race
