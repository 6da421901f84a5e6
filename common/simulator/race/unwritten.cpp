#include "simulator/race/unwritten.hpp"

#include <map>
#include <utility>

#include "simulator/race/parties.hpp"
#include "simulator/race/pending_findings.hpp"

namespace cusim::race {

namespace {

constexpr std::size_t most_unwritten = 1 << 16;

struct Reading {
    FindingKey key;
    report::Finding finding;
};

// By the address of the word read.
std::map<memory::Address, Reading>& unwritten() {
    static std::map<memory::Address, Reading> instance;
    return instance;
}

memory::Address word_of(memory::Address a) {
    return a & ~memory::Address{3};
}

}  // namespace

void note_unwritten(const Point& now, const Access& read, const trace::MemoryObject& object,
                    Gap gap) {
    if (unwritten().size() == most_unwritten) return;
    const FindingKey key{report::Kind::uninitialized_read,
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
    unwritten().try_emplace(word_of(read.address), Reading{key, std::move(finding)});
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
    if (object) note_unwritten(Point::of(thread), access, *object, Gap::whole);
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
    for (auto it = from; it != to; ++it)
        if (!counted(it->second.key)) put(it->second.key, std::move(it->second.finding));
    readings.erase(from, to);
}

void report_findings() {
    put_unwritten();
    report_pending();
}

}  // namespace cusim::race
