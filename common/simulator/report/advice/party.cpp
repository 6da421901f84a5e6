#include "simulator/report/advice/party.hpp"

#include <fmt/format.h>

namespace cusim::report {

std::string coordinates(const Dim3& at, const Dim3& extent) {
    if (extent.y <= 1 && extent.z <= 1) return std::to_string(at.x);
    if (extent.z <= 1) return fmt::format("({},{})", at.x, at.y);
    return fmt::format("({},{},{})", at.x, at.y, at.z);
}

std::string describe(const Party& party, const Recorded& recorded) {
    if (party.host && party.op == Op::copy)
        return party.kernel ? fmt::format("a call of {}", party.kernel) : "a copy";
    if (party.host && party.op == Op::function) return "a host function";
    if (party.host) return "the host";
    return fmt::format("thread {} of block {}{}", coordinates(party.thread, recorded.block),
                       coordinates(party.block, recorded.grid),
                       party.kernel ? fmt::format(" of {}", party.kernel) : "");
}

}  // namespace cusim::report
