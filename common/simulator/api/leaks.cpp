#include "simulator/api/leaks.hpp"

#include <string>

#include "simulator/api/status.hpp"
#include "simulator/memory/device_memory.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

void report_leak(const memory::Allocation& allocation) {
    report::Finding finding{.kind = report::Kind::leak};
    finding.self.host = true;
    finding.self.site.pc = allocation.pc;
    finding.cause = std::to_string(allocation.size) + " bytes are never freed";
    report::emit(std::move(finding));
}

}  // namespace

void report_leaks() {
    if (lost_device_error() != cudaSuccess) return;
    for (const memory::Heap* heap : {&memory::device(), &memory::host_visible()})
        for (const auto& [base, allocation] : heap->live()) report_leak(allocation);
}

}  // namespace cusim::api
