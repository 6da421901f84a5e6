#include "simulator/api/calls/refused_call.hpp"

#include "cusim/translated.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim {

namespace {

// How many calls are being made whose results nobody reads.
int unread_results = 0;

}  // namespace

NobodyReads::NobodyReads() {
    ++unread_results;
}

NobodyReads::~NobodyReads() {
    --unread_results;
}

bool api::does_nobody_read() {
    return unread_results > 0;
}

}  // namespace cusim

cudaError_t cusim::api::refuse_call(cudaError_t error, const std::string& reason, const void* pc,
                                    const char* name) {
    report::Finding finding{
        .kind = report::FindingKind::launch_error,
        .severity = does_nobody_read() ? report::Severity::error : report::Severity::note};
    finding.is_unread = does_nobody_read();
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.variable = name;
    finding.cause = std::string(name) + " is refused: " + reason;
    finding.variant = report::Variant::refused_call;
    report::emit(std::move(finding));
    return error;
}
