#include "simulator/libraries/library_call.hpp"

#include <string>

#include "simulator/api/calls/location.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/race/findings/parties.hpp"
#include "simulator/report/findings/callers.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::libraries {

namespace {

// Thrown when the device cannot access an operand, which has been reported.
struct Stopped {};

}  // namespace

void LibraryCall::stop(report::FindingKind kind, const std::string& cause) const {
    report_misuse(kind, function_, pc_, cause);
    throw Stopped{};
}

void LibraryCall::add(const Operand& operand, trace::Op op) {
    if (operand.columns == 0 || operand.length == 0) return;
    const std::string name = operand.name;
    const std::size_t reach = (operand.columns - 1) * operand.stride + operand.length;
    if (!operand.base) stop(report::FindingKind::out_of_bounds, name + " is a null pointer");
    const api::Location place = api::locate(operand.base);
    if (!place.device_may_use())
        stop(report::FindingKind::host_pointer, name + " points to host memory");
    if (place.freed) {
        report_misuse(report::FindingKind::use_after_free, function_, pc_, name + " is freed",
                      report::Variant::none, operand.base);
        throw Stopped{};
    }
    if (!place.object)
        stop(report::FindingKind::out_of_bounds, name + " points into no allocation");
    const std::size_t room = place.object->end() - reinterpret_cast<memory::Address>(operand.base);
    if (reach > room)
        stop(report::FindingKind::out_of_bounds,
             "with these sizes " + name + " takes " + std::to_string(reach) +
                 " bytes, and its allocation has " + std::to_string(room) + " from there on");
    const char* base = static_cast<const char*>(operand.base);
    if (operand.stride == operand.length) {
        touched_.push_back({base, reach, op});
        return;
    }
    for (std::size_t i = 0; i < operand.columns; ++i)
        touched_.push_back({base + i * operand.stride, operand.length, op});
}

void LibraryCall::begin() {
    race::library_call(function_, touched_, api::stream_id(stream_), pc_);
}

void report_lack(const char* function, const void* pc, const std::string& what) {
    report::Finding finding{.kind = report::FindingKind::unsupported};
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.cause = std::string(function) + ": the simulator has no " + what;
    report::emit(std::move(finding));
}

void report_misuse(report::FindingKind kind, const char* function, const void* pc,
                   const std::string& cause, report::Variant variant, const void* freed) {
    report::Finding finding{.kind = kind, .variant = variant};
    finding.self = {.site = {.pc = pc}, .host = true, .op = report::Op::copy, .kernel = function};
    finding.cause = std::string(function) + ": " + cause;
    if (freed) race::describe_free(finding, freed);
    report::emit(std::move(finding));
}

const void* call_in_program(const void* pc) {
    for (const void* const caller : report::callers_from(pc))
        if (!report::is_of_library(report::resolve({.pc = caller}))) return caller;
    return pc;
}

bool submit(const char* function, cudaStream_t stream, const void* pc,
            std::function<void(LibraryCall&)> action) {
    const auto carry_out = [function, pc, action = std::move(action)](cudaStream_t in) {
        const memory::DeviceAccess access;
        LibraryCall call{function, in, pc};
        try {
            action(call);
        } catch (const Stopped&) {
            api::launch_failed(cudaErrorIllegalAddress);
        }
    };
    api::initialise();
    if (api::lost_device_error() != cudaSuccess) {
        api::learn_lost_device_error();
        return false;
    }
    if (!api::is_stream(stream)) return false;
    const auto work = [carry_out](cudaStream_t in) {
        carry_out(in);
        return cudaSuccess;
    };
    return api::capture_or_run(stream, cudaGraphNodeTypeKernel, work, {function, {.pc = pc}}) ==
           cudaSuccess;
}

}  // namespace cusim::libraries
