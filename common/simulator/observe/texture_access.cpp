#include "simulator/observe/texture_access.hpp"

#include "simulator/observe/check.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/outbox.hpp"
#include "simulator/observe/parties.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/streams.hpp"

namespace cusim::observe {

namespace {

bool written_by_this_launch(memory::Half write) {
    return write.interval() != 0 && write.interval() >= streams().current().first &&
           block_of(write) != no_block;
}

// Even where a barrier lies between: the texture cache is filled before, and never told.
void check_same_launch(const Actor& me, const Access& access) {
    const memory::Half write = memory::cell(access.address).write;
    if (!written_by_this_launch(write) || !ordered(me, write)) return;  // a race, told already
    Place shared;
    Place* const place = find_place(*me.block, access.address, shared);
    if (!place) return;
    const OutboxKey key{report::Kind::race,
                        report::Severity::error,
                        intern(access.pc, Op::read, unsigned(access.size)),
                        write.site(),
                        object_of(*place),
                        report::Op::read,
                        report::Op::write};
    if (counted(key)) return;
    report::Finding finding{.kind = report::Kind::race, .self = running_party(me, access)};
    finding.other = earlier_party(write, Op::write);
    finding.variant = report::Variant::stale_texture;
    describe(finding, *place, access);
    put(key, std::move(finding));
}

// A mark with the fetch's site, and one with the address of each element.
void record(const TextureAccess& fetch) {
    const SiteId site = intern(fetch.pc, Op::read, fetch.bytes);
    if (site != 0) site_info(site).samples = fetch.how == TextureAccess::sample;
    append(mark_record(Mark::texture, site));
    for (const memory::Address element : fetch.elements) append(mark_record(Mark::texel, element));
}

}  // namespace

void texture_access(const TextureAccess& fetch) {
    for (const memory::Address element : fetch.elements) {
        const Access access{.address = element,
                            .size = fetch.bytes,
                            .alignment = 1,
                            .op = Op::read,
                            .kind = memory::Kind::plain,
                            .pc = fetch.pc,
                            .recorded = false};
        check_thread_access(access);
        check_same_launch(*current_actor, access);
    }
    record(fetch);
}

}  // namespace cusim::observe
