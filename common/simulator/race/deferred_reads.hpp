// Deferred checks of plain reads, for memory that the running launch has not written so far. Such a
// read cannot race with anything yet. It only has to hold a value, and must be remembered in case a
// later write races with it. Its hook therefore leaves it in the lane's log. It is checked later,
// together with the reads of the other lanes of the warp, but before any event that could change
// the result of the check.
//
// Checked reads are at first only listed: one entry for the request of a warp. Most lists are never
// used, since no one writes to the object; and once the host has waited for the launch, its readers
// no longer matter. When a write does come, or the list grows long, its entries are moved into the
// shadow. There, where a warp's lanes read whole sectors, one record stands for all readers of a
// sector (row_at() in shadow.hpp). Other reads are stored by word, like reads of memory that is
// written.
//
// The result is the same as that of a check in the hook. The earlier contents of the memory
// happened before the whole launch. (Where work of another stream may still run, no read is
// deferred.) Whether the bytes hold a value cannot change until somebody writes. The reader is
// remembered with its thread, epoch and site; which earlier readers it may replace depends only on
// what its thread knew. Deferred reads are therefore checked before any of these events:
// - the first access of another kind to the object (a write, an atomic, a volatile or texture
//   access). From then on, until the launch ends, reads of this object are checked in their hooks;
// - a change of the clock of a lane of that warp: a barrier of block, warp or grid, a fence, an
//   acquire by an atomic or volatile read;
// - an allocation or deallocation in a kernel, and the end of the launch.
// Between these events, the order in which reads reach list and shadow only decides which of
// several equally good representatives the shadow keeps. The fuzz tests compare the result with
// full vector clocks.
//
// A list is moved into the shadow when it holds as many bytes as the object, when the launch writes
// to the object after all, or when lanes read that are ordered by more than barriers of block and
// grid. If the host has not waited, it is also moved before the next launch, or when a copy or the
// host accesses the object. The clocks may have advanced by then, so a list holds the epochs of its
// readers, which determine what they knew.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/shadow.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Lanes of one warp that read at the same site, in ascending order.
class ReadingLanes {
  public:
    ReadingLanes() = default;
    // `floor`: of the block's other threads, the shadow knows only what they did before the block's
    // latest barrier.
    ReadingLanes(std::uint32_t block, std::uint32_t barriers, Epoch floor)
        : block_{block}, barriers_{barriers}, floor_{floor} {}

    // `clock`: the thread's clock if it knows of more than that, otherwise nullptr.
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
    bool adjacent() const { return adjacent_; }        // and all of one epoch
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
    // To be called before anything of the next launch is recorded. Moves the reads of the previous
    // launch into the shadow.
    void launch_is_over();
    // `first`: the launch's first epoch. Reads are deferred only if all earlier epochs are ordered
    // before it.
    void launch_begins(std::uint32_t launch, Epoch first);
    // Defers no reads in this launch. To be called when it begins.
    void refuse() { may_defer_ = false; }

    // Whether plain reads of this object are deferred.
    bool defers(const trace::MemoryObject& object) const {
        return tracking(object) != trace::Tracking::at_once;
    }
    // Stops deferring reads of this object for the rest of the launch.
    void stop(trace::MemoryObject& object);
    // Moves listed reads of the object into the shadow. To be called before the shadow's readers
    // are looked at.
    void bring_up_to_date(trace::MemoryObject& object);
    // To be called after an allocation or deallocation.
    void forget() { targets_.clear(); }
    void forget(const trace::MemoryObject& object);

    void lanes(const trace::Thread* const* threads, std::uint32_t mask) override;
    void accesses(trace::SiteId site, memory::Address first, memory::Address gap) override;
    void accesses(trace::SiteId site, const trace::WarpRequest& request) override;

  private:
    // The reads of `count` neighbouring threads: the log record of the first thread, and the
    // distance between their addresses.
    struct Request {
        trace::Record first;
        memory::Address gap;
        Epoch epoch;
        std::uint16_t thread;
        std::uint16_t count;
    };
    using List = std::vector<Request>;

    // The object that a site read last; nullptr if its reads are not deferred.
    struct Target {
        memory::Address base = 0;
        std::size_t limit = 0;
        trace::MemoryObject* object = nullptr;
        unsigned size = 0;     // bytes of an access
        List* list = nullptr;  // the list that new reads of the row are added to
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

    // The threads whose records follow; used only if a record is a deferred read.
    const trace::Thread* const* threads_ = nullptr;
    std::uint32_t mask_ = 0;
    unsigned count_ = 0;
    bool lanes_known_ = false;
    ReadingLanes lanes_;

    std::vector<Target> targets_;            // by site
    std::map<memory::Address, List> lists_;  // by the base address of the object
    std::uint32_t launch_ = 0;
    Epoch first_ = 0;
    Epoch floor_ = 0;  // order_floor when the launch began
    bool may_defer_ = false;
};

// The deferred reads of the running launch.
DeferredReads& deferred_reads();

}  // namespace cusim::race
