#include "simulator/trace/recent_accesses.hpp"

namespace cusim::trace {

RecentAccesses recent_accesses;

}  // namespace cusim::trace
