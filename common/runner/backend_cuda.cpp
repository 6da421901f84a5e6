// A real device keeps no records: only its name can be queried.
#include <cuda_runtime.h>

#include "runner/backend.hpp"

namespace runner::backend {

// The driver makes contexts one after the other, each in a tenth of a second.
void prepare() {
    cudaFree(nullptr);
    cudaGetLastError();
}

void begin_call() {}

void limit_launches(std::uint64_t) {}

int last_error() {
    return cudaGetLastError();
}

std::string records(std::size_t) {
    return R"({"version":1,"device":"cuda","kernels":[],"findings":[]})";
}

std::string estimate(const std::string&) {
    return {};
}

double estimated_microseconds(const std::string&) {
    return 0;
}

std::uint64_t atomic_reads() {
    return 0;
}

void before_death(void (*)()) {}

void forget_contents(void*, std::size_t, std::uint32_t) {}

bool written_by_kernel(const void*, std::size_t) {
    return true;
}

void name_host_array(const void*, std::size_t, std::size_t, const std::string&) {}

void forget_host_array(const void*) {}

void keep_stack_from(const void*) {}

void fail_call(std::uint64_t) {}

void without_failing(const std::function<void()>& call) {
    call();
}

FailedCall stop_failing() {
    return {};
}

LiveMemory live_memory() {
    return {};
}

void report_leaks_since(const LiveMemory&) {}

std::uint64_t copies_across() {
    return 0;
}

MovedWithin moved_within() {
    return {};
}

std::uint64_t variable_bytes() {
    return 0;
}

void watch_cache() {}

void watch_rows(const void*, std::size_t, std::size_t) {}

std::uint64_t stop_watching_cache() {
    return 0;
}

bool is_simulated() {
    return false;
}

double bytes_per_element() {
    return 16;
}

double most_bytes() {
    return 7.0 * (1 << 30);
}

std::string description() {
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return "no CUDA device answers";
    return properties.name;
}

}  // namespace runner::backend
