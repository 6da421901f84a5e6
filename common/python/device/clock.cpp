#include "python/device/clock.hpp"

#include "simulator/device/counted_work.hpp"
#include "simulator/report/recorder.hpp"

namespace python {

namespace {

// Of a copy between host and device: PCI Express 4 with 16 lanes carries some 25 GB/s.
constexpr double copy_begins = 8, bytes_a_microsecond = 25'000;

double volume(const cusim::report::Dim3& extent) {
    return double(extent.x) * double(extent.y) * double(extent.z);
}

double microseconds_of(const cusim::report::LaunchRecord& launch) {
    if (!launch.counters.contains("warps")) return 0;
    const auto work = cusim::device::work_of(
        {.blocks = static_cast<std::uint64_t>(volume(launch.grid)),
         .block_threads = static_cast<int>(volume(launch.block)),
         .shared_bytes = launch.shared_bytes,
         .counter = [&](const char* name) -> std::uint64_t {
             const auto found = launch.counters.find(name);
             return found == launch.counters.end() ? 0 : found->second;
         }});
    return work ? cusim::device::estimate(cusim::device::profile(), *work).microseconds : 0;
}

}  // namespace

double Clock::now() {
    const auto& launches = cusim::report::recorded_launches();
    if (launches.size() < launches_seen_) launches_seen_ = 0;  // the recorder was reset
    for (; launches_seen_ < launches.size(); ++launches_seen_)
        microseconds_ += microseconds_of(launches[launches_seen_]);
    return microseconds_;
}

void Clock::copied(std::size_t bytes) {
    microseconds_ += copy_begins + static_cast<double>(bytes) / bytes_a_microsecond;
}

}  // namespace python
