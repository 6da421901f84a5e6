// The race rule for one cell: compare with the writer and the readers it remembers, then remember
// the access. A write is compared with all of them and replaces them; a read is compared with the
// writer and joins the readers, of whom the two that are furthest apart stay, so that whichever
// thread writes later, one of them is not ordered with it if any reader was not.
#pragma once

#include "simulator/race/race_finding.hpp"

namespace cusim::race {

class WordCheck {
  public:
    WordCheck(const ThreadClock& actor, const Access& access, const trace::MemoryObject& object)
        : actor_{actor}, access_{access}, place_{object} {}

    void visit(Cell cell, PastAccess& second);
    const Access& access() const { return access_; }

  private:
    // Reports (once for the whole access) if `earlier` races with the access.
    void compare(const EarlierAccess& earlier);
    bool may_coexist(const EarlierAccess& earlier) const;
    void remember_read(Cell cell, PastAccess& second) const;
    void remember_write(Cell cell) const;
    PastAccess mine() const;

    const ThreadClock& actor_;
    const Access& access_;
    const trace::MemoryObject& place_;
    bool reported_ = false;
};

}  // namespace cusim::race
