// Requests for streams and events, and for the time between two events.
#include <string>
#include <utility>

#include "python/device/device.hpp"
#include "python/device/failure.hpp"

namespace python {

cudaStream_t Device::stream(const Message& request) const {
    const int number = request.head.value("stream", 0);
    if (number == 0) return nullptr;
    const auto found = streams_.find(number);
    if (found == streams_.end()) throw Failure{cudaErrorInvalidResourceHandle, "a stream"};
    return found->second;
}

cudaEvent_t Device::event(const Message& request, const char* name) const {
    const auto found = events_.find(field<int>(request, name));
    if (found == events_.end()) throw Failure{cudaErrorInvalidResourceHandle, "an event"};
    return found->second;
}

void Device::synchronize(const Message& request, Message&) {
    if (request.head.contains("event")) {
        check(cudaEventSynchronize(event(request, "event")), "cuEventSynchronize");
        progress_.waited_for(field<int>(request, "event"));
        return;
    }
    if (request.head.value("stream", 0) != 0)
        check(cudaStreamSynchronize(stream(request)), "cuStreamSynchronize");
    else
        check(cudaDeviceSynchronize(), "cuCtxSynchronize");
    progress_.waited_for_all();
}

// An event that is queried before it is reached counts as reached the next time, so that polling
// ends.
void Device::query(const Message& request, Message& answer) {
    const cudaError_t state = cudaEventQuery(event(request, "event"));
    if (state != cudaErrorNotReady) check(state, "cuEventQuery");
    const int asked_for = field<int>(request, "event");
    answer.head["over"] = state == cudaSuccess && progress_.is_over(asked_for);
    progress_.waited_for(asked_for);
}

void Device::make_stream(const Message&, Message& answer) {
    cudaStream_t made = nullptr;
    check(cudaStreamCreate(&made), "cuStreamCreate");
    streams_[++made_] = made;
    answer.head["stream"] = made_;
}

void Device::end_stream(const Message& request, Message&) {
    check(cudaStreamDestroy(stream(request)), "cuStreamDestroy");
    streams_.erase(field<int>(request, "stream"));
}

void Device::wait_for_event(const Message& request, Message&) {
    check(cudaStreamWaitEvent(stream(request), event(request, "event"), 0), "cuStreamWaitEvent");
}

void Device::make_event(const Message&, Message& answer) {
    cudaEvent_t made = nullptr;
    check(cudaEventCreate(&made), "cuEventCreate");
    events_[++made_] = made;
    answer.head["event"] = made_;
}

void Device::end_event(const Message& request, Message&) {
    check(cudaEventDestroy(event(request, "event")), "cuEventDestroy");
    events_.erase(field<int>(request, "event"));
    progress_.forget(field<int>(request, "event"));
}

void Device::record_event(const Message& request, Message&) {
    check(cudaEventRecord(event(request, "event"), stream(request)), "cuEventRecord");
    event_times_[field<int>(request, "event")] = clock_.now();
    progress_.recorded(field<int>(request, "event"));
    variety_.recorded(field<int>(request, "event"));
}

void Device::time_between(const Message& request, Message& answer) {
    for (const auto& [which, name] : {std::pair{"from", "first"}, {"to", "second"}})
        if (!event_times_.contains(field<int>(request, which)))
            throw Failure{cudaErrorInvalidResourceHandle, "cuEventElapsedTime",
                          std::string(cudaGetErrorString(cudaErrorInvalidResourceHandle)) +
                              " (the " + name + " event has not been recorded: call its record())"};
    for (const char* const which : {"from", "to"})
        if (!progress_.is_over(field<int>(request, which)))
            throw Failure{cudaErrorNotReady, "cuEventElapsedTime",
                          std::string(cudaGetErrorString(cudaErrorNotReady)) +
                              " (a launch returns at once: synchronize() with the later event "
                              "before the time is asked for)"};
    // The event has been reached, and waited for, perhaps through another stream.
    check(cudaEventSynchronize(event(request, "from")), "cuEventElapsedTime");
    check(cudaEventSynchronize(event(request, "to")), "cuEventElapsedTime");
    float simulators_own = 0;  // the call also checks the two events
    check(cudaEventElapsedTime(&simulators_own, event(request, "from"), event(request, "to")),
          "cuEventElapsedTime");
    const double microseconds =
        event_times_[field<int>(request, "to")] - event_times_[field<int>(request, "from")];
    variety_.timed(field<int>(request, "from"), field<int>(request, "to"));
    if (microseconds > 0) times_asked_.push_back(microseconds);
    answer.head["milliseconds"] = pretence_.times_as_long() * microseconds / 1e3;
}

}  // namespace python
