// The race rule for one cell: compare with the writer and the readers it remembers, then remember
// the access. A write is compared with all of them and replaces them; a read is compared with the
// writer and joins the readers, of whom the two that are furthest apart stay, so that whichever
// thread writes later, one of them is not ordered with it if any reader was not.
#pragma once

#include "simulator/observe/races.hpp"

namespace cusim::observe {

class WordCheck {
  public:
    WordCheck(const Actor& actor, const Access& access, const Place& place)
        : actor_{actor}, access_{access}, place_{place} {}

    void visit(memory::Cell cell, memory::Half& second);
    const Access& access() const { return access_; }

  private:
    // Reports (once for the whole access) if `earlier` races with the access.
    void compare(const EarlierAccess& earlier);
    bool may_coexist(const EarlierAccess& earlier) const;
    void remember_read(memory::Cell cell, memory::Half& second) const;
    void remember_write(memory::Cell cell) const;
    memory::Half mine() const;

    const Actor& actor_;
    const Access& access_;
    const Place& place_;
    bool reported_ = false;
};

}  // namespace cusim::observe
