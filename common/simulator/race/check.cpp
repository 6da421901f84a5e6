#include "simulator/race/check.hpp"

#include <algorithm>

#include "simulator/memory/registered.hpp"
#include "simulator/race/byte_cells.hpp"
#include "simulator/race/deferred_reads.hpp"
#include "simulator/race/fatal.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/race/race_finding.hpp"
#include "simulator/race/same_value.hpp"
#include "simulator/race/site_cache.hpp"
#include "simulator/race/unwritten.hpp"
#include "simulator/race/word_check.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// Shadow from before the place's time says nothing.
void drop_stale(Cell cell, Epoch birth) {
    if (cell.read.bits != 0 && cell.read.epoch() < birth) cell.read = {};
    if (cell.write.bits != 0 && cell.write.epoch() < birth) cell.write = {};
}

// The bytes of a word that hold a value: written by kernels, or given by the host.
unsigned values(Cell cell, Address word) {
    if (!cell.read.split()) return cell.write.initialised() | given_bytes(word);
    unsigned mask = given_bytes(word);
    const ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i) mask |= bytes.cells[i].write.initialised() ? 1u << i : 0;
    return mask;
}

void note_values(Cell cell, Address word, unsigned mask, Epoch birth) {
    if (cell.read.split()) {
        ByteCells& bytes = byte_cells(word);
        for (unsigned i = 0; i < 4; ++i)
            if (mask >> i & 1) bytes.cells[i].write.set_initialised(15);
        return;
    }
    if (cell.write.epoch() == 0) cell.write.bits = birth;
    cell.write.set_initialised(cell.write.initialised() | mask);
}

// Calls `visit(word address, byte mask)` for each word of the access.
template <class Visit>
void for_words(Address a, std::size_t size, Visit visit) {
    const Address end = a + size;
    for (Address word = a & ~Address{3}; word < end; word += 4) {
        const unsigned from = word < a ? a - word : 0;
        const unsigned to = std::min<Address>(4, end - word);
        visit(word, (15u >> (4 - to)) & (15u << from));
    }
}

// A copy of a struct may carry padding that nobody wrote, so an access counts as uninitialised
// where not one of its bytes holds a value; or half of a double or float2, which have no padding.
void check_values(const ThreadClock& me, const Access& access, const trace::MemoryObject& object) {
    unsigned words = 0, empty = 0;
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = cell_at(word);
        drop_stale(cell, object.birth);
        const unsigned have = values(cell, word);
        ++words;
        empty += (have & mask) == 0;
        note_values(cell, word, have, object.birth);
    });
    const bool half = empty == 1 && access.size == 8 && access.alignment == 8;
    if (empty < words && !half) return;
    note_unwritten(me, access, object, half);
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        note_values(cell_at(word), word, mask, object.birth);
    });
}

// A whole-word access of a split word visits its four bytes; a write makes it one again.
void check_split_word(WordCheck& check, Cell cell, Address word, unsigned mask) {
    ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i)
        if (mask >> i & 1) check.visit(bytes.cells[i], bytes.seconds[i]);
    if (mask != 15 || check.access().op == trace::Op::read) return;
    cell.clear();
    check.visit(cell, second_reader(word));
}

// Bytes without alignment of their own (a copy of a struct) move in words where they can.
unsigned piece_size(const Access& access) {
    if (access.alignment > 1 || access.size == 1) return static_cast<unsigned>(access.size);
    const Address bits = access.address | access.size;
    return bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
}

// Not one that is checked as a whole, though it consists of several.
bool can_be_deferred(const Access& access) {
    return access.op == trace::Op::read && access.kind == Kind::plain && access.recorded &&
           (access.alignment > 1 || access.size == 1) && access.site != 0;
}

void record(const Access& access, const trace::MemoryObject& object) {
    if (object.kind == memory::MemoryKind::constant) return;  // has a cache of its own
    const unsigned size = piece_size(access);
    const trace::SiteId site =
        size == access.size ? access.site : trace::intern(access.pc, access.op, size);
    for (std::size_t done = 0; done < access.size; done += size)
        trace::append(trace::access_record(site, access.address + done));
}

}  // namespace

void check_races(const ThreadClock& actor, const Access& access,
                 const trace::MemoryObject& object) {
    WordCheck check{actor, access, object};
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = cell_at(word);
        drop_stale(cell, object.birth);
        if (!cell.read.split() && mask == 15) return check.visit(cell, second_reader(word));
        if (!cell.read.split()) split(cell, word, actor.epoch);
        check_split_word(check, cell, word, mask);
    });
}

void check_deferred_read(const ThreadClock& actor, const Access& access) {
    const trace::MemoryObject& object = *trace::memory_objects().find(access.address);
    check_values(actor, access, object);
    check_races(actor, access, object);
}

void check_thread_access(Access access) {
    settle_same_value();
    const ThreadClock& me = *running_thread;
    const Address a = access.address;
    if (a - me.stack_base < me.stack_size) return;
    SiteEntry& entry = site_cache.entry(access.pc, access.op);
    const std::uint64_t key = site_cache.key(access.pc, access.op);
    if (entry.key == key)
        access.site = entry.site;
    else
        access.site =
            trace::intern(access.pc, access.op, access.size <= 16 ? unsigned(access.size) : 0);

    trace::MemoryObject shared;
    trace::MemoryObject* const object = trace::find_object(*me.block, a, shared);
    if (!object || !object->holds(a, access.size)) {
        if (access.op == trace::Op::read && is_constant_data(a, access.size)) return;
        if (memory::find_registered(a, access.size)) return;  // has no shadow
        report_bad_address(me, access);
    }
    if (a % access.alignment != 0)
        report_misaligned({.pc = access.pc}, a, access.alignment, access.op);

    const bool defer = deferred_reads().defers(*object) && can_be_deferred(access);
    if (!defer && deferred_reads().defers(*object)) deferred_reads().stop(*object);
    entry = {
        .key = site_cache.key(access.pc, access.op),
        .base = object->base,
        .limit = object->size - access.size + 1,
        .birth = object->birth,
        .site = access.site,
        .shared = object->shared,
        .given = object->given,
        .counted = object->kind != memory::MemoryKind::constant,
        .deferred = defer,
    };
    if (defer) {
        me.block->reads_deferred = true;
        return trace::append(trace::access_record(access.site, a));
    }
    if (access.op != trace::Op::write) check_values(me, access, *object);
    if (access.op != trace::Op::read) object->touched_by_kernels = true;
    check_races(me, access, *object);
    if (access.recorded) record(access, *object);
}

}  // namespace cusim::race
