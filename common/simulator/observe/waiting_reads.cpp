#include "simulator/observe/waiting_reads.hpp"

#include <algorithm>
#include <utility>

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
void leave_row(Address sector, Interval launch, Interval birth) {
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

bool byte_has_value(Address byte, Interval birth) {
    if (memory::is_given(byte)) return true;
    const ReadHalf reader = memory::cell(byte).read;
    return reader.split() && reader.interval() >= birth &&
           has_value(byte_cells(byte & ~Address{3}).cells[byte % 4], birth, [] { return false; });
}

bool all_given(Address begin, Address end) {
    bool given = true;
    for (Address word = begin & ~Address{3}; word < end; word += 4)
        given &= memory::given_bytes(word) == 15;
    return given;
}

// Of one access; false where that takes a closer look.
bool has_values(Address a, unsigned size, Interval birth) {
    bool have = true;
    for (Address word = a; size >= 4 && word < a + size; word += 4)
        have &= word_has_value(word, birth);
    for (Address byte = a; size < 4 && byte < a + size; ++byte) have &= byte_has_value(byte, birth);
    return have;
}

bool have_values(Address first, Address gap, unsigned count, unsigned size, Interval birth) {
    if (gap == size && all_given(first, first + count * size)) return true;
    bool have = true;
    for (unsigned i = 0; i < count; ++i) have &= has_values(first + i * gap, size, birth);
    return have;
}

// Does the shadow remember readers of all these words so far apart that no other would add to them?
bool is_known_to_blocks(Address begin, Address end) {
    ReadHalf plain_and_blocks;
    plain_and_blocks.set_spread(memory::Spread::blocks);
    std::uint64_t different = 0;
    bool old = false;
    for (Address word = begin & ~Address{3}; word < end; word += 4) {
        const ReadHalf reader = memory::cell(word).read;
        different |= reader.bits ^ plain_and_blocks.bits;
        old |= reader.interval() < order_floor;
    }
    return !old && different >> ReadHalf::flags_at == 0;
}

bool note_words(Address a, unsigned size, std::uint64_t own, SiteId site) {
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    bool fine = true;
    for (Address word = a; word < a + size; word += 4)
        fine &= note_read(memory::cell(word), own, record, order_floor);
    return fine;
}

bool note_bytes(Address a, unsigned size, Interval birth, std::uint64_t own, SiteId site) {
    const ReadHalf reader = memory::cell(a).read;
    if (!reader.split() || reader.interval() < birth) return false;
    const std::uint64_t record = own | std::uint64_t{site} << 32;
    ByteCells& bytes = byte_cells(a & ~Address{3});
    bool fine = true;
    for (Address byte = a; byte < a + size; ++byte)
        fine &= note_read(bytes.cells[byte % 4], own, record, order_floor);
    return fine;
}

Access waiting_read(SiteId site, Address a, unsigned size) {
    return {a, size, std::min(size, 8u), Op::read, memory::Kind::plain, pc_of(site), site};
}

// Entries hold up to as many bytes as the memory that was read, and that little at least.
constexpr std::size_t shortest_list = 64 * memory::KiB;

}  // namespace

WaitingReads& waiting_reads() {
    static WaitingReads instance;
    return instance;
}

void WaitingReads::launch_is_over() {
    while (!lists_.empty()) empty_list(*places().find(lists_.begin()->first));
}

void WaitingReads::launch_begins(LaunchId launch, Interval first) {
    launch_ = launch;
    first_ = first;
    floor_ = order_floor;
    may_wait_ = order_floor >= first;
    forget();
    if (!may_wait_) places().for_each(spread_rows);
}

void WaitingReads::forget(const Place& place) {
    lists_.erase(place.base);
    forget();
}

void WaitingReads::bring_up_to_date(Place& place) {
    empty_list(place);
    spread_rows(place);
}

void WaitingReads::set(Place& place, Watch watch) const {
    place.watched_in = launch_;
    place.watch = watch;
}

void WaitingReads::stop(Place& place) {
    settle_all_reads();
    bring_up_to_date(place);
    set(place, Watch::at_once);
    forget();
    site_cache.forget();
}

const WaitingReads::Target& WaitingReads::target(SiteId site, Address a) {
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
    if (watch(*place) == Watch::listed) target.list = &lists_[place->base];
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
    Place& place = *target.place;
    const unsigned size = target.size;
    if (!place.given && !have_values(first, gap, lanes.count, size, place.birth)) {
        if (target.list) empty_list(place);
        for (unsigned i = 0; i < lanes.count; ++i) {
            go_by_words(place, first + i * gap, size);
            check_waiting_read(*lanes.actors[i], waiting_read(site, first + i * gap, size));
        }
        return;
    }
    if (target.list && put_on_list(site, target, lanes, first, gap)) return;
    if (target.list) empty_list(place);
    remember(site, this->target(site, first), lanes, first, gap);
}

