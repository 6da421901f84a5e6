// The simulator's side: records are its report, contents and last writers its shadow.
#include <cuda_runtime.h>

#include "runner/backend.hpp"
#include "runner/protocol.hpp"
#include "simulator/api/copy.hpp"
#include "simulator/api/failing.hpp"
#include "simulator/api/fault.hpp"
#include "simulator/api/leaks.hpp"
#include "simulator/api/status.hpp"
#include "simulator/count/host_cache.hpp"
#include "simulator/device/launch_work.hpp"
#include "simulator/race/events.hpp"
#include "simulator/report/recorder.hpp"

namespace runner::backend {

// What is listed is listed with its lines and arrays: suites add up over them.
static_assert(most_listed_launches <= cusim::report::most_detailed_launches);

void begin_call() {
    cusim::report::reset();
    cusim::api::stop_failing();
}

void limit_launches(std::uint64_t most) {
    cusim::report::limit_launches(most);
}

int last_error() {
    return cusim::api::last_error(true);
}

std::string records(std::size_t launches) {
    return cusim::report::collect_text(launches);
}

std::string estimate(const std::string& launch) {
    const auto work = cusim::device::work_of_text(launch);
    if (!work) return {};
    const auto& profile = cusim::device::profile();
    return cusim::device::describe(cusim::device::estimate(profile, *work), profile);
}

double estimated_microseconds(const std::string& launch) {
    const auto work = cusim::device::work_of_text(launch);
    return work ? cusim::device::estimate(cusim::device::profile(), *work).microseconds : 0;
}

void before_death(void (*callback)()) {
    cusim::report::before_last_report(callback);
}

void forget_contents(void* device, std::size_t bytes) {
    cusim::race::forget_contents(device, bytes);
}

bool written_by_kernel(const void* device, std::size_t bytes) {
    return cusim::race::written_by_kernel(device, bytes);
}

void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name) {
    cusim::api::name_host_array({base, elements, element_size, name});
}

void forget_host_array(const void* base) {
    cusim::api::forget_host_array(base);
}

void fail_call(std::uint64_t number) {
    cusim::api::fail_call(number);
}

void without_failing(const std::function<void()>& call) {
    const cusim::api::Unfailing ours;
    call();
}

FailedCall stop_failing() {
    auto [call, next] = cusim::api::stop_failing();
    return {std::move(call), std::move(next)};
}

LiveMemory live_memory() {
    return cusim::api::live_memory();
}

void report_leaks_since(const LiveMemory& before) {
    cusim::api::report_leaks_since(before);
}

std::uint64_t copies_across() {
    return cusim::api::copies_across();
}

void watch_cache() {
    cusim::count::watch_host_cache();
}

std::uint64_t stop_watching_cache() {
    return cusim::count::stop_watching_host_cache();
}

bool is_simulated() {
    return true;
}

// Four copies of the element, and its shadow.
double bytes_per_element() {
    return 40;
}

double most_bytes() {
    return 2.75 * (1 << 30);
}

std::string description() {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return "the simulator";
    return std::string("the simulator, as ") + properties.name;
}

}  // namespace runner::backend
