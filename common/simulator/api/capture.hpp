// Streams that capture: what is issued to them becomes nodes of a graph instead of being done. The
// capture spreads to another stream that waits for an event of it, and must come back from there.
#pragma once

#include "simulator/api/graph.hpp"

namespace cusim::api {

bool is_capturing(cudaStream_t stream);

// Does the work, or adds it to the graph that the stream captures. A stream that others which
// capture would have to wait for (the legacy default stream) takes no work meanwhile.
cudaError_t capture_or_run(cudaStream_t stream, cudaGraphNodeType type, const GraphWork& work);

// `blocking`: would the legacy default stream wait for it?
cudaError_t begin_capture(cudaStream_t stream, bool blocking);
cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph);

// Events: true where a capture answers for the call, whose result is then in `result`.
bool capture_record(cudaEvent_t event, cudaStream_t stream);
bool capture_wait(cudaStream_t stream, cudaEvent_t event, cudaError_t& result);
bool is_captured(cudaEvent_t event);

// Of what the host waits for: success, or why it may not while the stream captures.
cudaError_t check_wait(cudaStream_t stream);
// Of a wait for all streams.
cudaError_t check_wait_for_all();

}  // namespace cusim::api
