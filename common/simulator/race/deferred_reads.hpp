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

#include "simulator/race/clocks.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/shadow.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"

namespace cusim::race {

// Lanes that read at one place of the program, in ascending order.
struct ReadingLanes {
    std::array<const ThreadClock*, 32> actors;
    unsigned count = 0;
    bool adjacent = true;      // and of one interval
    bool know_others = false;  // by more than barriers of block and grid

    void add(const ThreadClock& actor) {
        know_others |= actor.vector || actor.block->vector || (actor.warp && actor.warp->known);
        if (count > 0)
            adjacent &=
                actor.thread == actors[count - 1]->thread + 1 && actor.epoch == actors[0]->epoch;
        actors[count++] = &actor;
    }
};

class DeferredReads final : public trace::ReadConsumer {
  public:
    // Before anything of the next launch is known: what the one before read goes into the shadow.
    void launch_is_over();
    // `first`: its first interval. Reads wait only if all earlier ones are ordered before it.
    void launch_begins(LaunchId launch, Epoch first);

    // Do plain reads of this place wait?
    bool defers(const trace::MemoryObject& object) const {
        return tracking(object) != trace::Tracking::at_once;
    }
    // From here on they do not, in this launch.
    void stop(trace::MemoryObject& object);
    // Whoever looks at the readers that the shadow's words know, while none wait there, must have
    // asked for this.
    void bring_up_to_date(trace::MemoryObject& object);
    // An allocation came or went.
    void forget() { targets_.clear(); }
    void forget(const trace::MemoryObject& object);

    void lanes(std::span<const trace::Thread* const> threads) override;
    void accesses(trace::SiteId site, memory::Address first, memory::Address gap) override;
    void access(trace::SiteId site, unsigned place, memory::Address a) override;

  private:
    // `count` threads, one next to the other: what the first one left in its log, and how far apart
    // their addresses lie.
    struct Request {
        trace::Record first;
        memory::Address gap;
        Epoch epoch;
        std::uint16_t thread;
        std::uint16_t count;
    };
    using List = std::vector<Request>;

    // What a place in the program read last; `place` is null where its reads do not wait.
    struct Target {
        memory::Address base = 0;
        std::size_t limit = 0;
        trace::MemoryObject* object = nullptr;
        unsigned size = 0;     // of an access
        List* list = nullptr;  // that takes them
    };

    void check(trace::SiteId site, const ReadingLanes& lanes, memory::Address first,
               memory::Address gap);
    void check(trace::SiteId site, const ThreadClock& actor, memory::Address a);
    trace::Tracking tracking(const trace::MemoryObject& object) const {
        if (!may_wait_ || object.shared || object.kind == memory::MemoryKind::constant)
            return trace::Tracking::at_once;
        return object.tracked_in == launch_ ? object.tracking : trace::Tracking::listed;
    }
    void set(trace::MemoryObject& object, trace::Tracking tracking) const;
    const Target& target(trace::SiteId site, memory::Address a);
    bool put_on_list(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                     memory::Address first, memory::Address gap) const;
    void empty_list(trace::MemoryObject& object);
    void remember(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                  memory::Address first, memory::Address gap);
    bool remember_row(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                      memory::Address first);
    void go_by_words(trace::MemoryObject& object, memory::Address a, unsigned size) const;
    void remember_one(trace::SiteId site, const Target& target, const ThreadClock& actor,
                      memory::Address a);
    bool note_row(const ReadingLanes& lanes, LastRead mine, unsigned size,
                  memory::Address sector) const;

    ReadingLanes lanes_;                     // whose records come
    std::vector<Target> targets_;            // by site
    std::map<memory::Address, List> lists_;  // by the base of the place
    LaunchId launch_ = 0;
    Epoch first_ = 0;
    Epoch floor_ = 0;  // order_floor when the launch began
    bool may_wait_ = false;
};

// Of the running launch.
DeferredReads& deferred_reads();

}  // namespace cusim::race
