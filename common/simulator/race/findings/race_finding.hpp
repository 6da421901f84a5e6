// Writes the findings for races that word_check.hpp detects.
#pragma once

#include "simulator/race/order/happens_before.hpp"
#include "simulator/race/shadow/access.hpp"
#include "simulator/race/shadow/earlier_access.hpp"
#include "simulator/trace/memory_objects.hpp"

namespace cusim::race {

// Two atomics that overlap but differ in size.
bool of_mixed_sizes(const Access& access, const EarlierAccess& earlier);

// Reports an access to memory of cudaMallocAsync that is not ordered after the allocation.
void check_is_allocated(const Point& now, const Access& access, const trace::MemoryObject& object);

// `access` is not ordered with `earlier`, and one of them writes.
void report_race(const Point& now, const Access& access, const trace::MemoryObject& object,
                 const EarlierAccess& earlier, Missing missing);

}  // namespace cusim::race
