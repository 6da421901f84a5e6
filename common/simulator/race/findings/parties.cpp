#include "simulator/race/findings/parties.hpp"

#include "simulator/memory/registered.hpp"
#include "simulator/race/findings/initialisation.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

report::Dim3 coordinates(std::uint32_t linear, const trace::Extent& extent) {
    return {linear % extent.x, linear / extent.x % extent.y, linear / extent.x / extent.y};
}

report::Op report_op(trace::Op op) {
    switch (op) {
        case trace::Op::read:
            return report::Op::read;
        case trace::Op::write:
            return report::Op::write;
        case trace::Op::update:
            break;
    }
    return report::Op::atomic;
}

namespace {

report::Op op_of_call(Call call) {
    constexpr report::Op ops[] = {report::Op::copy, report::Op::allocate, report::Op::free,
                                  report::Op::function};
    return ops[static_cast<int>(call)];
}

}  // namespace

report::Party running_party(const Point& now, const Access& access) {
    report::Party party{.site = {.pc = access.pc},
                        .op = access.frees ? report::Op::free : report_op(access.op)};
    if (now.block == no_block) {
        party.host = true;
        party.op = op_of_call(streams().current().call);
        party.site.pc = streams().current().called_at;
        party.kernel = streams().current().name;
        return party;
    }
    const Operation& launch = streams().current();
    party.block = coordinates(now.block, launch.grid);
    party.thread = coordinates(now.thread, launch.block);
    return party;
}

report::Party earlier_party(PastAccess past, trace::Op op) {
    report::Party party{.site = {.pc = trace::pc_of(past.site())}, .op = report_op(op)};
    const Operation* const operation = streams().find(past.epoch());
    if (!operation || !operation->launch) {
        party.host = true;
        party.op = operation ? op_of_call(operation->call) : report::Op::copy;
        if (operation) party.site.pc = operation->called_at;
        if (operation) party.kernel = operation->name;
        return party;
    }
    if (const EpochInfo* info = epochs().find(past.epoch()))
        party.block = coordinates(info->block, operation->grid);
    party.thread = coordinates(past.thread(), operation->block);
    if (!streams().running() || operation != &streams().current()) party.kernel = operation->name;
    return party;
}

report::Party last_writer(const void* address) {
    return earlier_party(last_write(reinterpret_cast<memory::Address>(address)), trace::Op::write);
}

std::size_t size_of_last_write(const void* address) {
    const auto a = memory::shadow_place(reinterpret_cast<memory::Address>(address));
    return trace::site_info(last_write(a).site()).size;
}

Contents contents_at(const ThreadClock& thread, memory::Address a, std::size_t size) {
    trace::MemoryObject shared;
    const trace::MemoryObject* const object =
        trace::find_object(*thread.block, memory::shadow_place(a), shared);
    if (!object) return {};
    const bool is_garbage = object->shared && !have_values(*object, memory::shadow_place(a), size);
    return {object->elements, !is_garbage};
}

detail::ElementKind elements_at(const void* address) {
    const auto a = memory::shadow_place(reinterpret_cast<memory::Address>(address));
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    return object ? object->elements : detail::ElementKind::unknown;
}

report::Space space_of(const trace::MemoryObject& object) {
    if (object.shared) return report::Space::shared;
    switch (object.kind) {
        case memory::MemoryKind::managed:
            return report::Space::managed;
        case memory::MemoryKind::pinned:
            return report::Space::pinned;
        case memory::MemoryKind::constant:
            return report::Space::constant;
        case memory::MemoryKind::device:
        case memory::MemoryKind::symbol:
            break;
    }
    return report::Space::global;
}

void describe_word(report::Finding& finding, const ThreadClock& thread, const void* address,
                   std::size_t size) {
    const auto a = reinterpret_cast<memory::Address>(address);
    trace::MemoryObject shared;
    if (const trace::MemoryObject* const object = trace::find_object(*thread.block, a, shared))
        describe(finding, *object, {.address = a, .size = size});
}

void describe_allocated(report::Finding& finding, const void* address, std::size_t size) {
    const auto a = reinterpret_cast<memory::Address>(address);
    if (const trace::MemoryObject* const object = trace::memory_objects().find(a))
        describe(finding, *object, {.address = a, .size = size});
}

void describe_free(report::Finding& finding, const void* address) {
    const auto a = memory::shadow_place(reinterpret_cast<memory::Address>(address));
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (object && object->freed) finding.freed_by = object->freed_by;
}

void describe(report::Finding& finding, const trace::MemoryObject& object, const Access& access) {
    if (object.freed) finding.freed_by = object.freed_by;
    finding.space = space_of(object);
    finding.variable = object.best_name();
    finding.address = access.address;
    const auto offset = static_cast<long>(access.address - object.base);
    const auto element = static_cast<long>(access.size);
    if (element == 0 || element > 16 || offset % element != 0) return;
    finding.index = offset / element;
    finding.elements = static_cast<long>(object.size) / element;
    finding.element_size = element;
    finding.shape = object.shape;
}

}  // namespace cusim::race
