#include "simulator/race/async_copies.hpp"

#include <cstring>
#include <vector>

#include "simulator/race/cell_check.hpp"
#include "simulator/race/check.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/vector_clock.hpp"
#include "simulator/race/shadow/byte_cells.hpp"

namespace cusim::race {

namespace {

struct CopyInFlight {
    Epoch epoch = 0;  // 0 once it is done
    std::uint32_t generation = 0;
    std::uint32_t block = 0, thread = 0;
    std::vector<memory::Region> touched;  // what it read or wrote
};

// Ordered by epoch.
std::vector<CopyInFlight>& in_flight() {
    static std::vector<CopyInFlight> copies;
    return copies;
}

Epoch epoch_of(CopyId id) {
    return static_cast<Epoch>(id);
}

CopyInFlight& copy_of(CopyId id) {
    return in_flight()[epoch_of(id) - first_in_flight];
}

bool is_under_way(CopyId id) {
    const CopyInFlight& copy = copy_of(id);
    return copy.epoch == epoch_of(id) && copy.generation == id >> 32;
}

void note(CopyInFlight& copy, Address a, std::size_t size) {
    if (!copy.touched.empty() && copy.touched.back().end() == a)
        copy.touched.back().size += size;
    else
        copy.touched.push_back({a, size});
}

void restamp(PastAccess& past, Epoch epoch, PastAccess as) {
    if (past.epoch() == epoch)
        past.bits = (past.bits & ~epoch_and_thread_mask) | (as.bits & epoch_and_thread_mask);
}

void restamp(Cell cell, PastAccess& second, Epoch epoch, PastAccess as) {
    restamp(cell.write, epoch, as);
    if (!cell.other.is_write() && cell.other.spread() != Spread::one_reader)
        restamp(second, epoch, as);
    restamp(cell.other, epoch, as);
}

// Ends the copy: its accesses count as made by `as` from now on, and its number is free again.
void land(CopyInFlight& copy, PastAccess as) {
    for (const memory::Region& region : copy.touched)
        for (Address word = region.base & ~Address{3}; word < region.end(); word += 4) {
            const Cell cell = cell_at(word);
            if (!cell.other.split()) {
                restamp(cell, second_reader(word), copy.epoch, as);
                continue;
            }
            ByteCells& bytes = byte_cells(word);
            for (unsigned i = 0; i < 4; ++i)
                restamp(bytes.cells[i], bytes.seconds[i], copy.epoch, as);
        }
    epochs().end_in_flight(copy.epoch);
    copy.epoch = 0;
    ++copy.generation;
    copy.touched.clear();
}

}  // namespace

CopyId copy_begins() {
    const ThreadClock& me = *running_thread;
    const Epoch epoch = epochs().begin_in_flight(me.block->linear);
    if (epoch - first_in_flight == in_flight().size()) in_flight().emplace_back();
    CopyInFlight& copy = copy_of(epoch);
    copy.epoch = epoch;
    copy.block = me.block->linear;
    copy.thread = me.thread;
    return CopyId{copy.generation} << 32 | epoch;
}

void copy_piece(CopyId id, void* to, const void* from, std::size_t size, const void* pc) {
    Point copier = Point::of(*running_thread);
    copier.epoch = epoch_of(id);
    const auto alignment = static_cast<unsigned>(size);
    CopyInFlight& copy = copy_of(id);
    const auto touch = [&](const void* p, trace::Op op) {
        const auto a = reinterpret_cast<Address>(p);
        const ThreadClock& me = *running_thread;
        if (a - me.stack_base < me.stack_size) return;  // the thread's own stack needs no check
        check_copy_access({a, size, alignment, op, AccessKind::plain, pc}, copier);
        note(copy, a, size);
    };
    if (from) touch(from, trace::Op::read);
    touch(to, trace::Op::write);
    if (from)
        std::memcpy(to, from, size);
    else
        std::memset(to, 0, size);
}

void own_copy_is_done(CopyId id) {
    const ThreadClock& me = *running_thread;
    land(copy_of(id), PastAccess::of(me.epoch, me.thread));
}

void copy_is_done(CopyId id, std::uintptr_t where) {
    if (!is_under_way(id)) return;  // it was abandoned with its block
    CopyInFlight& copy = copy_of(id);
    const BlockClock& block = *running_thread->block;
    const bool elsewhere = copy.block != block.linear;
    const Epoch done = epochs().begin_copied(copy.block, elsewhere ? no_barrier : block.barriers);
    VectorClock released;
    released.device.add_thread(copier_of(copy.thread), done);
    release_logs().release(where, {copy.block, copy.thread, false}, released, Scope::device);
    land(copy, PastAccess::of(done, copy.thread));
}

void abandon_copies(const BlockClock& block) {
    for (CopyInFlight& copy : in_flight())
        if (copy.epoch != 0 && copy.block == block.linear)
            land(copy, PastAccess::of(block.epoch, copy.thread));
}

}  // namespace cusim::race
