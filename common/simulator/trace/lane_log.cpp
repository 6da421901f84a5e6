#include "simulator/trace/lane_log.hpp"

#include <algorithm>

namespace cusim::trace {

LaneLog* running_log = nullptr;
Record* log_next = nullptr;
Record* log_end = nullptr;

// Small to begin with: threads that wait for the whole grid have a log each at the same time, and
// most of these logs are short. With 2 KiB for each, logs were a quarter of the pages that lab 08
// touched.
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
