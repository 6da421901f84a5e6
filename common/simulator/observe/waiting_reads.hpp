// Plain reads of memory that the running launch has not written so far. Such a read can race with
// nothing yet: it only has to hold a value, and to be remembered for a later write. So its hook
// leaves it in the lane's log, and it is checked later, a warp's row of lanes at a time, but before
// anything could tell the difference: before the clock of its thread moves, before anybody writes
// to the variable or allocation, and before the launch ends or stops.
//
// Where a warp's lanes read whole sectors, the shadow keeps one record a sector (memory::row);
// other reads are kept by word, as those of memory that is written are.
#pragma once

#include <array>
#include <vector>

#include "simulator/observe/places.hpp"
#include "simulator/observe/sites.hpp"

namespace cusim::observe {

// Lanes that read at one place of the program, in ascending order.
struct ReadingLanes {
    std::array<const Actor*, 32> actors;
    unsigned count = 0;
    bool adjacent = true;  // and of one interval

    void add(const Actor& actor) {
        if (count > 0)
            adjacent &= actor.thread == actors[count - 1]->thread + 1 &&
                        actor.interval == actors[0]->interval;
        actors[count++] = &actor;
    }
};

class WaitingReads {
  public:
    // `first`: its first interval. Reads wait only if all earlier ones are ordered before it.
    void launch_begins(LaunchId launch, Interval first);

    // Do plain reads of this place wait?
    bool wait_for(const Place& place) const { return watch(place) != Watch::at_once; }
    // From here on they do not, in this launch.
    void stop(Place& place);
    // An allocation came or went.
    void forget() { targets_.clear(); }

    // Checks records of the lanes' logs, unless their hooks have done so. The addresses lie `gap`
    // apart.
    void check(SiteId site, const ReadingLanes& lanes, memory::Address first, memory::Address gap);
    void check(SiteId site, const Actor& actor, memory::Address a);

  private:
    // What a place in the program read last; `place` is null where its reads do not wait.
    struct Target {
        memory::Address base = 0;
        std::size_t limit = 0;
        Place* place = nullptr;
        unsigned size = 0;  // of an access
    };

    Watch watch(const Place& place) const {
        if (!may_wait_ || place.shared || place.kind == MemoryKind::constant) return Watch::at_once;
        return place.watched_in == launch_ ? place.watch : Watch::undecided;
    }
    void set(Place& place, Watch watch) const;
    Target& target(SiteId site, memory::Address a);
    bool check_row(SiteId site, const Target& target, const ReadingLanes& lanes,
                   memory::Address first);
    void check_one(SiteId site, const Target& target, const Actor& actor, memory::Address a);
    bool note_row(const ReadingLanes& lanes, memory::ReadHalf mine, unsigned size,
                  memory::Address sector) const;

    std::vector<Target> targets_;  // by site
    LaunchId launch_ = 0;
    Interval first_ = 0;
    bool may_wait_ = false;
};

// Of the running launch.
WaitingReads& waiting_reads();

}  // namespace cusim::observe
