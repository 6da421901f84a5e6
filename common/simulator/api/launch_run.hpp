// One run of a kernel, from beginning to end, for any purpose: a launch of the program, a trial in
// another thread order, or a repetition that searches for a witness.
#pragma once

#include <cstdint>

#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/api/launch_check.hpp"
#include "simulator/api/streams/graph.hpp"
#include "simulator/api/trials/order_check.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

/// A launch for a node of a graph: what the program names the kernel by, and the work, which is
/// stored here instead of being done.
struct DescribedLaunch {
    const void* function;
    GraphWork work = {};
};

/// The values between <<< and >>>, and the place of the launch.
struct LaunchConfiguration {
    LaunchRequest request;
    cudaStream_t stream = nullptr;
    report::Site site;
    // For cudaLaunchKernel: the addresses of the arguments, and where the error is stored.
    void** arguments = nullptr;
    cudaError_t* result = nullptr;
    DescribedLaunch* described = nullptr;
};

/// How to run a launch. `salt` makes its random order differ from those of other launches. `check`
/// is called at the end, while the writers of all words are still known.
struct RunOptions {
    std::uint64_t salt;
    const OrderCheck* check = nullptr;
    bool may_be_tried = true;  // by the race detector
    bool reads_are_judged = false;
    bool may_be_suspended = false;
};

struct Ran {
    cudaError_t error;
    std::uint64_t steps;
    bool is_over;  // false if it was suspended
};

/// Runs the launch. If `options` allows it, the launch may be suspended; it then continues when
/// what it waits for has happened.
Ran run_once(const detail::KernelCall& call, const LaunchConfiguration& launch, Kernel& kernel,
             std::uint64_t resident_limit, const RunOptions& options);

}  // namespace cusim::api
