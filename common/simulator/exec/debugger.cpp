#include "simulator/exec/debugger.hpp"

#include <cstdio>
#include <cstdlib>

#include "simulator/exec/grid.hpp"
#include "simulator/report/indices.hpp"
#include "simulator/report/setting.hpp"

namespace cusim::exec {

namespace {

std::optional<uint3> indices(std::string_view text) {
    const auto at = report::parse_indices(text);
    if (!at) return std::nullopt;
    return uint3{at->x, at->y, at->z};
}

bool same(const uint3& a, const uint3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

constexpr const char* variable = "SIM_STOP_AT";

bool reached = false;

void tell_if_never_reached() {
    if (!reached)
        std::fprintf(stderr, "simulator: %s is \"%s\"; no launch had that thread\n", variable,
                     report::text_of_setting(variable).data());
}

const std::optional<StopAt>& stop_at() {
    static const std::optional<StopAt> asked = [] {
        const auto found = report::setting(variable, std::optional<StopAt>{}, StopAt::parse,
                                           "BLOCK:THREAD, as in 2:7 or 1,0:3,2");
        if (found) std::atexit(tell_if_never_reached);
        return found;
    }();
    return asked;
}

}  // namespace

std::optional<StopAt> StopAt::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon != text.npos) {
        const auto block = indices(text.substr(0, colon)), thread = indices(text.substr(colon + 1));
        if (block && thread) return StopAt{*block, *thread};
    }
    return std::nullopt;
}

}  // namespace cusim::exec

namespace cusim::detail {

bool debugger_wants_this_thread() {
    using namespace exec;
    if (!current_thread || !stop_at()) return false;
    const bool wanted = same(current_thread->block->index, stop_at()->block) &&
                        same(current_thread->index, stop_at()->thread);
    reached = reached || wanted;
    return wanted;
}

// A debugger sets its breakpoint here; the caller is the kernel.
[[gnu::noinline]] void stop_for_debugger() {
    __asm__ volatile("");
}

}  // namespace cusim::detail
