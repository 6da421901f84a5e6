// Observes every access of a launch before it is made, and may let other threads run first. While
// such an object lives, no access takes the hooks' fast path.
#pragma once

#include "simulator/race/shadow/access.hpp"

namespace cusim::race {

class AccessWatch {
  public:
    // `repeats`: an earlier run of this launch has been checked. Only fatal accesses are then still
    // reported, and old values of what the launch stores are still kept.
    explicit AccessWatch(bool repeats);
    AccessWatch(const AccessWatch&) = delete;
    AccessWatch& operator=(const AccessWatch&) = delete;

    bool repeats() const { return repeats_; }
    // Called for each access by running_thread, except to its own stack. `access.address` is where
    // the bytes lie.
    virtual void access(const Access& access) = 0;

  protected:
    ~AccessWatch();

  private:
    const bool repeats_;
};

// nullptr if nothing observes the launch.
extern AccessWatch* access_watch;

}  // namespace cusim::race
