#include "simulator/api/status.hpp"

#include <utility>

#include "cusim/runtime_api.hpp"
#include "simulator/api/fault.hpp"
#include "simulator/api/leaks.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/host_heap.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

cudaError_t last = cudaSuccess;
cudaError_t left_by_kernel = cudaSuccess;
bool learnt = false;  // has a call returned it?

}  // namespace

void initialise() {
    static const bool done = [] {
        memory::keep_freed_memory();
        device::profile();
        memory::observer = {race::allocated, race::freed};
        memory::map_regions();
        watch_for_faults();
        memory::announce_symbols();
        report::at_exit(report_leaks);
        return true;
    }();
    (void)done;
}

cudaError_t remember(cudaError_t error) {
    return last = error;
}

cudaError_t last_error(bool reset) {
    return reset ? std::exchange(last, cudaSuccess) : last;
}

void launch_failed(cudaError_t error) {
    left_by_kernel = error;
    learnt = false;
}

void reset_device_errors() {
    last = left_by_kernel = cudaSuccess;
}

cudaError_t lost_device_error() {
    return left_by_kernel;
}

cudaError_t learn_lost_device_error() {
    learnt = true;
    return remember(left_by_kernel);
}

bool is_lost_device_known() {
    return left_by_kernel != cudaSuccess && learnt;
}

}  // namespace cusim::api

using namespace cusim;

namespace {

// Now the program knows of it.
cudaError_t told(cudaError_t error) {
    if (error != cudaSuccess) report::refusals_are_known();
    return error;
}

}  // namespace

cudaError_t cudaGetLastError() {
    return told(api::last_error(true));
}

cudaError_t cudaPeekAtLastError() {
    return told(api::last_error(false));
}

const char* cudaGetErrorName(cudaError_t error) {
    switch (int(error)) {
        case cudaSuccess:
            return "cudaSuccess";
#define CUSIM_ERROR(code, name, text) \
    case code:                        \
        return "cudaError" #name;
#include "cusim/errors.def"
#undef CUSIM_ERROR
        default:
            return "unrecognized error code";
    }
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (int(error)) {
        case cudaSuccess:
            return "no error";
#define CUSIM_ERROR(code, name, text) \
    case code:                        \
        return text;
#include "cusim/errors.def"
#undef CUSIM_ERROR
        default:
            return "unrecognized error code";
    }
}
