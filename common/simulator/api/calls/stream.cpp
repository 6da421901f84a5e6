#include "simulator/api/calls/stream.hpp"

#include <set>

#include "simulator/api/calls/handles.hpp"
#include "simulator/memory/host_thread_data.hpp"
#include "simulator/race/events.hpp"

namespace cusim::api {

namespace {

// Whether 0 names the thread's own stream, not the one that all threads share.
bool own_by_default = false;

std::set<cudaStream_t>& streams() {
    static auto& live = *new std::set<cudaStream_t>;
    return live;
}

}  // namespace

cudaStream_t new_stream(unsigned int flags, int priority) {
    static std::uint32_t last = 0;
    const cudaStream_t stream = new CUstream_st{++last, flags, priority};
    streams().insert(stream);
    race::stream_created(last, (flags & cudaStreamNonBlocking) == 0);
    return stream;
}

void end_stream(cudaStream_t stream) {
    if (streams().erase(stream) == 0) return;
    handle_ended(handle_of(stream));
    race::stream_destroyed(stream->id);
}

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool is_legacy(cudaStream_t stream) {
    return stream == cudaStreamLegacy || (stream == nullptr && !own_by_default);
}

bool is_stream(cudaStream_t stream) {
    if (is_default(stream)) return true;
    handle_used(handle_of(stream));
    return streams().contains(stream);
}

bool is_blocking(cudaStream_t stream) {
    return is_default(stream) || (stream->flags & cudaStreamNonBlocking) == 0;
}

// Each host thread has its own cudaStreamPerThread.
std::uint32_t stream_id(cudaStream_t stream) {
    auto& own = memory::of_host_thread<cudaStream_t, struct OwnStream>();
    if (is_legacy(stream)) return 0;
    if (!is_default(stream)) return stream->id;
    if (!own) own = new_stream(cudaStreamDefault, 0);
    return own->id;
}

}  // namespace cusim::api

void __cusim_default_stream_per_thread() {
    cusim::api::own_by_default = true;
}
