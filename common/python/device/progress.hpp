// How far the host knows the device to be. Kernels run here when they are launched; on a device
// they are still to come then, and a time between two events can only be asked for once the host
// has waited for them, or for something behind them. What it waits for in one stream counts for
// what was asked of others before, too: of a program that may be right nothing is said.
#pragma once

#include <cstdint>
#include <map>

namespace python {

class Progress {
  public:
    /// The device is asked for what the host goes on beside.
    void asked() { ++asked_; }
    void recorded(int event) { events_[event] = asked_; }
    void forget(int event) { events_.erase(event); }

    void waited_for_all() { over_ = asked_; }
    void waited_for(int event);
    /// What has nothing before it that is still to come is over as soon as it is recorded.
    bool is_over(int event) const;

  private:
    std::uint64_t asked_ = 0, over_ = 0;
    std::map<int, std::uint64_t> events_;  // how much had been asked for before each
};

}  // namespace python
