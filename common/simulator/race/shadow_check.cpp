#include "simulator/race/shadow_check.hpp"

#include <algorithm>

#include "simulator/race/events.hpp"
#include "simulator/race/findings/unwritten.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shared_garbage_trial.hpp"
#include "simulator/race/word_check.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// Clears shadow that is older than the object.
void drop_stale(Cell cell, Epoch birth) {
    if (cell.other.bits != 0 && cell.other.epoch() < birth) cell.other = {};
    if (cell.write.bits != 0 && cell.write.epoch() < birth) cell.write = {};
}

// Mask of the bytes of a word that hold a value, written by kernels or by the host.
unsigned values(Cell cell, Address word) {
    if (!cell.other.split()) return cell.write.initialised() | given_bytes(word);
    unsigned mask = given_bytes(word);
    const ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i) mask |= bytes.cells[i].write.initialised() ? 1u << i : 0;
    return mask;
}

void note_values(Cell cell, Address word, unsigned mask, Epoch birth) {
    if (cell.other.split()) {
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

// An access to a whole word that is split visits the cells of its four bytes. A write makes it one
// cell again.
void check_split_word(WordCheck& check, Cell cell, Address word, unsigned mask) {
    ByteCells& bytes = byte_cells(word);
    for (unsigned i = 0; i < 4; ++i)
        if (mask >> i & 1) check.visit(bytes.cells[i], bytes.seconds[i]);
    if (mask != 15 || check.access().op == trace::Op::read) return;
    cell.clear();
    check.visit(cell, second_reader(word));
}

// The pieces of the access that hold no value.
std::vector<GarbagePiece> empty_pieces(const Access& access) {
    std::vector<GarbagePiece> empty;
    for_pieces(access.address, access.size, [&](GarbagePiece piece) {
        const Address word = piece.address & ~Address{3};
        const unsigned mask = ((1u << piece.size) - 1) << piece.address % 4;
        if ((values(cell_at(word), word) & mask) == 0) empty.push_back(piece);
    });
    return empty;
}

void forget_value(GarbagePiece piece) {
    take_back(piece.address, piece.size);
    const Cell cell = cell_at(piece.address);
    const unsigned mask = ((1u << piece.size) - 1) << piece.address % 4;
    if (!cell.other.split()) return cell.write.set_initialised(cell.write.initialised() & ~mask);
    for (unsigned i = 0; i < 4; ++i)
        if (mask >> i & 1)
            byte_cells(piece.address & ~Address{3}).cells[i].write.set_initialised(0);
}

// Whether a copy or fill ended inside this word: the host has written the neighbouring word and the
// bytes of this one next to it, but not the rest. (Padding that kernels leave unwritten lies
// between fields that they store one by one.)
bool ends_inside(Cell cell, Address word, unsigned have, const trace::MemoryObject& object) {
    if (have == 0 || have == 15 || cell.other.split() || cell.write.epoch() > object.birth)
        return false;
    const bool from_below = (have & 1) && word > object.base && is_given(word - 1);
    const bool from_above = (have & 8) && object.holds(word + 4, 1) && is_given(word + 4);
    return from_below != from_above;
}

}  // namespace

// A copy of a struct may include padding that nobody wrote. An access therefore counts as
// uninitialised only if none of its bytes holds a value, or if half of a double or float2, which
// have no padding, holds none.
void check_values(const Point& now, const Access& access, const trace::MemoryObject& object) {
    unsigned words = 0, empty = 0, cut = 0;
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = cell_at(word);
        drop_stale(cell, object.birth);
        const unsigned have = values(cell, word);
        ++words;
        empty += (have & mask) == 0;
        cut += (have & mask) != mask && ends_inside(cell, word, have, object);
        note_values(cell, word, have, object.birth);
    });
    const bool half = empty == 1 && access.size == 8 && access.alignment == 8;
    const Gap gap = half ? Gap::half : empty == words ? Gap::whole : cut ? Gap::end : Gap::none;
    if (gap == Gap::none) return;
    if (access.overwrites) return await_unwritten_result(*running_thread, access);
    note_unwritten(now, access, object, gap, empty_pieces(access));
    if (object.shared && gap == Gap::whole) try_other_garbage(access);
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        note_values(cell_at(word), word, mask, object.birth);
    });
}

void keep_garbage(GarbagePiece piece, const report::ReadSite& origin) {
    trace::MemoryObject* const object = trace::memory_objects().find(piece.address);
    if (!object || object->freed) return;
    object->given = false;
    object->touched_by_kernels = true;
    forget_value(piece);
    site_cache.forget();
    garbage_copies().add(piece, origin);
}

void check_races(const Point& now, const Access& access, const trace::MemoryObject& object) {
    WordCheck check{now, access, object};
    for_words(access.address, access.size, [&](Address word, unsigned mask) {
        const Cell cell = cell_at(word);
        drop_stale(cell, object.birth);
        if (!cell.other.split() && mask == 15) return check.visit(cell, second_reader(word));
        if (!cell.other.split()) split(cell, word, now.clock ? now.clock->epoch : now.epoch);
        check_split_word(check, cell, word, mask);
    });
}

}  // namespace cusim::race
