// The race rule for one cell: compare with the accesses that it remembers, then remember this one.
// A write is compared with all of them and takes their place; a read is compared with the writes
// and joins the readers, of whom the two that are furthest apart stay, so that whichever thread
// writes later, one of them is not ordered with it if any reader was not.
#pragma once

#include "simulator/race/access.hpp"
#include "simulator/race/happens_before.hpp"
#include "simulator/race/race_finding.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

class WordCheck {
  public:
    WordCheck(const Point& now, const Access& access, const trace::MemoryObject& object)
        : now_{now}, access_{access}, object_{object} {}

    void visit(Cell cell, PastAccess& second);
    const Access& access() const { return access_; }

  private:
    // Reports (once for the whole access) if `earlier` races with the access.
    void compare(const EarlierAccess& earlier);
    bool may_coexist(const EarlierAccess& earlier) const;
    bool meets_signal(const EarlierAccess& earlier) const;
    bool is_ordered(Missing missing) const;
    // A look without a fence will do here: what is lacking was reported where it mattered.
    bool is_known(PastAccess past) const {
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
