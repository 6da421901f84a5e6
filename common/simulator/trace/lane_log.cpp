#include "simulator/trace/lane_log.hpp"

#include <algorithm>

namespace cusim::trace {

LaneLog* running_log = nullptr;
Record* log_next = nullptr;
Record* log_end = nullptr;

// Threads that wait for their whole grid all have a log at once, which is often a short one: with
// 2 KiB to begin with, a quarter of the pages that lab 08 touched for the first time were logs.
void LaneLog::grow() {
    const std::size_t used = size();
    const std::size_t room = storage ? std::max<std::size_t>(256, capacity() * 2) : 56;
    auto larger = std::make_unique_for_overwrite<Record[]>(room + readable_behind);
    std::copy_n(storage.get(), used, larger.get());
    storage = std::move(larger);
    next = storage.get() + used;
    end = storage.get() + room;
}

void LaneLog::drop(std::size_t count) {
    next = std::move(storage.get() + count, next, storage.get());
}

}  // namespace cusim::trace
