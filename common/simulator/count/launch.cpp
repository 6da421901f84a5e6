#include "simulator/count/launch.hpp"

#include <utility>

#include "simulator/count/closeup.hpp"
#include "simulator/count/counters.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/warp_log.hpp"

namespace cusim::count {

void launch_begins(const trace::Extent& grid) {
    trace::request_consumer = &counters();
    prepare_closeups({grid.x, grid.y, grid.z});
}

void give_up() {
    counters().give_up();
}

bool launch_ends() {
    if (trace::take_back_logs()) counters().give_up();
    report::LaunchRecord* const record = report::current_launch();
    if (record) counters().hand_over(*record);
    if (closeup_taker) {
        auto timeline = closeup_taker->end_launch();
        if (record && counters().is_complete()) record->timeline = std::move(timeline);
    }
    const bool counted = counters().is_complete();
    counters().clear();
    return counted;
}

void at_barrier(const trace::Block& block, const char* file, int line) {
    if (closeup_taker && closeup_taker->mark_barrier(block, file, line)) return;
    trace::append(trace::mark_record(trace::Mark::barrier, std::uint64_t{0}));
}

}  // namespace cusim::count
