#include "simulator/exec/debugger.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "simulator/exec/grid.hpp"
#include "simulator/report/indices.hpp"

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

bool reached = false;

void tell_if_never_reached() {
    if (!reached)
        std::fprintf(stderr, "simulator: SIM_STOP_AT is \"%s\"; no launch had that thread\n",
                     std::getenv("SIM_STOP_AT"));
}

const std::optional<StopAt>& stop_at() {
    static const std::optional<StopAt> asked = [] {
        const auto found = StopAt::from_environment();
        if (found) std::atexit(tell_if_never_reached);
        return found;
    }();
    return asked;
}

}  // namespace

StopAt StopAt::parse(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon != text.npos) {
        const auto block = indices(text.substr(0, colon)), thread = indices(text.substr(colon + 1));
        if (block && thread) return {*block, *thread};
    }
    throw std::invalid_argument("SIM_STOP_AT is \"" + std::string(text) +
                                "\"; expected BLOCK:THREAD, as in 2:7 or 1,0:3,2");
}

std::optional<StopAt> StopAt::from_environment() try {
    const char* const text = std::getenv("SIM_STOP_AT");
    if (!text || !*text) return std::nullopt;
    return parse(text);
} catch (const std::invalid_argument& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "simulator: %s\n", error.what());
    std::_Exit(2);  // a mistake in how the program was called: no report on the program
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

// A debugger's breakpoint; the caller is the kernel.
[[gnu::noinline]] void stop_for_debugger() {
    __asm__ volatile("");
}

}  // namespace cusim::detail
