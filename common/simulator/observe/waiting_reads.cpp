#include "simulator/observe/waiting_reads.hpp"

#include <algorithm>

#include "simulator/observe/access.hpp"
#include "simulator/observe/check.hpp"
#include "simulator/observe/intervals.hpp"
#include "simulator/observe/reader_rows.hpp"
#include "simulator/observe/streams.hpp"
#include "simulator/observe/warp_log.hpp"

namespace cusim::observe {

using memory::Address;
using memory::Half;
using memory::ReadHalf;
using memory::sector_size;

namespace {

// From here on the words of this sector know its readers.
void go_by_words(Address sector, Interval launch, Interval birth) {
    ReadHalf& row = memory::row(sector);
    if (row.interval() >= launch) {
        if (row.split()) return;
        spread_row(sector, birth);
    }
    row.bits = launch;
    row.set_split(true);
}

// Did `row` happen before what these lanes do, for each word alike?
bool ordered_before(ReadHalf row, ReadHalf mine, bool by_same_threads, const Actor& me) {
    if (row.interval() < order_floor) return true;
    const IntervalInfo* const info = intervals().find(row.interval());
    if (!info || info->block != me.block->linear) return false;
    return info->epoch < me.block->epoch || (by_same_threads && row.thread() == mine.thread());
}

bool word_has_value(Address word, Interval birth) {
    return has_value(memory::cell(word), birth, [&] { return memory::given_bytes(word) == 15; });
}

bool have_values(Address begin, Address end, Interval birth) {
    bool have = true;
    for (Address word = begin & ~Address{3}; word < end; word += 4)
        have &= memory::given_bytes(word) == 15;
    if (have) return true;
    have = true;
    for (Address word = begin & ~Address{3}; word < end; word += 4)
        have &= word_has_value(word, birth);
    return have;
}

// Does the shadow remember readers of all these words so far apart that no other would add to them?
bool is_known_to_blocks(Address begin, Address end) {
    for (Address word = begin & ~Address{3}; word < end; word += 4) {
        const ReadHalf reader = memory::cell(word).read;
        if (reader.interval() < order_floor || reader.spread() != memory::Spread::blocks ||
            reader.split() || reader.updated() || reader.kind() != memory::Kind::plain)
            return false;
    }
    return true;
}

bool note_words(Address a, unsigned size, const Place& place, std::uint64_t own, SiteId site) {
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    bool fine = true;
    for (Address word = a; word < a + size; word += 4) {
        fine &= place.given || word_has_value(word, place.birth);
        fine &= note_read(memory::cell(word), own, record, order_floor);
    }
    return fine;
}

bool note_bytes(Address a, unsigned size, const Place& place, std::uint64_t own, SiteId site) {
    const ReadHalf reader = memory::cell(a).read;
    if (!reader.split() || reader.interval() < place.birth) return false;
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    ByteCells& bytes = byte_cells(a & ~Address{3});
    bool fine = true;
    for (Address byte = a; byte < a + size; ++byte) {
        ByteCell& cell = bytes.cells[byte % 4];
        fine &= place.given || has_value(cell, place.birth, [&] { return memory::is_given(byte); });
        fine &= note_read(cell, own, record, order_floor);
    }
    return fine;
}

}  // namespace

WaitingReads& waiting_reads() {
    static WaitingReads instance;
    return instance;
}

void WaitingReads::launch_begins(LaunchId launch, Interval first) {
    launch_ = launch;
    first_ = first;
    may_wait_ = order_floor >= first;
    forget();
    if (!may_wait_) places().for_each(spread_rows);
}

void WaitingReads::set(Place& place, Watch watch) const {
    place.watched_in = launch_;
    place.watch = watch;
}

void WaitingReads::stop(Place& place) {
    settle_all_reads();
    set(place, Watch::at_once);
    spread_rows(place);
    forget();
    site_cache.forget();
}

WaitingReads::Target& WaitingReads::target(SiteId site, Address a) {
    if (site >= targets_.size()) targets_.resize(site + 64);
    Target& target = targets_[site];
    if (a - target.base < target.limit) return target;
    target = {.base = a, .limit = 1};
    if (memory::shared_arenas.contains(a)) {
        target.base = memory::shared_arenas.base;
        target.limit = memory::shared_arenas.size;
        return target;
    }
    Place* const place = places().find(a);
    if (!place) return target;
    target.base = place->base;
    target.limit = place->size;
    target.size = site_info(site).size;
    if (wait_for(*place)) target.place = place;
    return target;
}

void WaitingReads::check(SiteId site, const ReadingLanes& lanes, Address first, Address gap) {
    const Target& target = this->target(site, first);
    const Address last = first + gap * (lanes.count - 1);
    if (last - target.base >= target.limit) {
        for (unsigned i = 0; i < lanes.count; ++i) check(site, *lanes.actors[i], first + i * gap);
        return;
    }
    if (!target.place) return;
    const unsigned size = target.size;
    const bool adjoin = gap == size || gap == 0;
    if (adjoin && is_known_to_blocks(first, last + size)) return;
    if (gap == size && check_row(site, target, lanes, first)) return;
    for (unsigned i = 0; i < lanes.count; ++i)
        check_one(site, target, *lanes.actors[i], first + i * gap);
}

void WaitingReads::check(SiteId site, const Actor& actor, Address a) {
    const Target& target = this->target(site, a);
    if (target.place) check_one(site, target, actor, a);
}

void WaitingReads::check_one(SiteId site, const Target& target, const Actor& actor, Address a) {
    Place& place = *target.place;
    const unsigned size = target.size;
    const Watch how = watch(place);
    if (how == Watch::undecided) set(place, Watch::by_word);
    if (how == Watch::by_row)
        for (Address s = a & ~(sector_size - 1); s < a + size; s += sector_size)
            go_by_words(s, first_, place.birth);
    const std::uint64_t own = Half::of(actor.interval, actor.thread).bits;
    const bool fine =
        size < 4 ? note_bytes(a, size, place, own, site) : note_words(a, size, place, own, site);
    if (!fine)
        check_waiting_read(
            actor, {a, size, std::min(size, 8u), Op::read, memory::Kind::plain, pc_of(site), site});
}

// False where this is not a row to be kept by sectors; then nothing has happened.
bool WaitingReads::check_row(SiteId site, const Target& target, const ReadingLanes& lanes,
                             Address first) {
    const unsigned size = target.size;
    const Address end = first + lanes.count * size;
    const Address from = (first + sector_size - 1) & ~(sector_size - 1);
    const Address to = end & ~(sector_size - 1);
    Place& place = *target.place;
    if (!lanes.adjacent || first % size != 0 || from >= to) return false;
    if (watch(place) == Watch::by_word) return false;
    if (!place.given && !have_values(first, end, place.birth)) return false;
    set(place, Watch::by_row);
    if (place.rows_end == 0) place.rows_begin = from;
    place.rows_begin = std::min(place.rows_begin, from);
    place.rows_end = std::max(place.rows_end, to);

    const auto check_elements = [&](Address begin, Address behind) {
        for (Address a = begin; a < behind; a += size)
            check_one(site, target, *lanes.actors[(a - first) / size], a);
    };
    check_elements(first, from);
    const Actor& leader = *lanes.actors[0];
    for (Address s = from; s < to; s += sector_size) {
        const auto thread = static_cast<std::uint32_t>(leader.thread + (s - first) / size);
        const ReadHalf mine{Half::of(leader.interval, thread, site)};
        if (!note_row(lanes, mine, size, s)) check_elements(s, s + sector_size);
    }
    check_elements(to, end);
    return true;
}

// False where the words must remember.
bool WaitingReads::note_row(const ReadingLanes& lanes, ReadHalf mine, unsigned size,
                            Address sector) const {
    ReadHalf& row = memory::row(sector);
    if (row.interval() < first_) {
        row = mine;
        return true;
    }
    if (row.split()) return false;
    const bool same_size = row.site() == mine.site() || site_info(row.site()).size == size;
    if (same_size && ((row.bits ^ mine.bits) & who_mask) == 0) return true;
    if (!ordered_before(row, mine, same_size, *lanes.actors[0])) return false;
    row = mine;
    return true;
}

}  // namespace cusim::observe
