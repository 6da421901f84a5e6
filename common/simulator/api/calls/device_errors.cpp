#include "simulator/api/calls/device_errors.hpp"

#include <utility>

#include "simulator/memory/host_thread_data.hpp"
#include "simulator/race/events.hpp"

namespace cusim::api {

namespace {

// Separate for each host thread.
cudaError_t& last() {
    return memory::of_host_thread<cudaError_t, struct LastError>();
}
cudaError_t last_on_device = cudaSuccess;
cudaError_t left_by_kernel = cudaSuccess;
bool returned_to_program = false;

}  // namespace

cudaError_t remember(cudaError_t error) {
    return last() = error;
}

cudaError_t last_error(bool reset) {
    return reset ? std::exchange(last(), cudaSuccess) : last();
}

void remember_on_device(cudaError_t error) {
    last_on_device = error;
}

cudaError_t last_error_on_device(bool reset) {
    return reset ? std::exchange(last_on_device, cudaSuccess) : last_on_device;
}

void launch_failed(cudaError_t error) {
    left_by_kernel = error;
    returned_to_program = false;
}

void reset_device_errors() {
    last() = left_by_kernel = cudaSuccess;
}

cudaError_t lost_device_error() {
    return left_by_kernel;
}

// The host has waited by now, so nothing runs any more.
cudaError_t learn_lost_device_error() {
    race::host_waits_device();
    returned_to_program = true;
    return remember(left_by_kernel);
}

bool is_lost_device_known() {
    return left_by_kernel != cudaSuccess && returned_to_program;
}

}  // namespace cusim::api
