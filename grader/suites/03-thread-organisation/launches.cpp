// The text form of launches.
#include <fmt/format.h>

#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

std::string shown(Extent e) {
    return fmt::format("({}, {}, {})", e.x, e.y, e.z);
}

std::string shown(const Launch& launch) {
    return fmt::format("{} blocks of {} threads", shown(launch.grid), shown(launch.block));
}

}  // namespace thread_organisation
