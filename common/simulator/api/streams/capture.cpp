#include "simulator/api/streams/capture.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/calls/under_way.hpp"
#include "simulator/host/turns.hpp"
#include "simulator/memory/host_thread_data.hpp"
#include "simulator/memory/runtime_heap.hpp"
#include "simulator/report/findings/resolve.hpp"
#include "simulator/report/recorder.hpp"

namespace cusim::api {

namespace {

using Nodes = std::vector<std::size_t>;

// What all streams of a capture share.
struct Sequence {
    cudaGraph_t graph;
    cudaStreamCaptureMode mode;
    const host::HostThread* thread;  // that began it
    bool is_invalid = false;
    unsigned long long id = 0;
};

// A capturing stream, with the nodes that its next node depends on.
struct Capture {
    std::shared_ptr<Sequence> of;
    Nodes last;
    bool origin;     // the capture began here, and must end here
    const void* pc;  // of the call by which the stream began or joined the capture
    std::shared_ptr<cudaGraphNode_t[]> shown = nullptr;  // the program's, with the nodes of `last`
};

struct CapturedEvent {
    std::shared_ptr<Sequence> of;
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

bool is_under_way(const Sequence& sequence) {
    return std::ranges::any_of(
        captures(), [&](const auto& entry) { return entry.second.of.get() == &sequence; });
}

void join(Nodes& into, const Nodes& from) {
    for (const std::size_t node : from)
        if (std::find(into.begin(), into.end(), node) == into.end()) into.push_back(node);
}

void tell(report::Variant variant, std::string name, std::string cause, const report::Site& site) {
    report::Finding finding{.kind = report::FindingKind::launch_error};
    finding.self = {.site = site, .host = true};
    finding.variable = std::move(name);
    finding.cause = std::move(cause);
    finding.variant = variant;
    report::emit(std::move(finding));
}

void tell_of_captures_without_end() {
    for (const auto& [stream, capture] : captures())
        if (capture.origin && !capture.of->is_invalid)
            tell(report::Variant::endless_capture, {},
                 "the capture that begins here is never ended, so nothing of what was issued to "
                 "the stream since has run: end it with cudaStreamEndCapture, and launch the graph",
                 {.pc = capture.pc});
}

cudaError_t tell_of_unjoined(const Capture& fork, const void* pc) {
    const int line = report::resolve({.pc = fork.pc}).line;
    tell(report::Variant::refused_call, "cudaStreamEndCapture",
         "cudaStreamEndCapture is refused (cudaErrorStreamCaptureUnjoined), and there is no graph: "
         "the stream where the capture began does not wait for the stream that joined it" +
             (line ? " on line " + std::to_string(line) : std::string()) +
             ". Record an event in that one behind its last work, and let the first one wait for "
             "the event (cudaStreamWaitEvent) before the capture ends",
         {.pc = pc});
    return cudaErrorStreamCaptureUnjoined;
}

// The call that may not be made ends the capture as well. Whatever follows it is refused, too,
// until cudaStreamEndCapture.
cudaError_t invalidate(Sequence& sequence, const CaptureCall& call, const std::string& why,
                       const std::string& remedy, cudaError_t error) {
    if (std::exchange(sequence.is_invalid, true)) return error;
    tell(report::Variant::refused_call, call.name,
         std::string(call.name) + " is refused (" + cudaGetErrorName(error) + "): " + why +
             ". That spoils the capture, too: cudaStreamEndCapture gives no graph. " + remedy,
         call.site);
    return error;
}

// Whether the stream where the capture began has waited for everything that this stream captured.
bool is_joined(const Capture& fork, const Capture& origin) {
    return std::all_of(fork.last.begin(), fork.last.end(), [&](std::size_t node) {
        return std::any_of(origin.last.begin(), origin.last.end(),
                           [&](std::size_t last) { return origin.of->graph->reaches(last, node); });
    });
}

cudaStreamCaptureMode& mode_of_thread() {
    return memory::of_host_thread<cudaStreamCaptureMode, struct CaptureMode>();
}

// Whether this thread may make no calls that a capture cannot see.
bool forbids(const Sequence& sequence) {
    const cudaStreamCaptureMode here = mode_of_thread();
    if (here == cudaStreamCaptureModeRelaxed) return false;
    if (sequence.thread == &host::running()) return sequence.mode != cudaStreamCaptureModeRelaxed;
    return here == cudaStreamCaptureModeGlobal && sequence.mode == cudaStreamCaptureModeGlobal;
}

constexpr const char* behind_the_graph =
    "What is captured runs when the graph is launched: wait behind that launch";

}  // namespace

bool is_capturing(cudaStream_t stream) {
    return capture_of(stream) != nullptr;
}

cudaStreamCaptureStatus capture_status(cudaStream_t stream) {
    const Capture* const capture = capture_of(stream);
    if (!capture) return cudaStreamCaptureStatusNone;
    return capture->of->is_invalid ? cudaStreamCaptureStatusInvalidated
                                   : cudaStreamCaptureStatusActive;
}

std::optional<CaptureInfo> capture_info(cudaStream_t stream) {
    Capture* const capture = capture_of(stream);
    if (!capture || capture->of->is_invalid) return std::nullopt;
    const cudaGraph_t graph = capture->of->graph;
    const std::size_t count = capture->last.size();
    auto* const nodes =
        static_cast<cudaGraphNode_t*>(memory::program_malloc(count * sizeof(cudaGraphNode_t)));
    capture->shown.reset(nodes, [](cudaGraphNode_t* array) { memory::program_free(array); });
    for (std::size_t i = 0; i < count; ++i) nodes[i] = graph->nodes[capture->last[i]].get();
    return CaptureInfo{capture->of->id, graph, {nodes, count}};
}

cudaError_t capture_or_run(cudaStream_t stream, cudaGraphNodeType type, const GraphWork& work,
                           const CaptureCall& call) {
    if (captures().empty()) return do_in_turn(stream, work);
    if (Capture* const capture = capture_of(stream)) {
        if (capture->of->is_invalid) return cudaErrorStreamCaptureInvalidated;
        capture->last = {capture->of->graph->add(type, work, capture->last).number};
        return cudaSuccess;
    }
    const cudaError_t error = check_legacy(stream, call);
    return error != cudaSuccess ? error : do_in_turn(stream, work);
}

cudaError_t begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode, const void* pc) {
    [[maybe_unused]] static const bool watched =
        (report::at_exit(tell_of_captures_without_end), true);
    if (is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
    if (is_capturing(stream)) return cudaErrorIllegalState;
    static unsigned long long number = 0;
    const Sequence sequence{new_graph(), mode, &host::running(), false, ++number};
    captures()[stream] = {std::make_shared<Sequence>(sequence), {}, true, pc};
    return cudaSuccess;
}

cudaError_t end_capture(cudaStream_t stream, cudaGraph_t* graph, const void* pc) {
    if (const cudaError_t error = put(graph, nullptr); error != cudaSuccess) return error;
    const Capture* const found = capture_of(stream);
    if (!found) return cudaErrorIllegalState;
    if (!found->origin) return cudaErrorStreamCaptureUnmatched;
    const Capture origin = *found;
    if (origin.of->mode != cudaStreamCaptureModeRelaxed && origin.of->thread != &host::running())
        return cudaErrorStreamCaptureWrongThread;
    std::optional<Capture> left_over;
    for (const auto& [other, capture] : captures())
        if (capture.of == origin.of && !is_joined(capture, origin)) left_over = capture;
    std::erase_if(captures(), [&](const auto& entry) { return entry.second.of == origin.of; });
    if (origin.of->is_invalid) return cudaErrorStreamCaptureInvalidated;
    if (left_over) return tell_of_unjoined(*left_over, pc);
    return put(graph, given(origin.of->graph, pc));
}

void exchange_capture_mode(cudaStreamCaptureMode& mode) {
    std::swap(mode_of_thread(), mode);
}

bool capture_record(cudaEvent_t event, cudaStream_t stream, cudaError_t& result) {
    captured_events().erase(event);
    const Capture* const capture = capture_of(stream);
    result = cudaSuccess;
    if (!capture) return false;
    if (capture->of->is_invalid)
        result = cudaErrorStreamCaptureInvalidated;
    else
        captured_events()[event] = {capture->of, capture->last};
    return true;
}

bool capture_wait(cudaStream_t stream, cudaEvent_t event, const void* pc, cudaError_t& result) {
    const CaptureCall call{"cudaStreamWaitEvent", {.pc = pc}};
    Capture* const capture = capture_of(stream);
    const auto found = captured_events().find(event);
    result = cudaSuccess;
    if (capture && capture->of->is_invalid) {
        result = cudaErrorStreamCaptureInvalidated;
        return true;
    }
    if (found == captured_events().end()) {
        if (capture)
            result = invalidate(*capture->of, call,
                                "the stream captures, and its event was recorded outside of the "
                                "capture",
                                "Wait before the capture, or launch the graph behind the event",
                                cudaErrorStreamCaptureIsolation);
        return capture;
    }
    const CapturedEvent& captured = found->second;
    if (!is_under_way(*captured.of)) {
        result = cudaErrorCapturedEvent;
    } else if (captured.of->is_invalid) {
        result = cudaErrorStreamCaptureInvalidated;
    } else if (!capture) {
        captures()[stream] = {captured.of, captured.nodes, false, pc};
    } else if (capture->of != captured.of) {
        captured.of->is_invalid = true;
        result = invalidate(*capture->of, call,
                            "the stream captures, and its event belongs to another capture",
                            "Capture both streams at once, from an event of one of them",
                            cudaErrorStreamCaptureMerge);
    } else {
        join(capture->last, captured.nodes);
    }
    return true;
}

bool is_captured(cudaEvent_t event) {
    return captured_events().contains(event);
}

cudaError_t check_legacy(cudaStream_t stream, const CaptureCall& call) {
    if (captures().empty() || !is_legacy(stream)) return cudaSuccess;
    cudaError_t error = cudaSuccess;
    for (const auto& [capturing, capture] : captures())
        if (is_blocking(capturing))
            error = invalidate(*capture.of, call,
                               "it is for the default stream, which would have to wait for the "
                               "stream that captures",
                               "Give it the stream that captures, if it is to be part of the "
                               "graph, or make the call before the capture or behind it",
                               cudaErrorStreamCaptureImplicit);
    return error;
}

cudaError_t check_wait(cudaStream_t stream, const CaptureCall& call) {
    if (captures().empty()) return cudaSuccess;
    const Capture* const capture = capture_of(stream);
    if (!capture) return check_legacy(stream, call);
    if (capture->of->is_invalid) return cudaErrorStreamCaptureInvalidated;
    return invalidate(*capture->of, call, "its stream captures, and nothing runs there meanwhile",
                      behind_the_graph, cudaErrorStreamCaptureUnsupported);
}

cudaError_t check_wait(cudaEvent_t event, const CaptureCall& call) {
    const auto found = captured_events().find(event);
    if (found == captured_events().end())
        return check_unseen(call, "no event can be asked for or waited for while a stream captures",
                            "Do it before the capture or behind it");
    if (!is_under_way(*found->second.of))
        return refuse_call(cudaErrorCapturedEvent,
                           "its event was recorded in a stream that captured, where nothing ran",
                           call.site.pc, call.name);
    return invalidate(*found->second.of, call,
                      "its event is recorded in a stream that captures, where nothing runs "
                      "meanwhile",
                      behind_the_graph, cudaErrorCapturedEvent);
}

cudaError_t check_wait_for_all(const CaptureCall& call) {
    if (captures().empty()) return cudaSuccess;
    for (const auto& [stream, capture] : captures())
        invalidate(*capture.of, call, "a stream captures, and nothing runs there meanwhile",
                   behind_the_graph, cudaErrorStreamCaptureUnsupported);
    return cudaErrorStreamCaptureUnsupported;
}

cudaError_t check_unseen(const CaptureCall& call, const char* why, const char* remedy) {
    cudaError_t error = cudaSuccess;
    for (const auto& [stream, capture] : captures())
        if (capture.origin && forbids(*capture.of))
            error = invalidate(*capture.of, call, why, remedy, cudaErrorStreamCaptureUnsupported);
    return error;
}

}  // namespace cusim::api
