// One launch of a kernel, from its beginning to its end, whatever it is for: the program's own, a
// trial in another thread order, or a run once more that looks for a witness.
#pragma once

#include <cstdint>

#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "simulator/api/kernel.hpp"
#include "simulator/api/launch_check.hpp"
#include "simulator/api/order_check.hpp"
#include "simulator/report/finding.hpp"

namespace cusim::api {

/// What stands between <<< and >>>, and where.
struct Configuration {
    LaunchRequest request;
    cudaStream_t stream = nullptr;
    report::Site site;
    // Of a launch by address: the real parameters, and where the error goes.
    void** arguments = nullptr;
    cudaError_t* result = nullptr;
};

/// How a launch is run: `salt` tells its random order from those of others; `check` compares at the
/// end, while it is still known who wrote what.
struct Manner {
    std::uint64_t salt;
    const OrderCheck* check = nullptr;
    bool may_be_tried = true;  // by the race detector
    bool reads_are_judged = false;
    bool may_be_suspended = false;
};

struct Ran {
    cudaError_t error;
    std::uint64_t steps;
    bool is_over;  // and not suspended
};

/// May be suspended, if `manner` says so: then it goes on when what it waits for has come.
Ran run_once(const detail::KernelCall& call, const Configuration& launch, Kernel& kernel,
             std::uint64_t resident_limit, const Manner& manner);

}  // namespace cusim::api
