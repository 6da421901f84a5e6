#include "simulator/observe/lane_log.hpp"

#include <algorithm>

#include "simulator/observe/actor.hpp"
#include "simulator/observe/events.hpp"
#include "simulator/observe/warp_log.hpp"

namespace cusim::observe {

Record* log_next = nullptr;
Record* log_end = nullptr;

void LaneLog::grow() {
    const std::size_t used = size();
    const std::size_t room = std::max<std::size_t>(256, capacity() * 2);
    auto larger = std::make_unique_for_overwrite<Record[]>(room + readable_behind);
    std::copy_n(storage.get(), used, larger.get());
    storage = std::move(larger);
    next = storage.get() + used;
    end = storage.get() + room;
}

void LaneLog::drop(std::size_t count) {
    next = std::move(storage.get() + count, next, storage.get());
}

void make_room() {
    put_down_log();
    current_actor->warp_log->make_room(*current_actor->log);
    take_up_log();
}

}  // namespace cusim::observe
