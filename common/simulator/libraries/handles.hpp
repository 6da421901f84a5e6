// The handles of a library that the program has created and not destroyed, and the checks with
// which the library's functions begin.
#pragma once

#include <set>

#include "simulator/api/calls/status.hpp"

namespace cusim::libraries {

template <class Context, class Status, Status success, Status not_initialised, Status invalid>
class Handles {
  public:
    using Handle = Context*;

    bool contains(Handle handle) const { return live_.contains(handle); }

    Status create(Handle* handle) {
        if (!handle) return invalid;
        api::initialise();
        live_.insert(*handle = new Context);
        return success;
    }
    // The context stays, since operations that have not been executed may refer to it.
    Status destroy(Handle handle) { return live_.erase(handle) ? success : not_initialised; }

    Status verdict(Handle handle, bool arguments_are_good) const {
        if (!contains(handle)) return not_initialised;
        return arguments_are_good ? success : invalid;
    }
    // Calls `action` if the handle is valid and the arguments are good.
    template <class Action>
    Status with(Handle handle, bool arguments_are_good, Action action) const {
        const Status status = verdict(handle, arguments_are_good);
        if (status == success) action();
        return status;
    }

  private:
    std::set<Handle> live_;
};

}  // namespace cusim::libraries
