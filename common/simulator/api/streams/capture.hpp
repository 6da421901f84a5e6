// Stream capture: work issued to a capturing stream becomes nodes of a graph instead of being
// executed. A stream that waits for an event of a capturing stream joins the capture, and must be
// waited for before the capture ends. A call that is not allowed meanwhile, such as a wait for the
// stream, is reported and makes the capture invalid: it takes nothing more, and gives no graph.
#pragma once

#include <optional>
#include <span>

#include "simulator/api/streams/graph.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::api {

// A call of the program, as a finding names it.
struct CaptureCall {
    const char* name;
    report::Site site;
};

bool is_capturing(cudaStream_t stream);
cudaStreamCaptureStatus capture_status(cudaStream_t stream);

// Of the capture that a stream takes part in: the graph so far, and the nodes on which the stream's
// next one will depend.
struct CaptureInfo {
    unsigned long long id;  // of this capture only
    cudaGraph_t graph;
    std::span<const cudaGraphNode_t>
        next_depends_on;  // in memory of the program, until it asks again
};
// Nothing if it takes part in none, or in one that is invalid.
std::optional<CaptureInfo> capture_info(cudaStream_t stream);

// Executes the work, or adds it to the graph that the stream captures. The legacy default stream
// accepts no work while streams capture that would have to wait for it.
cudaError_t capture_or_run(cudaStream_t stream, cudaGraphNodeType type, const GraphWork& work,
                           const CaptureCall& call);

// A capture that is never ended, and one that ends before all of its streams have been waited for,
// are reported.
cudaError_t begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode, const void* pc);
cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph, const void* pc);
// Exchanges the host thread's mode: which captures forbid it the calls that they cannot see.
void exchange_capture_mode(cudaStreamCaptureMode& mode);

// For events: returns true if the call belongs to a capture, and then stores its result in
// `result`.
bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t& result);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, const void* pc, cudaError_t& result);
bool is_captured(cudaEvent_t event);

// To be called before the host waits for a stream, an event or the device, or asks for its state:
// returns success, or the error if something captures there.
cudaError_t check_wait(cudaStream_t stream, const CaptureCall& call);
cudaError_t check_wait(cudaEvent_t event, const CaptureCall& call);
cudaError_t check_wait_for_all(const CaptureCall& call);
// The same before anything is done in the legacy default stream, where `stream` is that one.
cudaError_t check_legacy(cudaStream_t stream, const CaptureCall& call);
// The same before what a capture cannot see, such as an allocation: whether it is allowed depends
// on the modes of the captures and of the thread.
cudaError_t check_unseen(const CaptureCall& call, const char* why, const char* remedy);

}  // namespace cusim::api
