// Tracks what the host knows about the progress of the device. Here, kernels have run when their
// launch returns; on a device they would still be running. The time between two events may only be
// asked for after the host has waited for them, or for something after them. A wait in one stream
// also counts for everything issued to others before, so a program that may be correct is never
// reported.
#pragma once

#include <cstdint>
#include <map>

namespace python {

class Progress {
  public:
    /// The program gives the device work for which the host does not wait.
    void asked() { ++asked_; }
    void recorded(int event) { events_[event] = asked_; }
    void forget(int event) { events_.erase(event); }

    void waited_for_all() { over_ = asked_; }
    void waited_for(int event);
    /// An event without unfinished work before it is reached as soon as it is recorded.
    bool is_over(int event) const;

  private:
    std::uint64_t asked_ = 0, over_ = 0;
    std::map<int, std::uint64_t> events_;  // how much work had been issued before each
};

}  // namespace python
