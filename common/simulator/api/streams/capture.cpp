#include "simulator/api/streams/capture.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/calls/under_way.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

using Nodes = std::vector<std::size_t>;

// A capturing stream, with the nodes that its next node depends on.
struct Capture {
    cudaGraph_t graph;
    Nodes last;
    bool origin;  // the capture began here, and must end here
    bool blocking;
    const void* pc;  // of the call by which the stream began or joined the capture
};

struct CapturedEvent {
    cudaGraph_t graph;
    Nodes nodes;
};

std::map<cudaStream_t, Capture>& captures() {
    static auto& active = *new std::map<cudaStream_t, Capture>;
    return active;
}

std::map<cudaEvent_t, CapturedEvent>& captured_events() {
    static auto& events = *new std::map<cudaEvent_t, CapturedEvent>;
    return events;
}

Capture* capture_of(cudaStream_t stream) {
    const auto found = captures().find(stream);
    return found == captures().end() ? nullptr : &found->second;
}

void join(Nodes& into, const Nodes& from) {
    for (const std::size_t node : from)
        if (std::find(into.begin(), into.end(), node) == into.end()) into.push_back(node);
}

void tell(report::Variant variant, std::string name, std::string cause, const void* pc) {
    report::Finding finding{.kind = report::FindingKind::launch_error};
    finding.self = {.site = {.pc = pc}, .host = true};
    finding.variable = std::move(name);
    finding.cause = std::move(cause);
    finding.variant = variant;
    report::emit(std::move(finding));
}

void tell_of_captures_without_end() {
    for (const auto& [stream, capture] : captures())
        if (capture.origin)
            tell(report::Variant::endless_capture, {},
                 "the capture that begins here is never ended, so nothing of what was issued to "
                 "the stream since has run: end it with cudaStreamEndCapture, and launch the graph",
                 capture.pc);
}

cudaError_t tell_of_unjoined(const Capture& fork, const void* pc) {
    const int line = report::resolve({.pc = fork.pc}).line;
    tell(report::Variant::refused_call, "cudaStreamEndCapture",
         "cudaStreamEndCapture is refused (cudaErrorStreamCaptureUnjoined), and there is no graph: "
         "the stream where the capture began does not wait for the stream that joined it" +
             (line ? " on line " + std::to_string(line) : std::string()) +
             ". Record an event in that one behind its last work, and let the first one wait for "
             "the event (cudaStreamWaitEvent) before the capture ends",
         pc);
    return cudaErrorStreamCaptureUnjoined;
}

// Whether the stream where the capture began has waited for everything that this stream captured.
bool is_joined(const Capture& fork, const Capture& origin) {
    return std::all_of(fork.last.begin(), fork.last.end(), [&](std::size_t node) {
        return std::any_of(origin.last.begin(), origin.last.end(),
                           [&](std::size_t last) { return origin.graph->reaches(last, node); });
    });
}

}  // namespace

bool is_capturing(cudaStream_t stream) {
    return capture_of(stream) != nullptr;
}

cudaError_t capture_or_run(cudaStream_t stream, cudaGraphNodeType type, const GraphWork& work) {
    if (captures().empty()) return do_in_turn(stream, work);
    if (Capture* const capture = capture_of(stream)) {
        capture->last = {capture->graph->add(type, work, capture->last).number};
        return cudaSuccess;
    }
    const bool waits = std::any_of(captures().begin(), captures().end(),
                                   [](const auto& entry) { return entry.second.blocking; });
    return is_legacy(stream) && waits ? cudaErrorStreamCaptureImplicit : do_in_turn(stream, work);
}

cudaError_t begin_capture(cudaStream_t stream, bool blocking, const void* pc) {
    [[maybe_unused]] static const bool watched =
        (report::at_exit(tell_of_captures_without_end), true);
    if (is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
    if (is_capturing(stream)) return cudaErrorIllegalState;
    captures()[stream] = {new_graph(), {}, true, blocking, pc};
    return cudaSuccess;
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph, const void* pc) {
    if (const cudaError_t error = put(graph, nullptr); error != cudaSuccess) return error;
    const Capture* const found = capture_of(stream);
    if (!found) return cudaErrorIllegalState;
    if (!found->origin) return cudaErrorStreamCaptureUnmatched;
    const Capture origin = *found;
    std::optional<Capture> left_over;
    for (const auto& [other, capture] : captures())
        if (capture.graph == origin.graph && !is_joined(capture, origin)) left_over = capture;
    std::erase_if(captures(),
                  [&](const auto& entry) { return entry.second.graph == origin.graph; });
    if (left_over) return tell_of_unjoined(*left_over, pc);
    return put(graph, origin.graph);
}

bool capture_record(cudaEvent_t event, cudaStream_t stream) {
    captured_events().erase(event);
    const Capture* const capture = capture_of(stream);
    if (capture) captured_events()[event] = {capture->graph, capture->last};
    return capture;
}

bool capture_wait(cudaStream_t stream, cudaEvent_t event, const void* pc, cudaError_t& result) {
    Capture* const capture = capture_of(stream);
    const auto found = captured_events().find(event);
    result = cudaSuccess;
    if (found == captured_events().end()) {
        if (capture) result = cudaErrorStreamCaptureIsolation;
        return capture;
    }
    const CapturedEvent& captured = found->second;
    const bool under_way =
        std::any_of(captures().begin(), captures().end(),
                    [&](const auto& entry) { return entry.second.graph == captured.graph; });
    if (!under_way)
        result = cudaErrorCapturedEvent;
    else if (!capture)
        captures()[stream] = {captured.graph, captured.nodes, false, false, pc};
    else if (capture->graph != captured.graph)
        result = cudaErrorStreamCaptureMerge;
    else
        join(capture->last, captured.nodes);
    return true;
}

bool is_captured(cudaEvent_t event) {
    return captured_events().contains(event);
}

cudaError_t check_wait(cudaStream_t stream) {
    return is_capturing(stream) ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t check_wait_for_all() {
    return captures().empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

}  // namespace cusim::api
