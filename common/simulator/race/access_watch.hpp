// Who wants to hear of every access of a launch before it is made, and may let other threads run
// first. While such an object lives, no access takes the hooks' fast path.
#pragma once

#include "simulator/race/access.hpp"

namespace cusim::race {

class AccessWatch {
  public:
    // `repeats`: the launch has been judged in an earlier run of it. Only what must not be done at
    // all is still looked for, and what it stores is noted.
    explicit AccessWatch(bool repeats);
    AccessWatch(const AccessWatch&) = delete;
    AccessWatch& operator=(const AccessWatch&) = delete;

    bool repeats() const { return repeats_; }
    // By running_thread; not of its own stack. The address is where the bytes lie.
    virtual void access(const Access& access) = 0;

  protected:
    ~AccessWatch();

  private:
    const bool repeats_;
};

// nullptr: nobody.
extern AccessWatch* access_watch;

}  // namespace cusim::race