void WaitingReads::check(SiteId site, const Actor& actor, Address a) {
    ReadingLanes lane;
    lane.add(actor);
    check(site, lane, a, 0);
}

// False where the shadow must be told.
bool WaitingReads::put_on_list(SiteId site, const Target& target, const ReadingLanes& lanes,
                               Address first, Address gap) const {
    List& list = *target.list;
    if (lanes.know_others ||
        list.size() * sizeof(Request) >= std::max(target.place->size, shortest_list))
        return false;
    const auto add = [&](unsigned lane, unsigned count) {
        const Actor& actor = *lanes.actors[lane];
        list.push_back({access_record(site, first + lane * gap), gap, actor.interval,
                        static_cast<std::uint16_t>(actor.thread),
                        static_cast<std::uint16_t>(count)});
    };
    if (lanes.adjacent)
        add(0, lanes.count);
    else
        for (unsigned i = 0; i < lanes.count; ++i) add(i, 1);
    return true;
}

// Tells the shadow of what is listed, unless the host knows that all of that has ended; from here
// on the launch lists no more. What those threads knew of each other was said by their intervals,
// and of what was before the launch they knew all that the launch did.
void WaitingReads::empty_list(Place& place) {
    const auto node = lists_.extract(place.base);
    if (watch(place) == Watch::listed) set(place, Watch::undecided);
    forget();
    if (node.empty() || first_ < streams().unwaited(intervals().next())) return;

    const Interval floor = std::exchange(order_floor, floor_);
    BlockClock block;
    std::array<Actor, 32> actors;
    for (const Request& request : node.mapped()) {
        const IntervalInfo* const info = intervals().find(request.interval);
        if (!info || request.interval < place.birth) continue;
        block.linear = info->block;
        block.epoch = info->epoch;
        ReadingLanes lanes;
        for (unsigned i = 0; i < request.count; ++i) {
            actors[i].block = &block;
            actors[i].interval = request.interval;
            actors[i].thread = request.thread + i;
            lanes.add(actors[i]);
        }
        const SiteId site = tag_of(request.first);
        const Address first = address_of(request.first);
        remember(site, target(site, first), lanes, first, request.gap);
    }
    order_floor = floor;
}

void WaitingReads::remember(SiteId site, const Target& target, const ReadingLanes& lanes,
                            Address first, Address gap) {
    const unsigned size = target.size;
    const bool adjoin = gap == size || gap == 0;
    if (adjoin && is_known_to_blocks(first, first + gap * (lanes.count - 1) + size)) return;
    if (gap == size && remember_row(site, target, lanes, first)) return;
    for (unsigned i = 0; i < lanes.count; ++i)
        remember_one(site, target, *lanes.actors[i], first + i * gap);
}

// Before the words that this access touches are looked at.
void WaitingReads::go_by_words(Place& place, Address a, unsigned size) const {
    const Watch how = watch(place);
    if (how == Watch::undecided) set(place, Watch::by_word);
    if (how == Watch::by_row)
        for (Address s = a & ~(sector_size - 1); s < a + size; s += sector_size)
            leave_row(s, first_, place.birth);
}

void WaitingReads::remember_one(SiteId site, const Target& target, const Actor& actor, Address a) {
    Place& place = *target.place;
    const unsigned size = target.size;
    go_by_words(place, a, size);
    const std::uint64_t own = Half::of(actor.interval, actor.thread).bits;
    const bool fine =
        size < 4 ? note_bytes(a, size, place.birth, own, site) : note_words(a, size, own, site);
    if (!fine) check_races(actor, waiting_read(site, a, size), place);
}

// False where this is not a row to be kept by sectors; then nothing has happened.
bool WaitingReads::remember_row(SiteId site, const Target& target, const ReadingLanes& lanes,
                                Address first) {
    const unsigned size = target.size;
    const Address end = first + lanes.count * size;
    const Address from = (first + sector_size - 1) & ~(sector_size - 1);
    const Address to = end & ~(sector_size - 1);
    Place& place = *target.place;
    if (!lanes.adjacent || first % size != 0 || from >= to) return false;
    if (watch(place) == Watch::by_word) return false;
    set(place, Watch::by_row);
    if (place.rows_end == 0) place.rows_begin = from;
    place.rows_begin = std::min(place.rows_begin, from);
    place.rows_end = std::max(place.rows_end, to);

    const auto remember_elements = [&](Address begin, Address behind) {
        for (Address a = begin; a < behind; a += size)
            remember_one(site, target, *lanes.actors[(a - first) / size], a);
    };
    remember_elements(first, from);
    const Actor& leader = *lanes.actors[0];
    for (Address s = from; s < to; s += sector_size) {
        const auto thread = static_cast<std::uint32_t>(leader.thread + (s - first) / size);
        const ReadHalf mine{Half::of(leader.interval, thread, site)};
        if (!note_row(lanes, mine, size, s)) remember_elements(s, s + sector_size);
    }
    remember_elements(to, end);
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
