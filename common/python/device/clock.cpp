#include "python/device/clock.hpp"

#include "simulator/simulator.hpp"

namespace python {

namespace {

// For copies between host and device: PCI Express 4 with 16 lanes transfers about 25 GB/s.
constexpr double copy_begins = 8, bytes_per_microsecond = 25'000;
// For nvcc with a short source: about a second.
constexpr double compiler_takes = 1e6;

}  // namespace

double Clock::now() {
    const std::size_t launches = cusim::recorded_launches();
    if (launches < launches_seen_) launches_seen_ = 0;  // the recorder was reset
    for (; launches_seen_ < launches; ++launches_seen_)
        microseconds_ += cusim::estimated_microseconds(launches_seen_);
    return microseconds_;
}

void Clock::copied(std::size_t bytes) {
    microseconds_ += copy_begins + static_cast<double>(bytes) / bytes_per_microsecond;
}

void Clock::compiled() {
    microseconds_ += compiler_takes;
}

}  // namespace python
