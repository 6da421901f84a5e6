#include "simulator/api/calls/leaks.hpp"

#include <set>
#include <string>
#include <utility>

#include "simulator/api/calls/device_errors.hpp"
#include "simulator/api/calls/handles.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/texture/texture.hpp"

namespace cusim::api {

namespace {

using report::Severity;

bool are_left_to_caller = false;

void report_leak(const memory::Allocation& allocation, Severity severity) {
    report::Finding finding{.kind = report::FindingKind::leak, .severity = severity};
    finding.self.host = true;
    finding.self.site.pc = allocation.pc;
    finding.cause = std::to_string(allocation.size) + " bytes are never freed";
    report::emit(std::move(finding));
}

void report_leak(const texture::Texture& texture, Severity severity) {
    report::Finding finding{.kind = report::FindingKind::leak, .severity = severity};
    finding.self.host = true;
    finding.self.site.pc = texture.pc;
    finding.cause = "the texture object is never destroyed";
    finding.variant = report::Variant::texture_object;
    report::emit(std::move(finding));
}

struct OfHandle {
    HandleKind kind;
    report::Variant variant;
    const char* name;
};
constexpr OfHandle of_handles[] = {
    {HandleKind::stream, report::Variant::stream, "stream"},
    {HandleKind::event, report::Variant::event, "event"},
    {HandleKind::graph, report::Variant::graph, "graph"},
    {HandleKind::executable_graph, report::Variant::executable_graph, "executable graph"},
    {HandleKind::surface_object, report::Variant::surface_object, "surface object"},
};

void report_handle(HandleKind kind, const void* pc) {
    report::Finding finding{.kind = report::FindingKind::leak, .severity = Severity::error};
    finding.self.host = true;
    finding.self.site.pc = pc;
    for (const OfHandle& of : of_handles)
        if (of.kind == kind) {
            finding.variant = of.variant;
            finding.cause = std::string("the ") + of.name +
                            " is never destroyed, and those that earlier calls have made here are "
                            "not used any more";
        }
    report::emit(std::move(finding));
}

// Each leak is reported only once.
std::set<memory::Address>& reported() {
    static auto& bases = *new std::set<memory::Address>;  // outlives static destructors
    return bases;
}

template <class Action>
void for_each_live(Action action) {
    for (const memory::Heap* heap : {&memory::device(), &memory::host_visible()})
        for (const auto& [base, allocation] : heap->live()) action(allocation);
}

void tell_of_leaks(const LiveMemory& before, Severity severity) {
    if (lost_device_error() != cudaSuccess) return;
    for_each_live([&](const auto& allocation) {
        if (!before.contains(allocation.base) && reported().insert(allocation.base).second)
            report_leak(allocation, severity);
    });
    for (const auto& [handle, texture] : texture::live())
        if (!before.contains(handle) && reported().insert(handle).second)
            report_leak(texture, severity);
}

}  // namespace

LiveMemory live_memory() {
    LiveMemory bases;
    for_each_live([&](const auto& allocation) { bases.insert(allocation.base); });
    for (const auto& [handle, texture] : texture::live()) bases.insert(handle);
    return bases;
}

void report_leaks_since(const LiveMemory& before) {
    tell_of_leaks(before, Severity::error);
    if (lost_device_error() == cudaSuccess) end_call_of_handles(report_handle);
}

void report_leaks() {
    if (!are_left_to_caller) tell_of_leaks({}, Severity::warning);
}

void leave_leaks_to_caller() {
    are_left_to_caller = true;
}

}  // namespace cusim::api
