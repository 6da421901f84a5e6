// The simulator's implementation: records are its report; contents and last writers are in its
// shadow.
#include <cuda_runtime.h>

#include "runner/backend.hpp"
#include "runner/protocol.hpp"
#include "simulator/simulator.hpp"

namespace runner::backend {

// Listed launches must have lines and arrays, since suites add these up.
static_assert(most_listed_launches <= cusim::most_detailed_launches);

// A submission that ends the process leaves memory of the runner behind.
void prepare() {
    cusim::leave_leaks_to_caller();
}

void begin_call() {
    cusim::forget_records();
    cusim::stop_failing();
}

void limit_launches(std::uint64_t most) {
    cusim::limit_launches(most);
}

int last_error() {
    return cusim::take_last_error();
}

std::string records(std::size_t launches) {
    return cusim::records(launches);
}

std::string estimate(const std::string& launch) {
    return cusim::estimate_in_words(launch);
}

double estimated_microseconds(const std::string& launch) {
    return cusim::estimated_microseconds(launch);
}

std::uint64_t atomic_reads() {
    return cusim::atomic_reads();
}

void before_death(void (*callback)()) {
    cusim::before_last_report(callback);
}

void forget_contents(void* device, std::size_t bytes, std::uint32_t filling) {
    cusim::forget_contents(device, bytes, filling);
}

bool written_by_kernel(const void* device, std::size_t bytes) {
    return cusim::written_by_kernel(device, bytes);
}

void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name) {
    cusim::name_host_array(base, elements, element_size, name);
}

void forget_host_array(const void* base) {
    cusim::forget_host_array(base);
}

void keep_stack_from(const void* frame) {
    cusim::keep_stack_from(frame);
}

void fail_call(std::uint64_t number) {
    cusim::fail_call(number);
}

void without_failing(const std::function<void()>& call) {
    cusim::without_failing(call);
}

FailedCall stop_failing() {
    auto [call, next] = cusim::stop_failing();
    return {std::move(call), std::move(next)};
}

LiveMemory live_memory() {
    return cusim::live_memory();
}

void report_leaks_since(const LiveMemory& before) {
    cusim::report_leaks_since(before);
}

std::uint64_t copies_across() {
    return cusim::copies_across();
}

MovedWithin moved_within() {
    const auto [times, bytes] = cusim::moved_within();
    return {times, bytes};
}

std::uint64_t variable_bytes() {
    return cusim::variable_bytes();
}

void watch_cache() {
    cusim::watch_host_cache();
}

std::uint64_t stop_watching_cache() {
    return cusim::stop_watching_host_cache();
}

void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes) {
    cusim::watch_rows(base, bytes, row_bytes);
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
