#include "simulator/simulator.hpp"

#include <optional>
#include <utility>

#include "simulator/api/calls/device_errors.hpp"
#include "simulator/api/calls/failing.hpp"
#include "simulator/api/calls/fault.hpp"
#include "simulator/api/calls/leaks.hpp"
#include "simulator/api/calls/location.hpp"
#include "simulator/api/memory/copy.hpp"
#include "simulator/api/trials/garbage_trial.hpp"
#include "simulator/api/trials/values.hpp"
#include "simulator/count/host_cache.hpp"
#include "simulator/count/row_shares.hpp"
#include "simulator/device/counted_work.hpp"
#include "simulator/device/launch_work.hpp"
#include "simulator/exec/progress.hpp"
#include "simulator/hooks/library_gate.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/memory/runtime_data.hpp"
#include "simulator/memory/symbols.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim {

static_assert(most_detailed_launches == report::most_detailed_launches);

namespace {

std::uint64_t volume(const report::Dim3& extent) {
    return std::uint64_t{extent.x} * extent.y * extent.z;
}

std::optional<device::LaunchWork> work_of(const report::LaunchRecord& launch) {
    if (!launch.counters.contains("warps")) return std::nullopt;
    const device::CountedLaunch counted{.blocks = volume(launch.grid),
                                        .block_threads = static_cast<int>(volume(launch.block)),
                                        .shared_bytes = launch.shared_bytes,
                                        .counter = [&](const char* name) -> std::uint64_t {
                                            const auto found = launch.counters.find(name);
                                            return found == launch.counters.end() ? 0
                                                                                  : found->second;
                                        }};
    return device::work_of(counted);
}

double microseconds(const std::optional<device::LaunchWork>& work) {
    return work ? device::estimate(device::profile(), *work).microseconds : 0;
}

}  // namespace

void forget_records() {
    report::reset();
    api::cannot_judge_reads();  // whoever takes the records takes the results, too
    race::forget_host_flags();
    race::forget_handed_over();
}

void limit_launches(std::uint64_t most) {
    report::limit_launches(most);
}

std::string records(std::size_t launches) {
    return report::collect_text(launches);
}

void before_last_report(void (*callback)()) {
    report::before_last_report(callback);
}

std::size_t recorded_launches() {
    return report::recorded_launches().size();
}

double estimated_microseconds(std::size_t launch) {
    return microseconds(work_of(report::recorded_launches()[launch]));
}

double estimated_microseconds(const std::string& launch) {
    return microseconds(device::work_of_text(launch));
}

std::string estimate_in_words(const std::string& launch) {
    const auto work = device::work_of_text(launch);
    if (!work) return {};
    return device::describe(device::estimate(device::profile(), *work), device::profile());
}

int take_last_error() {
    return api::last_error(true);
}

void fail_call(std::uint64_t number) {
    api::fail_call(number);
}

FailedCall stop_failing() {
    auto [call, next] = api::stop_failing();
    return {std::move(call), std::move(next)};
}

void without_failing(const std::function<void()>& call) {
    const api::Unfailing ours;
    const api::Uncounted copies;
    call();
}

std::uint64_t copies_across() {
    return api::copies_across() + race::host_reads_of_results() +
           (race::host_has_handed_over() ? 1 : 0);
}

MovedWithin moved_within() {
    const auto [times, bytes] = api::moved_within();
    return {times, bytes};
}

std::uint64_t variable_bytes() {
    std::uint64_t bytes = 0;
    memory::for_each_symbol([&](const memory::Variable& variable) { bytes += variable.size; });
    return bytes;
}

std::uint64_t atomic_reads() {
    return exec::atomic_reads();
}

void forget_contents(void* device, std::size_t bytes, std::uint32_t filling) {
    if (filling != 0) api::unwritten_words_are(filling);
    race::forget_contents(device, bytes);
}

bool is_device_lost() {
    return api::lost_device_error() != cudaSuccess;
}

void speak_python() {
    report::program_is_python();
}

void note_handlers(const std::string& clause) {
    report::Finding finding{.kind = report::FindingKind::bad_copy,
                            .severity = report::Severity::note};
    finding.self = {.host = true, .op = report::Op::copy};
    finding.cause = clause;
    finding.variant = report::Variant::handler;
    report::emit(std::move(finding));
}

bool written_by_kernel(const void* device, std::size_t bytes) {
    return race::written_by_kernel(device, bytes);
}

bool touched_by_kernel(const void* device, std::size_t bytes) {
    return race::touched_by_kernel(device, bytes);
}

bool device_may_use(const void* address) {
    return api::locate(address).device_may_use();
}

std::vector<std::byte> contents(const void* device, std::size_t bytes) {
    const memory::DeviceAccess access;
    const auto* const begin = static_cast<const std::byte*>(device);
    return {begin, begin + bytes};
}

LiveMemory live_memory() {
    return api::live_memory();
}

void report_leaks_since(const LiveMemory& before) {
    api::report_leaks_since(before);
}

void leave_leaks_to_caller() {
    api::leave_leaks_to_caller();
}

void name_host_array(const void* base, std::size_t elements, std::size_t element_size,
                     const std::string& name) {
    api::name_host_array({base, elements, element_size, name});
}

void forget_host_array(const void* base) {
    api::forget_host_array(base);
}

void keep_stack_from(const void* frame) {
    hooks::leave_library();
    constexpr memory::Address end_of_stacks = 0x8000'0000'0000;
    const auto base = reinterpret_cast<memory::Address>(frame);
    race::forget_free_for_host();
    memory::callers_stack =
        frame ? memory::Region{base, end_of_stacks - base} : memory::Region{0, 0};
}

void watch_host_cache() {
    count::watch_host_cache();
}

std::uint64_t stop_watching_host_cache() {
    return count::stop_watching_host_cache();
}

void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes) {
    count::watch_rows(base, bytes, row_bytes);
    race::count_orders(row_bytes > 0);
}

}  // namespace cusim
