#include "simulator/race/remote_accesses.hpp"

#include <memory>
#include <set>

#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/order/remote_record.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

namespace {

void report_late(const ThreadClock& last, PastAccess past, const RemoteAccesses::Latest& access) {
    report::Finding finding{.kind = report::FindingKind::use_after_free,
                            .variant = report::Variant::ended_block};
    finding.self = earlier_party(past, access.op);
    trace::MemoryObject shared;
    if (const trace::MemoryObject* const object =
            trace::find_object(*last.block, access.address, shared))
        describe(finding, *object, {.address = access.address, .size = access.size});
    finding.cause = "nothing keeps that block from ending before";
    report::emit(std::move(finding));
}

}  // namespace

void note_remote(const Point& now, const Access& access) {
    const trace::Cluster::Member* const member =
        trace::member_with(*running_thread->block, access.address);
    BlockClock& owner = static_cast<BlockClock&>(*member->block);
    if (!owner.remote) owner.remote = std::make_unique<RemoteAccesses>();
    const PastAccess mine = PastAccess::of(now.epoch, now.thread, access.site);
    owner.remote->latest[{now.block, std::uint32_t(mine.bits >> 32)}] = {now.epoch, access.address,
                                                                         access.size, access.op};
}

void last_thread_ends(const ThreadClock& last) {
    if (!last.block->remote) return;
    const Point end = Point::of(last);
    std::set<trace::SiteId> reported;
    for (const auto& [who, access] : last.block->remote->latest) {
        const PastAccess past{access.epoch | std::uint64_t{who.second} << 32};
        if (ordered(end, past) || !reported.insert(past.site()).second) continue;
        report_late(last, past, access);
    }
}

}  // namespace cusim::race
