// How long an answer's launches would take on the simulated device, by the simulator's model of
// time.
#pragma once

#include <cstdint>
#include <string>

#include "simulator/device/profile.hpp"
#include "simulator/device/time_model.hpp"
#include "suite/calls/answer.hpp"

namespace grader::suite {

/// Of all launches, and of copies within the device.
struct TotalEstimate {
    double microseconds = 0;
    cusim::device::Estimate longest = {};
    std::string kernel = {};  // of the longest launch
    std::uint64_t blocks = 0;
    std::string idle_threads = {};  // of the longest launch; empty if most have something to do
};

/// `device`: the profile of a call that was not made on another one. Throws CaseFailed if the work
/// was not counted, and std::logic_error if the suite has made the call on a device that is not
/// simulated.
TotalEstimate estimate_all(const Answer& answer, const std::string& device);

/// What takes the time, one launch or the number of launches: "add, the longest of 1 launch, is
/// bound by atomics: …". `idle`: what the longest launch leaves idle, if that is the reason.
std::string reason_for_time(const TotalEstimate& total, const Answer& answer,
                            const std::string& idle = {});

/// The device on which the call was made; `device` as above.
const cusim::device::Profile& profile_of(const Answer& answer, const std::string& device);

}  // namespace grader::suite
