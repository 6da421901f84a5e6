#include "simulator/observe/check.hpp"

#include <algorithm>

#include "simulator/memory/registered.hpp"
#include "simulator/observe/byte_cells.hpp"
#include "simulator/observe/fatal.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/races.hpp"
#include "simulator/observe/same_value.hpp"
#include "simulator/observe/sites.hpp"
#include "simulator/observe/unwritten.hpp"
#include "simulator/observe/waiting_reads.hpp"
#include "simulator/observe/word_check.hpp"

namespace cusim::observe {

using memory::Address;
using memory::Cell;

namespace {

// Shadow from before the place's time says nothing.
void drop_stale(Cell cell, Interval birth) {
    if (cell.read.bits != 0 && cell.read.interval() < birth) cell.read = {};
    if (cell.write.bits != 0 && cell.write.interval() < birth) cell.write = {};
}

// The bytes of a word that hold a value: written by kernels, or given by the host.
unsigned values(Cell cell, Address word) {
    if (!cell.read.split()) return cell.write.initialised() | memory::given_bytes(word);
    unsigned mask = memory::given_bytes(word);
    const ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i) mask |= bytes.cells[i].write.initialised() ? 1u << i : 0;
    return mask;
}

void note_values(Cell cell, Address word, unsigned mask, Interval birth) {
    if (cell.read.split()) {
        ByteCells& bytes = byte_cells(word);
        for (unsigned i = 0; i < 4; ++i)
            if (mask >> i & 1) bytes.cells[i].write.set_initialised(15);
        return;
    }
    if (cell.write.interval() == 0) cell.write.bits = birth;
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
void check_values(const Actor& me, const Access& access, const Place& place) {
    unsigned words = 0, empty = 0;
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = memory::cell(word);
        drop_stale(cell, place.birth);
        const unsigned have = values(cell, word);
        ++words;
        empty += (have & mask) == 0;
        note_values(cell, word, have, place.birth);
    });
    const bool half = empty == 1 && access.size == 8 && access.alignment == 8;
    if (empty < words && !half) return;
    note_unwritten(me, access, place, half);
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        note_values(memory::cell(word), word, mask, place.birth);
    });
}

// A whole-word access of a split word visits its four bytes; a write makes it one again.
void check_split_word(WordCheck& check, Cell cell, Address word, unsigned mask) {
    ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i)
        if (mask >> i & 1) check.visit(bytes.cells[i], bytes.seconds[i]);
    if (mask != 15 || check.access().op == Op::read) return;
    cell.clear();
    check.visit(cell, memory::second_reader(word));
}

// Bytes without alignment of their own (a copy of a struct) move in words where they can.
unsigned piece_size(const Access& access) {
    if (access.alignment > 1 || access.size == 1) return static_cast<unsigned>(access.size);
    const Address bits = access.address | access.size;
    return bits % 4 == 0 ? 4 : bits % 2 == 0 ? 2 : 1;
}

// Not one that is checked as a whole, though it consists of several.
bool can_wait(const Access& access) {
    return access.op == Op::read && access.kind == memory::Kind::plain && access.recorded &&
           (access.alignment > 1 || access.size == 1) && access.site != 0;
}

void record(const Access& access, const Place& place) {
    if (place.kind == MemoryKind::constant) return;  // has a cache of its own
    const unsigned size = piece_size(access);
    const SiteId site = size == access.size ? access.site : intern(access.pc, access.op, size);
    for (std::size_t done = 0; done < access.size; done += size)
        append(access_record(site, access.address + done));
}

}  // namespace

void check_races(const Actor& actor, const Access& access, const Place& place) {
    WordCheck check{actor, access, place};
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = memory::cell(word);
        drop_stale(cell, place.birth);
        if (!cell.read.split() && mask == 15) return check.visit(cell, memory::second_reader(word));
        if (!cell.read.split()) split(cell, word, actor.interval);
        check_split_word(check, cell, word, mask);
    });
}

void check_waiting_read(const Actor& actor, const Access& access) {
    const Place& place = *places().find(access.address);
    check_values(actor, access, place);
    check_races(actor, access, place);
}

void check_thread_access(Access access) {
    settle_same_value();
    const Actor& me = *current_actor;
    const Address a = access.address;
    if (a - me.stack_base < me.stack_size) return;
    SiteEntry& entry = site_cache.entry(access.pc, access.op);
    const std::uint64_t key = site_cache.key(access.pc, access.op);
    if (entry.key == key)
        access.site = entry.site;
    else
        access.site = intern(access.pc, access.op, access.size <= 16 ? unsigned(access.size) : 0);

    Place shared;
    Place* const place = find_place(*me.block, a, shared);
    if (!place || !place->holds(a, access.size)) {
        if (access.op == Op::read && is_constant_data(a, access.size)) return;
        if (memory::find_registered(a, access.size)) return;  // has no shadow
        report_bad_address(me, access);
    }
    if (a % access.alignment != 0)
        report_misaligned({.pc = access.pc}, a, access.alignment, access.op);

    const bool waits = waiting_reads().wait_for(*place) && can_wait(access);
    if (!waits && waiting_reads().wait_for(*place)) waiting_reads().stop(*place);
    entry = {
        .key = site_cache.key(access.pc, access.op),
        .base = place->base,
        .limit = place->size - access.size + 1,
        .birth = place->birth,
        .site = access.site,
        .shared = place->shared,
        .given = place->given,
        .counted = place->kind != MemoryKind::constant,
        .waits = waits,
    };
    if (waits) {
        me.block->reads_wait = true;
        return append(access_record(access.site, a));
    }
    if (access.op != Op::write) check_values(me, access, *place);
    if (access.op != Op::read) place->touched_by_kernels = true;
    check_races(me, access, *place);
    if (access.recorded) record(access, *place);
}

}  // namespace cusim::observe
