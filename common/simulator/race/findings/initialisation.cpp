#include "simulator/race/findings/initialisation.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/race/shadow/shadow.hpp"

namespace cusim::race {

using memory::Address;

namespace {

// The last write to a byte; none if it was to an earlier object at this address.
LastWrite writer_of(Address byte, const trace::MemoryObject& object) {
    const Cell cell = cell_at(byte);
    const bool split = cell.other.split() && cell.other.epoch() >= object.birth;
    const LastWrite writer =
        split ? byte_cells(byte & ~Address{3}).cells[byte % 4].write : cell.write;
    return writer.epoch() >= object.birth ? writer : LastWrite{};
}

bool holds_value(Address byte, const trace::MemoryObject& object) {
    const LastWrite writer = writer_of(byte, object);
    const bool split = cell_at(byte).other.split();
    return is_given(byte) || (writer.initialised() >> (split ? 0 : byte % 4) & 1);
}

// A kernel's write has a site; copies and the host have none.
bool from_kernel(Address byte, const trace::MemoryObject& object) {
    return writer_of(byte, object).site() != 0;
}

const trace::MemoryObject* place_of(Address a) {
    if (a == 0) return nullptr;
    const trace::MemoryObject* const object = trace::memory_objects().find(a);
    return object && !object->freed ? object : nullptr;
}

void forget_kernels(Address base, Address end) {
    for (Address word = base & ~Address{3}; word < end; word += 4) {
        const Cell cell = cell_at(word);
        if (word >= base && end - word >= 4)
            cell.clear();
        else if (cell.other.split())
            for (Address a = std::max(word, base); a < std::min(word + 4, end); ++a)
                byte_cells(word).cells[a % 4] = {};
    }
}

void copy_word(Address to, const trace::MemoryObject& target, Address from,
               const trace::MemoryObject& source, bool traced) {
    const Cell cell = cell_at(to);
    unsigned values = 0;
    for (unsigned i = 0; i < 4; ++i)
        if (holds_value(from + i, source)) values |= 1u << i;
    for (unsigned i = 0; i < 4; ++i)
        if (values >> i & 1)
            give(to + i, 1);
        else
            take_back(to + i, 1);
    if (!traced) {
        cell.clear();
        const LastWrite writer = writer_of(from, source);
        cell.write.bits = PastAccess::of(target.birth, writer.thread(), writer.site()).bits;
    }
    cell.write.set_initialised(values);
}

// Copies the state of whole words if both ends have the same offset within a word. The partial
// words at the ends, and copies between different offsets, count as written by the host.
void copy_within_device(Address to, const trace::MemoryObject& target, Address from,
                        const trace::MemoryObject& source, std::size_t size, bool traced) {
    if (to % 4 != from % 4) return give(to, size);
    const Address first = (to + 3) & ~Address{3}, last = (to + size) & ~Address{3};
    if (first >= last) return give(to, size);
    give(to, first - to);
    give(last, to + size - last);
    for (Address word = first; word < last; word += 4)
        copy_word(word, target, from + (word - to), source, traced);
}

}  // namespace

void move_values(Address to, Address from, std::size_t size, bool traced) {
    trace::MemoryObject* const target = const_cast<trace::MemoryObject*>(place_of(to));
    if (!target) return;
    size = std::min<std::size_t>(size, target->base + target->size - to);
    const trace::MemoryObject* const source = place_of(from);
    if (source && source->holds(from, size) &&
        (source->touched_by_kernels || !all_have_values(from, size))) {
        target->touched_by_kernels = true;
        target->given = false;
        return copy_within_device(to, *target, from, *source, size, traced);
    }
    if (target->touched_by_kernels && !traced) forget_kernels(to, to + size);
    give(to, size);
    const bool is_whole = to == target->base && size == target->size;
    target->given |= is_whole;
    if (is_whole) target->copied = from != 0;
}

void forget_values(Address base, std::size_t size) {
    trace::MemoryObject* const object = trace::memory_objects().find(base);
    if (!object) return;
    size = std::min<std::size_t>(size, object->base + object->size - base);
    object->given = false;
    take_back(base, size);
    if (base != object->base || size != object->size) return forget_kernels(base, base + size);
    object->birth = epochs().begin(no_block, 0);
    object->touched_by_kernels = false;
}

bool have_values(const trace::MemoryObject& object, Address base, std::size_t size) {
    if (!object.holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (!holds_value(a, object)) return false;
    return true;
}

std::optional<report::StoredPart> stored_part(const trace::MemoryObject& object,
                                              std::size_t element_size,
                                              const std::function<bool(Address)>& is_only_read) {
    constexpr std::size_t most_bytes = 256 * 1024;
    if (element_size == 0 || object.size > most_bytes) return std::nullopt;
    const auto is_stored = [&](Address element) {
        for (Address a = element; a < element + element_size; ++a)
            if (!holds_value(a, object) ||
                (is_only_read(a & ~Address{3}) && !from_kernel(a, object)))
                return false;
        return true;
    };
    // Parts of equal state: with and without values in turn.
    struct Part {
        long first, last;
        bool stored;
    };
    std::vector<Part> parts;
    for (long i = 0; i < static_cast<long>(object.size / element_size); ++i) {
        const bool stored = is_stored(object.base + static_cast<Address>(i) * element_size);
        if (parts.empty() || parts.back().stored != stored) parts.push_back({i, i, stored});
        parts.back().last = i;
    }
    report::StoredPart result;
    for (const Part& part : parts)
        if (part.stored) result.count += part.last - part.first + 1;
    for (const bool stored : {true, false}) {
        if (std::ranges::count(parts, stored, &Part::stored) != 1) continue;
        const Part& only = *std::ranges::find(parts, stored, &Part::stored);
        result.first = only.first;
        result.last = only.last;
        result.is_gap = !stored;
        break;
    }
    return result;
}

bool all_have_values(Address base, std::size_t size) {
    const trace::MemoryObject* const object = place_of(base);
    return object && have_values(*object, base, size);
}

bool all_from_kernels(Address base, std::size_t size) {
    const trace::MemoryObject* const object = place_of(base);
    if (!object || !object->holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (!from_kernel(a, *object)) return false;
    return true;
}

bool has_no_writer(Address base, std::size_t size) {
    const trace::MemoryObject* const object = place_of(base);
    if (!object || !object->holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (writer_of(a, *object).epoch() != 0) return false;
    return true;
}

bool any_from_kernels(Address base, std::size_t size) {
    const trace::MemoryObject* const object = place_of(base);
    if (!object || !object->holds(base, size)) return false;
    for (Address a = base; a < base + size; ++a)
        if (from_kernel(a, *object)) return true;
    return false;
}

void for_empty_words(const trace::MemoryObject& object, Address base, std::size_t size,
                     const std::function<bool(Address)>& visit) {
    if (object.given || !object.holds(base, size)) return;
    for (Address word = (base + 3) & ~Address{3}; word + 4 <= base + size; word += 4) {
        if (given_bytes(word) != 0) continue;
        const Cell cell = cell_at(word);
        if (cell.write.epoch() >= object.birth && cell.write.initialised() == 15) continue;
        bool is_empty = true;
        for (Address a = word; a < word + 4; ++a) is_empty &= !holds_value(a, object);
        if (is_empty && !visit(word)) return;
    }
}

}  // namespace cusim::race
