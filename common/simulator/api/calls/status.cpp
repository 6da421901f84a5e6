#include "simulator/api/calls/status.hpp"

#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "freed_memory.hpp"
#include "simulator/api/calls/audit.hpp"
#include "simulator/api/calls/fault.hpp"
#include "simulator/api/calls/leaks.hpp"
#include "simulator/device/profile.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

void initialise() {
    static const bool done = [] {
        freed_memory::keep();
        device::profile();
        memory::observer = {race::allocated, race::freed};
        begin_audit();
        memory::map_regions();
        watch_for_faults();
        memory::announce_symbols();
        report::at_exit(report_leaks);
        return true;
    }();
    (void)done;
}

}  // namespace cusim::api

using namespace cusim;

namespace {

// The program now knows of the error.
cudaError_t made_known(cudaError_t error) {
    if (error != cudaSuccess) report::refusals_are_known();
    return error;
}

}  // namespace

cudaError_t cudaGetLastError() {
    if (detail::on_device()) return api::last_error_on_device(true);
    return made_known(api::last_error(true));
}

cudaError_t cudaPeekAtLastError() {
    if (detail::on_device()) return api::last_error_on_device(false);
    return made_known(api::last_error(false));
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
