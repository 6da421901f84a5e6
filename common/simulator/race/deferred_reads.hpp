// Plain reads of memory that the running launch has not written so far. Such a read can race with
// nothing yet: it only has to hold a value, and to be remembered for a later write. So its hook
// leaves it in the lane's log, and it is checked later, a warp's row of lanes at a time, but before
// anything could tell the difference.
//
// Until then the readers are only listed, all lanes of a warp's request in one entry. Most lists
// are never looked at: nobody writes, and once the host has seen the launch end, who read is of no
// more use. If somebody does write, or the list grows long, the shadow is brought up to date.
// There, where a warp's lanes read whole sectors, one record stands for a sector (row_at() in
// shadow.hpp); other reads are kept by word, as those of memory that is written are.
//
// This finds exactly what a check in the hook would. What was in memory before the launch happened
// before all of it (where that is not so, because another stream's work may still run, no read is
// deferred), and whether the bytes hold a value cannot change as long as nobody writes. What is
// left is to remember the reader, for the sake of a later write, with its thread, epoch and site;
// and which earlier readers it may replace depends only on what its thread knew. So reads are
// checked before any of this changes:
//   before the first access of another kind to that object (a write, an atomic, a volatile or
//   texture access), from where on its reads are checked in their hooks until the launch ends;
//   before the clock of a lane of that warp moves: a barrier of block, warp or grid, a fence, what
//   an atomic or volatile read acquires; before memory is allocated or freed in a kernel, and
//   before the launch ends or is stopped.
// In between, the order in which reads reach list and shadow decides only which of several equally
// good representatives the shadow keeps. The fuzz tests hold the result against full vector clocks.
//
// A list goes into the shadow when it holds as many bytes as the object, when the launch writes
// there after all, when lanes read that know of each other by more than barriers of block and grid,
// and, where the host has not waited, before the next launch or when a copy or the host comes to
// the object. The clocks may have moved on by then, so a list holds the epochs of its readers,
// which say what they knew.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "simulator/race/happens_before.hpp"
#include "simulator/race/shadow.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Lanes of one warp that read at one site, in ascending order.
class ReadingLanes {
  public:
    ReadingLanes() = default;
    // All that the shadow may know of the block's other threads: those before its latest barrier.
    ReadingLanes(std::uint32_t block, std::uint32_t barriers, Epoch floor)
        : block_{block}, barriers_{barriers}, floor_{floor} {}

    // `clock`: where it knows more than that.
    void add(Epoch epoch, std::uint32_t thread, const ThreadClock* clock = nullptr) {
        if (count_ > 0)
            adjacent_ &= thread == lanes_[count_ - 1].thread + 1 && epoch == lanes_[0].epoch;
        lanes_[count_++] = {epoch, thread, clock};
        know_others_ |= clock != nullptr;
    }
    ReadingLanes only(unsigned lane) const {
        ReadingLanes one{block_, barriers_, floor_};
        one.add(lanes_[lane].epoch, lanes_[lane].thread, lanes_[lane].clock);
        return one;
    }
    void clear(std::uint32_t block, std::uint32_t barriers, Epoch floor) {
        block_ = block;
        barriers_ = barriers;
        floor_ = floor;
        count_ = 0;
        adjacent_ = true;
        know_others_ = false;
    }

    unsigned count() const { return count_; }
    bool adjacent() const { return adjacent_; }        // and of one epoch
    bool know_others() const { return know_others_; }  // by more than barriers of block and grid
    Epoch floor() const { return floor_; }
    Epoch epoch(unsigned lane) const { return lanes_[lane].epoch; }
    std::uint32_t thread(unsigned lane) const { return lanes_[lane].thread; }
    Point point(unsigned lane) const {
        return {lanes_[lane].epoch, lanes_[lane].thread, block_, barriers_, floor_,
                lanes_[lane].clock};
    }

  private:
    struct Lane {
        Epoch epoch;
        std::uint32_t thread;
        const ThreadClock* clock;
    };
    std::array<Lane, 32> lanes_;
    unsigned count_ = 0;
    bool adjacent_ = true, know_others_ = false;
    std::uint32_t block_ = no_block, barriers_ = 0;
    Epoch floor_ = 0;
};

class DeferredReads final : public trace::ReadConsumer {
  public:
    // Before anything of the next launch is known: what the one before read goes into the shadow.
    void launch_is_over();
    // `first`: its first epoch. Reads are deferred only if all earlier ones are ordered before it.
    void launch_begins(std::uint32_t launch, Epoch first);
    // No reads are, from the launch's begin on.
    void refuse() { may_defer_ = false; }

    // Are plain reads of this object deferred?
    bool defers(const trace::MemoryObject& object) const {
        return tracking(object) != trace::Tracking::at_once;
    }
    // From here on they do not, in this launch.
    void stop(trace::MemoryObject& object);
    // Whoever looks at the readers that the shadow's words know must have asked for this.
    void bring_up_to_date(trace::MemoryObject& object);
    // An allocation came or went.
    void forget() { targets_.clear(); }
    void forget(const trace::MemoryObject& object);

    void lanes(const trace::Thread* const* threads, std::uint32_t mask) override;
    void accesses(trace::SiteId site, memory::Address first, memory::Address gap) override;
    void accesses(trace::SiteId site, const trace::WarpRequest& request) override;

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

    // What a site read last; `object` is null where its reads are not deferred.
    struct Target {
        memory::Address base = 0;
        std::size_t limit = 0;
        trace::MemoryObject* object = nullptr;
        unsigned size = 0;     // of an access
        List* list = nullptr;  // that takes them
    };

    const ReadingLanes& reading_lanes();
    void check(trace::SiteId site, const ReadingLanes& lanes, memory::Address first,
               memory::Address gap);
    trace::Tracking tracking(const trace::MemoryObject& object) const {
        if (!may_defer_ || object.shared || object.kind == memory::MemoryKind::constant)
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
    void remember_one(trace::SiteId site, const Target& target, const ReadingLanes& lanes,
                      unsigned lane, memory::Address a);
    bool note_row(const ReadingLanes& lanes, OtherAccess mine, unsigned size,
                  memory::Address sector) const;

    // Whose records come: looked at when one of them turns out to be a deferred read.
    const trace::Thread* const* threads_ = nullptr;
    std::uint32_t mask_ = 0;
    unsigned count_ = 0;
    bool lanes_known_ = false;
    ReadingLanes lanes_;

    std::vector<Target> targets_;            // by site
    std::map<memory::Address, List> lists_;  // by the base of the object
    std::uint32_t launch_ = 0;
    Epoch first_ = 0;
    Epoch floor_ = 0;  // order_floor when the launch began
    bool may_defer_ = false;
};

// Of the running launch.
DeferredReads& deferred_reads();

}  // namespace cusim::race
