// Memory that the host takes back by a call that waits for nothing, while kernels may still use it.
#include <algorithm>
#include <optional>

#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::race {
namespace {

using memory::Address;

// What nothing has waited for of the word's latest accesses.
std::optional<report::Party> pending_party(Address word, Epoch birth) {
    const Cell cell = cell_at(word);
    const auto is_pending = [&](PastAccess half) {
        return half.epoch() >= std::max(order_floor, birth) && !streams().ordered(half.epoch());
    };
    if (is_pending(cell.write)) return earlier_party(cell.write, trace::Op::write);
    if (is_pending(cell.other)) return earlier_party(cell.other, trace::Op::read);
    return std::nullopt;
}

}  // namespace

void host_gives_back(const void* base, std::size_t size, const void* pc) {
    const auto a = reinterpret_cast<Address>(base);
    trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object || order_floor == epochs().next()) return;
    deferred_reads().bring_up_to_date(*object);
    for (Address word = a & ~Address{3}; word < a + size; word += 4) {
        auto user = pending_party(word, object->birth);
        if (!user) continue;
        report::Finding finding{.kind = report::FindingKind::unsynchronized_access};
        finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::free};
        finding.other = std::move(*user);
        finding.cause = "cudaHostUnregister() waits for nothing";
        describe(finding, *object, {word, 4, 1, trace::Op::write, AccessKind::plain, pc});
        return report::emit(std::move(finding));
    }
}

}  // namespace cusim::race
