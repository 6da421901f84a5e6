// Plain reads of memory that the running launch has not written so far. Such a read can race with
// nothing yet: it only has to hold a value, and to be remembered for a later write. So its hook
// leaves it in the lane's log, and it is checked later, a warp's row of lanes at a time, but before
// anything could tell the difference: before the clock of its thread moves, before anybody writes
// to the variable or allocation, and before the launch ends or stops.
//
// Until then the readers are only listed, all lanes of a warp's request in one entry. Most lists
// are never looked at: nobody writes, and once the host has seen the launch end, who read is of no
// more use. If somebody does write, or the list grows long, the shadow is told of them all. There,
// where a warp's lanes read whole sectors, one record stands for a sector (memory::row); other
// reads are kept by word, as those of memory that is written are.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "simulator/observe/lane_log.hpp"
#include "simulator/observe/places.hpp"
#include "simulator/observe/sites.hpp"

namespace cusim::observe {

// Lanes that read at one place of the program, in ascending order.
struct ReadingLanes {
    std::array<const Actor*, 32> actors;
    unsigned count = 0;
    bool adjacent = true;      // and of one interval
    bool know_others = false;  // by more than barriers of block and grid

    void add(const Actor& actor) {
        know_others |=
            actor.knowledge || actor.block->knowledge || (actor.warp && actor.warp->known);
        if (count > 0)
            adjacent &= actor.thread == actors[count - 1]->thread + 1 &&
                        actor.interval == actors[0]->interval;
        actors[count++] = &actor;
    }
};

class WaitingReads {
  public:
    // Before anything of the next launch is known: what the one before read goes into the shadow.
    void launch_is_over();
    // `first`: its first interval. Reads wait only if all earlier ones are ordered before it.
    void launch_begins(LaunchId launch, Interval first);

    // Do plain reads of this place wait?
    bool wait_for(const Place& place) const { return watch(place) != Watch::at_once; }
    // From here on they do not, in this launch.
    void stop(Place& place);
    // Whoever looks at the readers that the shadow's words know, while none wait there, must have
    // asked for this.
    void bring_up_to_date(Place& place);
    // An allocation came or went.
    void forget() { targets_.clear(); }
    void forget(const Place& place);

    // Checks records of the lanes' logs, unless their hooks have done so. The addresses lie `gap`
    // apart.
    void check(SiteId site, const ReadingLanes& lanes, memory::Address first, memory::Address gap);
    void check(SiteId site, const Actor& actor, memory::Address a);

  private:
    // `count` threads, one next to the other: what the first one left in its log, and how far apart
    // their addresses lie.
    struct Request {
        Record first;
        memory::Address gap;
        Interval interval;
        std::uint16_t thread;
        std::uint16_t count;
    };
    using List = std::vector<Request>;

    // What a place in the program read last; `place` is null where its reads do not wait.
    struct Target {
        memory::Address base = 0;
        std::size_t limit = 0;
        Place* place = nullptr;
        unsigned size = 0;     // of an access
        List* list = nullptr;  // that takes them
    };

    Watch watch(const Place& place) const {
        if (!may_wait_ || place.shared || place.kind == MemoryKind::constant) return Watch::at_once;
        return place.watched_in == launch_ ? place.watch : Watch::listed;
    }
    void set(Place& place, Watch watch) const;
    const Target& target(SiteId site, memory::Address a);
    bool put_on_list(SiteId site, const Target& target, const ReadingLanes& lanes,
                     memory::Address first, memory::Address gap) const;
    void empty_list(Place& place);
    void remember(SiteId site, const Target& target, const ReadingLanes& lanes,
                  memory::Address first, memory::Address gap);
    bool remember_row(SiteId site, const Target& target, const ReadingLanes& lanes,
                      memory::Address first);
    void go_by_words(Place& place, memory::Address a, unsigned size) const;
    void remember_one(SiteId site, const Target& target, const Actor& actor, memory::Address a);
    bool note_row(const ReadingLanes& lanes, memory::ReadHalf mine, unsigned size,
                  memory::Address sector) const;

    std::vector<Target> targets_;            // by site
    std::map<memory::Address, List> lists_;  // by the base of the place
    LaunchId launch_ = 0;
    Interval first_ = 0;
    Interval floor_ = 0;  // order_floor when the launch began
    bool may_wait_ = false;
};

// Of the running launch.
WaitingReads& waiting_reads();

}  // namespace cusim::observe
