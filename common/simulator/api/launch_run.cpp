#include "simulator/api/launch_run.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/calls/under_way.hpp"
#include "simulator/api/launch_arguments.hpp"
#include "simulator/api/trials/kept_launches.hpp"
#include "simulator/api/trials/witness.hpp"
#include "simulator/count/launch.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/exec/grid.hpp"
#include "simulator/exec/waits.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/findings/callers.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

// More bytes than pointers and sizes need, so the launch passes numbers by value.
constexpr std::size_t usual_parameter_bytes = 128;

std::size_t parameter_bytes(const detail::KernelCall& call) {
    std::size_t bytes = 0;
    for (int i = 0; call.shapes && i < call.parameters; ++i) bytes += call.shapes[i].size;
    return bytes;
}

report::Dim3 report_size(const dim3& size) {
    return {size.x, size.y, size.z};
}

trace::Extent extent(const dim3& size) {
    return {size.x, size.y, size.z};
}

// One launch, from beginning to end. It may be suspended in between.
class Launch final : public SuspendedLaunch {
  public:
    Launch(const detail::KernelCall& call, const LaunchConfiguration& launch, Kernel& kernel,
           const exec::LaunchShape& shape, std::uint64_t salt)
        : call_(call),
          launch_(launch),
          kernel_(kernel),
          shape_(shape),
          grid_(call_, shape_, salt, exec::all_waits()) {}

    cudaError_t run(const RunOptions& options);
    std::uint64_t steps() const { return grid_.steps(); }

    bool is_suspended() const override { return grid_.is_suspended(); }
    bool may_go_on() const override {
        const memory::DeviceAccess access;
        return grid_.may_go_on();
    }
    bool go_on() override;
    void give_up(bool report) override;

  private:
    report::LaunchRecord record() const;
    race::LaunchInfo info() const;
    void resume();
    void leave();
    void suspend();

    const detail::KernelCall call_;
    const LaunchConfiguration launch_;
    Kernel& kernel_;
    const exec::LaunchShape shape_;
    exec::Grid grid_;
    // Set when the launch is suspended for the first time.
    std::optional<KeptArguments> arguments_;
    std::vector<race::BlockClock*> blocks_;
};

// A kernel of a library, such as those of Thrust's algorithms, which is not in the program's text.
bool is_of_library(const KernelSite& site) {
    return report::is_of_library({.file = {}, .path = site.file});
}

report::LaunchRecord Launch::record() const {
    return {
        .name = kernel_.site->name,
        .grid = report_size(shape_.grid),
        .block = report_size(shape_.block),
        .dynamic_shared = shape_.dynamic_shared,
        .asked_from = is_of_library(*kernel_.site) ? report::callers() : std::vector<const void*>{},
        .launched_from = launch_.site};
}

race::LaunchInfo Launch::info() const {
    return {.kernel = kernel_.site->name,
            .grid = extent(shape_.grid),
            .block = extent(shape_.block),
            .stream = stream_id(launch_.stream),
            .overlaps = launch_.request.overlaps};
}

cudaError_t Launch::run(const RunOptions& options) {
    const memory::DeviceAccess access;
    report::LaunchRecord& record = report::launch_begins(this->record());
    race::LaunchInfo info = this->info();
    info.may_be_tried = options.may_be_tried;
    info.reads_are_judged = options.reads_are_judged;
    race::launch_begins(info);
    count::launch_begins(extent(shape_.grid));
    name_arguments(kernel_, call_, record);
    const cudaError_t error = grid_.run();
    race::threads_have_ended(error != cudaSuccess);
    if (options.check) options.check->tell_differences(error != cudaSuccess);
    leave();
    return error;
}

void Launch::resume() {
    report::launch_goes_on(record());
    race::LaunchInfo info = this->info();
    info.overlaps = false;  // what it has done so far is the operation before it
    race::launch_resumes(info, std::move(blocks_));
    count::launch_begins(extent(shape_.grid));
    count::give_up();
}

bool Launch::go_on() {
    const memory::DeviceAccess access;
    resume();
    const cudaError_t error = grid_.run();
    const bool progressed = grid_.has_progressed();
    leave();
    if (!is_suspended()) cannot_look_for_witnesses();
    if (error != cudaSuccess) launch_failed(error);
    return progressed;
}

void Launch::give_up(bool report) {
    const memory::DeviceAccess access;
    resume();
    const cudaError_t error = grid_.end_suspended(report);
    leave();
    if (report) launch_failed(error);
}

void Launch::leave() {
    if (grid_.is_suspended()) return suspend();
    report::LaunchRecord& record = *report::current_launch();
    kernel_.static_shared = grid_.shared_layout().static_bytes();
    record.shared_bytes = kernel_.static_shared + shape_.dynamic_shared;
    record.counters["barriers"] = grid_.barriers;
    record.counters["grid_barriers"] = grid_.grid_barriers;
    record.counters["busiest_thread_steps"] = grid_.busiest_thread_steps;
    record.counters["shuffles"] = grid_.exchanges;
    if (grid_.own_exchanges > 0) record.counters["shuffles_of_own"] = grid_.own_exchanges;
    if (grid_.votes > 0) record.counters["votes"] = grid_.votes;
    if (const auto reads = race::ordered_reads()) record.counters["reads_of_other_blocks"] = *reads;
    if (const std::size_t bytes = parameter_bytes(call_); bytes > usual_parameter_bytes)
        record.counters["parameter_bytes"] = bytes;
    // Readers of the record can tell by "warps" that all other counts are complete, too.
    if (count::launch_ends())
        record.counters["warps"] = (volume(shape_.block) + 31) / 32 * volume(shape_.grid);
    race::launch_ends();
    report::launch_ends();
}

// The caller's arguments do not exist any more later.
void Launch::suspend() {
    if (!arguments_) grid_.move_arguments(arguments_.emplace(call_).addresses());
    count::give_up();
    count::launch_ends();
    blocks_ = race::launch_is_suspended();
    grid_.for_each_begun([](exec::Thread& thread) { race::thread_is_suspended(thread.actor); });
    report::launch_ends();
}

}  // namespace

Ran run_once(const detail::KernelCall& call, const LaunchConfiguration& launch, Kernel& kernel,
             std::uint64_t resident_limit, const RunOptions& options) {
    const LaunchRequest& request = launch.request;
    const exec::LaunchShape shape{.grid = request.grid,
                                  .block = request.block,
                                  .dynamic_shared = request.dynamic_shared,
                                  .shared_limit = kernel.shared_limit(device::profile()),
                                  .cooperative = request.cooperative,
                                  .cluster = cluster_of(request, kernel),
                                  .resident_limit = resident_limit,
                                  .may_be_suspended = options.may_be_suspended && call.shapes};
    auto running = std::make_unique<Launch>(call, launch, kernel, shape, options.salt);
    const cudaError_t error = running->run(options);
    const Ran ran{error, running->steps(), !running->is_suspended()};
    if (!ran.is_over) suspend(std::move(running), launch.stream);
    return ran;
}

}  // namespace cusim::api
