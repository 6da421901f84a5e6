#include "simulator/race/deferred_reads.hpp"

#include <algorithm>
#include <bit>

#include "simulator/race/cell_check.hpp"
#include "simulator/race/order/epochs.hpp"
#include "simulator/race/order/reader_rows.hpp"
#include "simulator/race/order/streams.hpp"
#include "simulator/race/shadow/byte_cells.hpp"
#include "simulator/race/shadow/site_cache.hpp"
#include "simulator/race/shadow_check.hpp"
#include "simulator/trace/lanes.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::race {

using memory::Address;
using memory::sector_size;

namespace {

// Moves the readers of this sector's row into the cells of its words.
void leave_row(Address sector, Epoch launch, Epoch birth) {
    OtherAccess& row = row_at(sector);
    if (row.epoch() >= launch) {
        if (row.split()) return;
        spread_row(sector, birth);
    }
    row.bits = launch;
    row.set_split(true);
}

// Whether `row` happened before the reads of these lanes, for each word.
bool ordered_before(OtherAccess row, OtherAccess mine, bool by_same_threads, const Point& now) {
    if (row.epoch() < now.floor) return true;
    const EpochInfo* const info = epochs().find(row.epoch());
    if (!info || info->block != now.block) return false;
    return info->barriers < now.barriers || (by_same_threads && row.thread() == mine.thread());
}

bool word_has_value(Address word, Epoch birth) {
    return has_value(cell_at(word), birth, [&] { return given_bytes(word) == 15; });
}

bool byte_has_value(Address byte, Epoch birth) {
    if (is_given(byte)) return true;
    const OtherAccess reader = cell_at(byte).other;
    return reader.split() && reader.epoch() >= birth &&
           has_value(byte_cells(byte & ~Address{3}).cells[byte % 4], birth, [] { return false; });
}

bool all_given(Address begin, Address end) {
    bool given = true;
    for (Address word = begin & ~Address{3}; word < end; word += 4)
        given &= given_bytes(word) == 15;
    return given;
}

// Whether all bytes of one access hold values. May return false if only the full check can tell.
bool has_values(Address a, unsigned size, Epoch birth) {
    bool have = true;
    for (Address word = a; size >= 4 && word < a + size; word += 4)
        have &= word_has_value(word, birth);
    for (Address byte = a; size < 4 && byte < a + size; ++byte) have &= byte_has_value(byte, birth);
    return have;
}

bool have_values(Address first, Address gap, unsigned count, unsigned size, Epoch birth) {
    if (gap == size && all_given(first, first + count * size)) return true;
    bool have = true;
    for (unsigned i = 0; i < count; ++i) have &= has_values(first + i * gap, size, birth);
    return have;
}

// Whether the remembered readers of all these words are so far apart that another would change
// nothing.
bool is_known_to_blocks(Address begin, Address end, Epoch floor) {
    OtherAccess plain_and_blocks;
    plain_and_blocks.set_spread(Spread::blocks);
    std::uint64_t different = 0;
    bool old = false;
    for (Address word = begin & ~Address{3}; word < end; word += 4) {
        const OtherAccess reader = cell_at(word).other;
        different |= reader.bits ^ plain_and_blocks.bits;
        old |= reader.epoch() < floor;
    }
    return !old && different >> OtherAccess::flags_at == 0;
}

bool note_words(Address a, unsigned size, std::uint64_t own, trace::SiteId site, Epoch floor) {
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    bool fine = true;
    for (Address word = a; word < a + size; word += 4)
        fine &= note_read(cell_at(word), own, record, floor);
    return fine;
}

bool note_bytes(Address a, unsigned size, Epoch birth, std::uint64_t own, trace::SiteId site,
                Epoch floor) {
    const OtherAccess reader = cell_at(a).other;
    if (!reader.split() || reader.epoch() < birth) return false;
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    ByteCells& bytes = byte_cells(a & ~Address{3});
    bool fine = true;
    for (Address byte = a; byte < a + size; ++byte)
        fine &= note_read(bytes.cells[byte % 4], own, record, floor);
    return fine;
}

Access deferred_read(trace::SiteId site, Address a, unsigned size) {
    return {a,   size, std::min(size, 8u), trace::Op::read, AccessKind::plain, trace::pc_of(site),
            site};
}

// A list holds at most as many bytes as the object, but at least so many.
constexpr std::size_t shortest_list = 64 * memory::KiB;

}  // namespace

DeferredReads& deferred_reads() {
    static DeferredReads instance;
    return instance;
}

void DeferredReads::launch_is_over() {
    while (!lists_.empty()) empty_list(*trace::memory_objects().find(lists_.begin()->first));
}

void DeferredReads::launch_begins(std::uint32_t launch, Epoch first) {
    trace::read_consumer = this;
    launch_ = launch;
    first_ = first;
    floor_ = order_floor;
    may_defer_ = order_floor >= first;
    forget();
    if (!may_defer_) trace::memory_objects().for_each(spread_rows);
}

