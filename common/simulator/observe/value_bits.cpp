#include "simulator/observe/value_bits.hpp"

#include <algorithm>

#include "simulator/memory/shadow.hpp"
#include "simulator/observe/byte_cells.hpp"
#include "simulator/observe/happens_before.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/places.hpp"

namespace cusim::observe {

using memory::Address;
using memory::Cell;
using memory::WriteHalf;

namespace {

// The last write to a byte; "never" where that was an earlier tenant's.
WriteHalf writer_of(Address byte, const Place& place) {
    const Cell cell = memory::cell(byte);
    const bool split = cell.read.split() && cell.read.interval() >= place.birth;
    const WriteHalf writer =
        split ? byte_cells(byte & ~Address{3}).cells[byte % 4].write : cell.write;
    return writer.interval() >= place.birth ? writer : WriteHalf{};
}

bool holds_value(Address byte, const Place& place) {
    const WriteHalf writer = writer_of(byte, place);
    const bool split = memory::cell(byte).read.split();
    return memory::is_given(byte) || (writer.initialised() >> (split ? 0 : byte % 4) & 1);
}

// Copies and the host have no site.
bool from_kernel(Address byte, const Place& place) {
    return writer_of(byte, place).site() != 0;
}

const Place* place_of(Address a) {
    if (a == 0) return nullptr;
    const Place* const place = places().find(a);
    return place && !place->freed ? place : nullptr;
}

void forget_kernels(Address base, Address end) {
    for (Address word = base & ~Address{3}; word < end; word += 4) {
        const Cell cell = memory::cell(word);
        if (word >= base && end - word >= 4)
            cell.clear();
        else if (cell.read.split())
            for (Address a = std::max(word, base); a < std::min(word + 4, end); ++a)
                byte_cells(word).cells[a % 4] = {};
    }
}

void copy_word(Address to, const Place& target, Address from, const Place& source, bool traced) {
    const Cell cell = memory::cell(to);
    unsigned values = 0;
    for (unsigned i = 0; i < 4; ++i)
        if (holds_value(from + i, source)) values |= 1u << i;
    for (unsigned i = 0; i < 4; ++i)
        if (values >> i & 1)
            memory::give(to + i, 1);
        else
            memory::take_back(to + i, 1);
    if (!traced) {
        cell.clear();
        const WriteHalf writer = writer_of(from, source);
        cell.write.bits = memory::Half::of(target.birth, writer.thread(), writer.site()).bits;
    }
    cell.write.set_initialised(values);
}

// Words where both ends lie on the same offset; the ragged bytes at the ends, and copies between
// different offsets, count as given by the host.
void copy_within_device(Address to, const Place& target, Address from, const Place& source,
                        std::size_t size, bool traced) {
    if (to % 4 != from % 4) return memory::give(to, size);
    const Address first = (to + 3) & ~Address{3}, last = (to + size) & ~Address{3};
    if (first >= last) return memory::give(to, size);
    memory::give(to, first - to);
    memory::give(last, to + size - last);
    for (Address word = first; word < last; word += 4)
        copy_word(word, target, from + (word - to), source, traced);
}

}  // namespace

void move_values(Address to, Address from, std::size_t size, bool traced) {
    Place* const target = const_cast<Place*>(place_of(to));
    if (!target) return;
    size = std::min<std::size_t>(size, target->base + target->size - to);
    const Place* const source = place_of(from);
    if (source && source->holds(from, size) &&
        (source->touched_by_kernels || !all_have_values(from, size))) {
        target->touched_by_kernels = true;
        target->given = false;
        return copy_within_device(to, *target, from, *source, size, traced);
    }
    if (target->touched_by_kernels && !traced) forget_kernels(to, to + size);
    memory::give(to, size);
    target->given |= to == target->base && size == target->size;
}

void forget_values(Address base, std::size_t size) {
    Place* const place = places().find(base);
    if (!place) return;
    size = std::min<std::size_t>(size, place->base + place->size - base);
    place->given = false;
    memory::take_back(base, size);
    if (base != place->base || size != place->size) return forget_kernels(base, base + size);
    place->birth = intervals().begin(no_block, 0);
    place->touched_by_kernels = false;
}

bool all_have_values(Address base, std::size_t size) {
    const Place* const place = place_of(base);
    if (!place || !place->holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (!holds_value(a, *place)) return false;
    return true;
}

bool all_from_kernels(Address base, std::size_t size) {
    const Place* const place = place_of(base);
    if (!place || !place->holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (!from_kernel(a, *place)) return false;
    return true;
}

}  // namespace cusim::observe
