#include "simulator/api/status.hpp"

#include "cusim/runtime_api.hpp"
#include "simulator/api/leaks.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

cudaError_t last = cudaSuccess;
cudaError_t left_by_kernel = cudaSuccess;

}  // namespace

void initialise() {
    static const bool done = [] {
        device::profile();
        memory::map_regions();
        memory::announce_symbols();
        report::at_exit(report_leaks);
        return true;
    }();
    (void)done;
}

cudaError_t remember(cudaError_t error) {
    return last = error;
}

// An error that a kernel left behind stays, whoever asks.
cudaError_t last_error(bool reset) {
    const cudaError_t result = last;
    if (reset && result != left_by_kernel) last = cudaSuccess;
    return result;
}

void launch_failed(cudaError_t error) {
    left_by_kernel = error;
}

bool device_is_lost() {
    return left_by_kernel != cudaSuccess;
}

void reset_device_errors() {
    last = left_by_kernel = cudaSuccess;
}

cudaError_t lost_device_error() {
    return left_by_kernel;
}

}  // namespace cusim::api

using namespace cusim;

namespace {

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