void DeferredReads::forget(const trace::MemoryObject& object) {
    lists_.erase(object.base);
    forget();
}

void DeferredReads::bring_up_to_date(trace::MemoryObject& object) {
    empty_list(object);
    spread_rows(object);
}

void DeferredReads::set(trace::MemoryObject& object, trace::Tracking tracking) const {
    object.tracked_in = launch_;
    object.tracking = tracking;
}

void DeferredReads::stop(trace::MemoryObject& object) {
    trace::drain_all_reads();
    bring_up_to_date(object);
    set(object, trace::Tracking::at_once);
    forget();
    site_cache.forget();
}

const DeferredReads::Target& DeferredReads::target(trace::SiteId site, Address a) {
    if (site >= targets_.size()) targets_.resize(site + 64);
    Target& target = targets_[site];
    if (a - target.base < target.limit) return target;
    target = {.base = a, .limit = 1};
    if (memory::shared_arenas.contains(a)) {
        target.base = memory::shared_arenas.base;
        target.limit = memory::shared_arenas.size;
        return target;
    }
    trace::MemoryObject* const object = trace::memory_objects().find(a);
    if (!object) return target;
    target.base = object->base;
    target.limit = object->size;
    target.size = trace::site_info(site).size;
    if (defers(*object)) target.object = object;
    if (tracking(*object) == trace::Tracking::listed) target.list = &lists_[object->base];
    return target;
}

void DeferredReads::lanes(const trace::Thread* const* threads, std::uint32_t mask) {
    threads_ = threads;
    mask_ = mask;
    count_ = static_cast<unsigned>(std::popcount(mask));
    lanes_known_ = false;
}

const ReadingLanes& DeferredReads::reading_lanes() {
    if (lanes_known_) return lanes_;
    lanes_known_ = true;
    const auto clock_of = [&](unsigned lane) -> const ThreadClock& {
        return static_cast<const ThreadClock&>(*threads_[lane]);
    };
    const BlockClock& block = *clock_of(static_cast<unsigned>(std::countr_zero(mask_))).block;
    lanes_.clear(block.linear, block.barriers, order_floor);
    trace::for_lanes(mask_, [&](unsigned lane) {
        const ThreadClock& clock = clock_of(lane);
        const bool knows_others = clock.vector || block.vector || (clock.warp && clock.warp->known);
        lanes_.add(clock.epoch, clock.thread, knows_others ? &clock : nullptr);
    });
    return lanes_;
}

void DeferredReads::accesses(trace::SiteId site, Address first, Address gap) {
    const Target& target = this->target(site, first);
    if (!target.object && first + gap * (count_ - 1) - target.base < target.limit) return;
    check(site, reading_lanes(), first, gap);
}

void DeferredReads::accesses(trace::SiteId site, const trace::WarpRequest& request) {
    if (trace::site_info(site).op != trace::Op::read) return;
    const Target& first = target(site, request.address[std::countr_zero(request.mask)]);
    bool elsewhere = !first.object;  // in one object that is not deferred, such as shared memory
    trace::for_lanes(request.mask, [&](unsigned lane) {
        elsewhere &= request.address[lane] - first.base < first.limit;
    });
    if (elsewhere) return;
    unsigned place = 0;
    trace::for_lanes(request.mask, [&](unsigned lane) {
        const Address a = request.address[lane];
        if (target(site, a).object) check(site, reading_lanes().only(place), a, 0);
        ++place;
    });
}

void DeferredReads::check(trace::SiteId site, const ReadingLanes& lanes, Address first,
                          Address gap) {
    const Target& target = this->target(site, first);
    const Address last = first + gap * (lanes.count() - 1);
    if (last - target.base >= target.limit) {
        for (unsigned i = 0; i < lanes.count(); ++i) check(site, lanes.only(i), first + i * gap, 0);
        return;
    }
    if (!target.object) return;
    trace::MemoryObject& object = *target.object;
    const unsigned size = target.size;
    if (!object.given && !have_values(first, gap, lanes.count(), size, object.birth)) {
        if (target.list) empty_list(object);
        for (unsigned i = 0; i < lanes.count(); ++i) {
            go_by_words(object, first + i * gap, size);
            const Access read = deferred_read(site, first + i * gap, size);
            check_values(lanes.point(i), read, object);
            check_races(lanes.point(i), read, object);
        }
        return;
    }
    if (target.list && put_on_list(site, target, lanes, first, gap)) return;
    if (target.list) empty_list(object);
    remember(site, this->target(site, first), lanes, first, gap);
}

// Returns false if the read must go into the shadow instead.
bool DeferredReads::put_on_list(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                                Address first, Address gap) const {
    List& list = *target.list;
    if (lanes.know_others() ||
        list.size() * sizeof(Request) >= std::max(target.object->size, shortest_list))
        return false;
    const auto add = [&](unsigned lane, unsigned count) {
        list.push_back({trace::access_record(site, first + lane * gap), gap, lanes.epoch(lane),
                        static_cast<std::uint16_t>(lanes.thread(lane)),
                        static_cast<std::uint16_t>(count)});
    };
    if (lanes.adjacent())
        add(0, lanes.count());
    else
        for (unsigned i = 0; i < lanes.count(); ++i) add(i, 1);
    return true;
}

