// Stream capture: work issued to a capturing stream becomes nodes of a graph instead of being
// executed. A stream that waits for an event of a capturing stream joins the capture, and must be
// waited for before the capture ends.
#pragma once

#include "simulator/api/streams/graph.hpp"

namespace cusim::api {

bool is_capturing(cudaStream_t stream);

// Executes the work, or adds it to the graph that the stream captures. The legacy default stream
// accepts no work while streams capture that would have to wait for it.
cudaError_t capture_or_run(cudaStream_t stream, cudaGraphNodeType type, const GraphWork& work);

// `blocking`: whether the legacy default stream waits for the stream. A capture that is never ended,
// and one that ends before all of its streams have been waited for, are reported.
cudaError_t begin_capture(cudaStream_t stream, bool blocking, const void* pc);
cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph, const void* pc);

// For events: returns true if the call belongs to a capture, and then stores its result in
// `result`.
bool capture_record(cudaEvent_t event, cudaStream_t stream);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, const void* pc, cudaError_t& result);
bool is_captured(cudaEvent_t event);

// To be called before the host waits: returns success, or the error if it may not wait because the
// stream captures.
cudaError_t check_wait(cudaStream_t stream);
// The same before the host waits for all streams.
cudaError_t check_wait_for_all();

}  // namespace cusim::api
