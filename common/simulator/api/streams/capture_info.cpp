// What a program may ask about the capture that a stream takes part in.
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/streams/capture.hpp"

using namespace cusim;
using namespace cusim::api;

namespace {

cudaError_t tell(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                 cudaGraph_t* graph, const cudaGraphNode_t** dependencies, size_t* count) {
    if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
    const cudaError_t error = put(status, capture_status(stream));
    const auto info = capture_info(stream);
    if (error != cudaSuccess || !info) return error;
    put_if_asked(id, info->id);
    put_if_asked(graph, info->graph);
    put_if_asked(dependencies, info->next_depends_on.data());
    put_if_asked(count, info->next_depends_on.size());
    return cudaSuccess;
}

}  // namespace

// Never made to fail: a destructor may ask it, to end a capture.
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return call_to_free([&] {
        if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
        return put(status, capture_status(stream));
    });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, size_t* count) {
    return call_to_free([&] { return tell(stream, status, id, graph, dependencies, count); });
}

// All edges here are ordinary ones, which have no data.
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, size_t* count) {
    return call_to_free([&] {
        const cudaError_t error = tell(stream, status, id, graph, dependencies, count);
        if (error == cudaSuccess) put_if_asked(edges, nullptr);
        return error;
    });
}
