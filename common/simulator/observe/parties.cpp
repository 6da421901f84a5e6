#include "simulator/observe/parties.hpp"

#include "simulator/observe/byte_cells.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/sites.hpp"

namespace cusim::observe {

report::Dim3 coordinates(std::uint32_t linear, const Extent& extent) {
    return {linear % extent.x, linear / extent.x % extent.y, linear / extent.x / extent.y};
}

report::Op report_op(Op op) {
    switch (op) {
        case Op::read:
            return report::Op::read;
        case Op::write:
            return report::Op::write;
        case Op::update:
            break;
    }
    return report::Op::atomic;
}

report::Party running_party(const Actor& actor, const Access& access) {
    report::Party party{.site = {.pc = access.pc}, .op = report_op(access.op)};
    if (actor.block->linear == no_block) {
        party.host = true;
        party.op = report::Op::copy;
        party.site.pc = streams().current().copied_at;
        return party;
    }
    const Operation& launch = streams().current();
    party.block = coordinates(actor.block->linear, launch.grid);
    party.thread = coordinates(actor.thread, launch.block);
    return party;
}

report::Party earlier_party(memory::Half half, Op op) {
    report::Party party{.site = {.pc = pc_of(half.site())}, .op = report_op(op)};
    const Operation* const operation = streams().find(half.interval());
    if (!operation || !operation->launch) {
        party.host = true;
        party.op = report::Op::copy;
        if (operation) party.site.pc = operation->copied_at;
        return party;
    }
    if (const IntervalInfo* info = intervals().find(half.interval()))
        party.block = coordinates(info->block, operation->grid);
    party.thread = coordinates(half.thread(), operation->block);
    if (!streams().running() || operation != &streams().current()) party.kernel = operation->name;
    return party;
}

report::Party last_writer(const void* address) {
    const auto a = reinterpret_cast<memory::Address>(address);
    const memory::Cell& cell = memory::cell(a);
    const memory::Half writer =
        cell.read.split() ? byte_cells(a & ~memory::Address{3}).cells[a % 4].write : cell.write;
    return earlier_party(writer, Op::write);
}

std::uint32_t block_of(memory::Half half) {
    const IntervalInfo* info = intervals().find(half.interval());
    return info ? info->block : no_block;
}

report::Space space_of(const Place& place) {
    if (place.shared) return report::Space::shared;
    switch (place.kind) {
        case MemoryKind::managed:
            return report::Space::managed;
        case MemoryKind::pinned:
            return report::Space::pinned;
        case MemoryKind::constant:
            return report::Space::constant;
        case MemoryKind::device:
        case MemoryKind::symbol:
            break;
    }
    return report::Space::global;
}

void describe_word(report::Finding& finding, const Actor& actor, const void* address,
                   std::size_t size) {
    const auto a = reinterpret_cast<memory::Address>(address);
    Place shared;
    if (const Place* const place = find_place(*actor.block, a, shared))
        describe(finding, *place, {.address = a, .size = size});
}

void describe_allocated(report::Finding& finding, const void* address, std::size_t size) {
    const auto a = reinterpret_cast<memory::Address>(address);
    if (const Place* const place = places().find(a))
        describe(finding, *place, {.address = a, .size = size});
}

void describe(report::Finding& finding, const Place& place, const Access& access) {
    finding.space = space_of(place);
    finding.variable = place.best_name();
    const auto offset = static_cast<long>(access.address - place.base);
    const auto element = static_cast<long>(access.size);
    if (element == 0 || element > 16 || offset % element != 0) return;
    finding.index = offset / element;
    finding.elements = static_cast<long>(place.size) / element;
    finding.element_size = element;
}

}  // namespace cusim::observe
