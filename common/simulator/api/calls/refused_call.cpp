#include "simulator/api/calls/refused_call.hpp"

#include "simulator/report/recorder.hpp"

cudaError_t cusim::api::refuse_call(cudaError_t error, const std::string& reason, const void* pc,
                                    const char* name) {
    report::Finding finding{.kind = report::FindingKind::launch_error,
                            .severity = report::Severity::note};
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.variable = name;
    finding.cause = std::string(name) + " is refused: " + reason;
    finding.variant = report::Variant::refused_call;
    report::emit(std::move(finding));
    return error;
}