// Moves the listed reads into the shadow, unless the host knows that all of them have ended. No
// more reads of the object are listed in this launch. The readers' epochs imply what those threads
// knew of each other; of what came before the launch, they knew everything that the launch did.
void DeferredReads::empty_list(trace::MemoryObject& object) {
    const auto node = lists_.extract(object.base);
    if (tracking(object) == trace::Tracking::listed) set(object, trace::Tracking::undecided);
    forget();
    if (node.empty() || first_ < streams().unwaited(epochs().next())) return;

    for (const Request& request : node.mapped()) {
        const EpochInfo* const info = epochs().find(request.epoch);
        if (!info || request.epoch < object.birth) continue;
        ReadingLanes lanes{info->block, info->barriers, floor_};
        for (unsigned i = 0; i < request.count; ++i) lanes.add(request.epoch, request.thread + i);
        const trace::SiteId site = trace::tag_of(request.first);
        const Address first = trace::address_of(request.first);
        remember(site, target(site, first), lanes, first, request.gap);
    }
}

void DeferredReads::remember(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                             Address first, Address gap) {
    const unsigned size = target.size;
    const bool adjoin = gap == size || gap == 0;
    if (adjoin &&
        is_known_to_blocks(first, first + gap * (lanes.count() - 1) + size, lanes.floor()))
        return;
    if (gap == size && remember_row(site, target, lanes, first)) return;
    for (unsigned i = 0; i < lanes.count(); ++i)
        remember_one(site, target, lanes, i, first + i * gap);
}

// To be called before the cells of the words of this access are looked at.
void DeferredReads::go_by_words(trace::MemoryObject& object, Address a, unsigned size) const {
    const trace::Tracking how = tracking(object);
    if (how == trace::Tracking::undecided) set(object, trace::Tracking::by_word);
    if (how == trace::Tracking::by_row)
        for (Address s = a & ~(sector_size - 1); s < a + size; s += sector_size)
            leave_row(s, first_, object.birth);
}

void DeferredReads::remember_one(trace::SiteId site, const Target& target,
                                 const ReadingLanes& lanes, unsigned lane, Address a) {
    trace::MemoryObject& object = *target.object;
    const unsigned size = target.size;
    go_by_words(object, a, size);
    const std::uint64_t own = PastAccess::of(lanes.epoch(lane), lanes.thread(lane)).bits;
    const bool fine = size < 4 ? note_bytes(a, size, object.birth, own, site, lanes.floor())
                               : note_words(a, size, own, site, lanes.floor());
    if (!fine) check_races(lanes.point(lane), deferred_read(site, a, size), object);
}

// Returns false, having changed nothing, if these readers cannot be stored by sector.
bool DeferredReads::remember_row(trace::SiteId site, const Target& target,
                                 const ReadingLanes& lanes, Address first) {
    const unsigned size = target.size;
    const Address end = first + lanes.count() * size;
    const Address from = (first + sector_size - 1) & ~(sector_size - 1);
    const Address to = end & ~(sector_size - 1);
    trace::MemoryObject& object = *target.object;
    if (!lanes.adjacent() || first % size != 0 || from >= to) return false;
    if (tracking(object) == trace::Tracking::by_word) return false;
    set(object, trace::Tracking::by_row);
    if (object.rows_end == 0) object.rows_begin = from;
    object.rows_begin = std::min(object.rows_begin, from);
    object.rows_end = std::max(object.rows_end, to);

    const auto remember_elements = [&](Address begin, Address behind) {
        for (Address a = begin; a < behind; a += size)
            remember_one(site, target, lanes, (a - first) / size, a);
    };
    remember_elements(first, from);
    for (Address s = from; s < to; s += sector_size) {
        const auto thread = static_cast<std::uint32_t>(lanes.thread(0) + (s - first) / size);
        const OtherAccess mine{PastAccess::of(lanes.epoch(0), thread, site)};
        if (!note_row(lanes, mine, size, s)) remember_elements(s, s + sector_size);
    }
    remember_elements(to, end);
    return true;
}

// Returns false if the readers must be stored by word.
bool DeferredReads::note_row(const ReadingLanes& lanes, OtherAccess mine, unsigned size,
                             Address sector) const {
    OtherAccess& row = row_at(sector);
    if (row.epoch() < first_) {
        row = mine;
        return true;
    }
    if (row.split()) return false;
    const bool same_size = row.site() == mine.site() || trace::site_info(row.site()).size == size;
    if (same_size && ((row.bits ^ mine.bits) & epoch_and_thread_mask) == 0) return true;
    if (!ordered_before(row, mine, same_size, lanes.point(0))) return false;
    row = mine;
    return true;
}

}  // namespace cusim::race
