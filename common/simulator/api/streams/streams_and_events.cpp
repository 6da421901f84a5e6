// The API functions for streams and events.
#include <chrono>
#include <set>
#include <string>

#include "cusim/runtime_api.hpp"
#include "cusim/translated.hpp"
#include "simulator/api/calls/handles.hpp"
#include "simulator/api/calls/host_function.hpp"
#include "simulator/api/calls/refused_call.hpp"
#include "simulator/api/calls/status.hpp"
#include "simulator/api/calls/stream.hpp"
#include "simulator/api/calls/under_way.hpp"
#include "simulator/api/streams/capture.hpp"
#include "simulator/api/streams/device_launch.hpp"
#include "simulator/hooks/fence.hpp"
#include "simulator/race/events.hpp"

struct CUevent_st {
    std::uint32_t id;  // of its latest record
    unsigned int flags;
    bool recorded = false;
    cusim::api::Ticket ticket = nullptr;  // of the latest record, if that must wait
    std::chrono::steady_clock::time_point time;
};

namespace cusim::api {

namespace {

std::set<cudaEvent_t>& events() {
    static auto& live = *new std::set<cudaEvent_t>;
    return live;
}

cudaError_t create_stream(cudaStream_t* stream, unsigned int flags, int priority, const void* pc) {
    return call([&] {
        if (!stream || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
        const cudaStream_t made = new_stream(flags, priority);
        handle_made(handle_of(made), HandleKind::stream, pc);
        return put(stream, made);
    });
}

cudaError_t create_event(cudaEvent_t* event, unsigned int flags, const void* pc) {
    return call([&] {
        constexpr unsigned int known =
            cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
        if (!event || (flags & ~known) != 0) return cudaErrorInvalidValue;
        const cudaEvent_t made = new_event(flags);
        handle_made(handle_of(made), HandleKind::event, pc);
        return put(event, made);
    });
}

// Calls `action` if the handle is a live stream or event.
template <class Action>
cudaError_t with_stream(cudaStream_t stream, Action action,
                        const char* name = __builtin_FUNCTION()) {
    const auto checked = [&] {
        if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
        return action();
    };
    return call(checked, cudaErrorUnknown, name);
}

template <class Action>
cudaError_t with_event(cudaEvent_t event, Action action, const char* name = __builtin_FUNCTION()) {
    const auto checked = [&] {
        if (!events().contains(event)) return cudaErrorInvalidResourceHandle;
        handle_used(handle_of(event));
        return action();
    };
    return call(checked, cudaErrorUnknown, name);
}

std::uint32_t new_record() {
    static std::uint32_t last = 0;
    return ++last;
}

bool is_under_way(cudaEvent_t event) {
    return event->ticket && !*event->ticket;
}

cudaError_t wait_for(cudaStream_t stream) {
    finish(stream);
    if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
    race::host_waits_stream(stream_id(stream));
    return cudaSuccess;
}

cudaError_t wait_for(cudaEvent_t event) {
    finish(event->ticket);
    if (lost_device_error() != cudaSuccess) return learn_lost_device_error();
    if (event->recorded) race::host_waits_event(event->id);
    return cudaSuccess;
}

}  // namespace

cudaEvent_t new_event(unsigned int flags) {
    return *events().insert(new CUevent_st{.id = new_record(), .flags = flags, .time = {}}).first;
}

}  // namespace cusim::api

using namespace cusim;
using namespace cusim::api;

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return create_stream(stream, cudaStreamDefault, 0, __builtin_return_address(0));
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
    const void* const pc = __builtin_return_address(0);
    if (detail::on_device()) return put_on_device(stream, new_stream_of_device(), pc);
    return create_stream(stream, flags, 0, pc);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
    return create_stream(stream, flags, priority, __builtin_return_address(0));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return call([&] {
        put_if_asked(least, 0);
        put_if_asked(greatest, -5);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return with_stream(stream,
                       [&] { return put(priority, is_default(stream) ? 0 : stream->priority); });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
    return with_stream(
        stream, [&] { return put(flags, is_default(stream) ? cudaStreamDefault : stream->flags); });
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return with_stream(stream, [&] { return put(device, 0); });
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return with_stream(stream, [&] { return put(id, stream_id(stream)); });
}

// Only tells CUDA which stream alone uses managed memory; the checker does not need it.
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned int) {
    return with_stream(stream, [] { return cudaSuccess; });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (detail::on_device()) return cudaSuccess;
    return call_to_free([&] {
        if (is_default(stream) || !is_stream(stream)) return cudaErrorInvalidResourceHandle;
        return do_in_turn(stream, [](cudaStream_t gone) {
            end_stream(gone);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return with_stream(stream, [&] {
        const cudaError_t error = check_wait(stream, here);
        return error != cudaSuccess ? error : wait_for(stream);
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    bool is_ready = true;
    const cudaError_t error = with_stream(stream, [&] {
        if (const cudaError_t error = check_wait(stream, here); error != cudaSuccess) return error;
        is_ready = !must_wait(stream) && race::host_finds_stream_ended(stream_id(stream));
        return is_ready ? wait_for(stream) : cudaSuccess;
    });
    return is_ready ? error : cudaErrorNotReady;  // no error, so not kept as the last one
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
    if (detail::on_device()) return cudaSuccess;
    const void* const pc = __builtin_return_address(0);
    return with_event(event, [&] {
        if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
        cudaError_t result = check_legacy(stream, {"cudaStreamWaitEvent", {.pc = pc}});
        if (result != cudaSuccess) return result;
        if ((event->recorded || is_captured(event)) && capture_wait(stream, event, pc, result))
            return result;
        follow(stream, event->ticket);
        if (!event->recorded) return cudaSuccess;
        return do_in_turn(stream, [id = event->id](cudaStream_t in) {
            race::stream_waits(stream_id(in), id);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void* userData, unsigned int) {
    const void* const pc = __builtin_return_address(0);
    hooks::check_function(callback, pc);
    return with_stream(stream, [&] {
        const CaptureCall here{"cudaStreamAddCallback", {.pc = pc}};
        if (const cudaError_t error = check_wait(stream, here); error != cudaSuccess) return error;
        return do_in_turn(stream, [=](cudaStream_t in) {
            const auto called = [&] { callback(in, cudaSuccess, userData); };
            race::host_function(
                stream_id(in), [&] { run_host_function(called, pc); }, pc);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* userData) {
    const void* const pc = __builtin_return_address(0);
    hooks::check_function(function, pc);
    const CaptureCall here{__func__, {.pc = pc}};
    return with_stream(stream, [&] {
        if (is_capturing(stream)) {
            GraphWork later = [=](cudaStream_t in) {
                return cudaLaunchHostFunc(in, function, userData);
            };
            later.parameters = cudaHostNodeParams{function, userData};
            return capture_or_run(stream, cudaGraphNodeTypeHost, later, here);
        }
        if (const cudaError_t error = check_legacy(stream, here); error != cudaSuccess)
            return error;
        return do_in_turn(stream, [=](cudaStream_t in) {
            const auto called = [&] { function(userData); };
            race::host_function(
                stream_id(in), [&] { run_host_function(called, pc); }, pc);
            return cudaSuccess;
        });
    });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    const void* const pc = __builtin_return_address(0);
    return with_stream(stream, [&] { return begin_capture(stream, mode, pc); });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return call([&] {
        if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
            return cudaErrorInvalidValue;
        race::check_host_target(mode, sizeof *mode);
        exchange_capture_mode(*mode);
        return cudaSuccess;
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    const void* const pc = __builtin_return_address(0);
    return with_stream(
        stream, [&] { return graph ? end_capture(stream, graph, pc) : cudaErrorInvalidValue; });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    const void* const pc = __builtin_return_address(0);
    if (detail::on_device()) return put_on_device(event, cudaEvent_t{}, pc);
    return create_event(event, flags, pc);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
    const void* const pc = __builtin_return_address(0);
    if (detail::on_device()) return put_on_device(event, cudaEvent_t{}, pc);
    return create_event(event, cudaEventDefault, pc);
}
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
    const void* const pc = __builtin_return_address(0);
    if (detail::on_device()) return put_on_device(event, cudaEvent_t{}, pc);
    return create_event(event, flags, pc);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (detail::on_device()) return cudaSuccess;
    return call_to_free([&] {
        if (events().erase(event) == 0) return cudaErrorInvalidResourceHandle;
        handle_ended(handle_of(event));
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (detail::on_device()) {
        children_run_in_one_stream();
        return cudaSuccess;
    }
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return with_event(event, [&] {
        if (!is_stream(stream)) return cudaErrorInvalidResourceHandle;
        cudaError_t result = check_legacy(stream, here);
        if (result != cudaSuccess || capture_record(event, stream, result)) return result;
        event->recorded = true;
        // Work that waits for the event in a suspended stream refers to the earlier record.
        if (anything_under_way) event->id = new_record();
        event->ticket = record_in_turn(stream, [event, id = event->id, stream] {
            event->time = std::chrono::steady_clock::now();
            race::event_recorded(id, stream_id(stream));
        });
        return cudaSuccess;
    });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    bool is_ready = true;
    const cudaError_t error = with_event(event, [&] {
        if (const cudaError_t error = check_wait(event, here); error != cudaSuccess) return error;
        const bool may_run = event->recorded && !race::host_finds_event_reached(event->id);
        is_ready = !is_under_way(event) && !may_run;
        return is_ready ? wait_for(event) : cudaSuccess;
    });
    return is_ready ? error : cudaErrorNotReady;  // no error, so not kept as the last one
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    const CaptureCall here{__func__, {.pc = __builtin_return_address(0)}};
    return with_event(event, [&] {
        const cudaError_t error = check_wait(event, here);
        return error != cudaSuccess ? error : wait_for(event);
    });
}

namespace {

// Here a kernel has ended when its launch returns; on a device it would still be running.
std::string not_waited_for(bool is_start) {
    return std::string("nothing has waited for its ") + (is_start ? "first" : "second") +
           " event, and a launch returns at once: cudaEventSynchronize() with the later event "
           "comes before the time is asked for";
}

// Why there is no time of its own; empty if there is one.
std::string has_no_time(const CUevent_st& event, bool is_start) {
    const std::string name = is_start ? "its first event" : "its second event";
    if (event.flags & cudaEventDisableTiming)
        return name + " was made with cudaEventDisableTiming, and keeps no time";
    return event.recorded ? "" : name + " was never recorded";
}

}  // namespace

// Returns the simulator's own running time between the two records, which says nothing about any
// device.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    const void* const pc = __builtin_return_address(0);
    return with_event(start, [&] {
        if (!events().contains(end)) return cudaErrorInvalidResourceHandle;
        for (const cudaEvent_t event : {start, end})
            if (const std::string reason = has_no_time(*event, event == start); !reason.empty())
                return refuse_call(cudaErrorInvalidResourceHandle, reason, pc,
                                   "cudaEventElapsedTime");
        for (const cudaEvent_t event : {start, end})
            if (is_under_way(event) || !race::host_finds_event_reached(event->id))
                return refuse_call(cudaErrorNotReady, not_waited_for(event == start), pc,
                                   "cudaEventElapsedTime");
        const std::chrono::duration<float, std::milli> elapsed = end->time - start->time;
        return put(milliseconds, elapsed.count());
    });
}
