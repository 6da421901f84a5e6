// The race rule for one cell: compares an access with those that the cell remembers, then records
// it. A write is compared with all of them and replaces them. A read is compared with the writes
// and added to the readers. The two readers that are farthest apart are kept. Thus, whichever
// thread writes later, one of the two is unordered with it if any reader was.
#pragma once

#include "simulator/race/findings/race_finding.hpp"
#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

class WordCheck {
  public:
    WordCheck(const Point& now, const Access& access, const trace::MemoryObject& object)
        : now_{now}, access_{access}, object_{object} {}

    void visit(Cell cell, PastAccess& second);
    const Access& access() const { return access_; }

  private:
    // If `earlier` races with the access, reports it, once for the whole access.
    void compare(const EarlierAccess& earlier);
    // Counts a read of what another block has stored, which something orders after it.
    void count_order(const EarlierAccess& earlier) const;
    bool may_coexist(const EarlierAccess& earlier) const;
    bool meets_signal(const EarlierAccess& earlier) const;
    bool is_ordered(Missing missing) const;
    // Whether at most a fence is missing. It suffices for what the cell remembers: the missing
    // fence was reported where it mattered.
    bool ordered_but_for_fence(PastAccess past) const {
        return past.epoch() == 0 || missing_between(past, now_) <= Missing::fence;
    }
    void remember_read(OtherAccess& first, PastAccess& second) const;
    void remember_write(Cell cell) const;
    PastAccess mine() const;

    const Point now_;
    const Access& access_;
    const trace::MemoryObject& object_;
    bool reported_ = false;
};

}  // namespace cusim::race
