#include "simulator/report/advice/launch_shape.hpp"

#include <fmt/format.h>

#include "exchanged_launch.hpp"
#include "number_of.hpp"

namespace cusim::report {
namespace {

long number_in(const Dim3& extent) {
    return static_cast<long>(extent.x) * extent.y * extent.z;
}

}  // namespace

std::string small_blocks(const Recorded& recorded) {
    const long blocks = number_in(recorded.grid), threads = number_in(recorded.block);
    if (!launches::looks_exchanged(blocks, threads)) return {};
    return fmt::format(
        "The launch has {} of {}: in <<<blocks, threads>>> the threads of one block come second.",
        words::number_of(blocks, "block"), words::number_of(threads, "thread"));
}

std::string threads_for(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const long blocks = number_in(settled.recorded.grid),
               threads = number_in(settled.recorded.block);
    if (f.space != Space::shared || f.variant != Variant::none || f.variable.empty() || !f.index ||
        *f.index < threads || f.elements <= threads || threads == 0)
        return {};
    if (const std::string launch = small_blocks(settled.recorded); !launch.empty())
        return fmt::format(" {} has {} elements. {}", f.variable, f.elements, launch);
    return fmt::format(" {} has {} elements, and the launch {} of {}.", f.variable, f.elements,
                       words::number_of(blocks, "block"), words::number_of(threads, "thread"));
}

}  // namespace cusim::report
