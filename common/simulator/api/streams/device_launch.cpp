#include "simulator/api/streams/device_launch.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "simulator/api/calls/stream.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/order/epochs.hpp"

namespace cusim::api {

namespace {

struct ChildGrid {
    std::uint32_t block;  // that asked for it
    cudaStream_t stream;
    race::Epoch launched;
    GraphWork work;
};

// More streams than these are one: that costs less, and misses races between their children only.
constexpr std::size_t most_streams = 16;
// Beyond those that events of the program have.
constexpr std::uint32_t first_event = std::uint32_t{1} << 31;

std::vector<ChildGrid>& children() {
    static auto& kept = *new std::vector<ChildGrid>;
    return kept;
}

unsigned depth = 0;
bool in_one_stream = false;

void orders(cudaStream_t earlier, cudaStream_t later) {
    static std::uint32_t last = first_event;
    race::event_recorded(++last, stream_id(earlier));
    race::stream_waits(stream_id(later), last);
}

// The streams in which the children of one grid run.
class ChildStreams {
  public:
    ChildStreams(cudaStream_t parent, bool several) : parent_(parent), several_(several) {}
    ~ChildStreams() {
        for (const cudaStream_t stream : streams_) {
            orders(stream, parent_);
            end_stream(stream);
        }
    }
    ChildStreams(const ChildStreams&) = delete;
    ChildStreams& operator=(const ChildStreams&) = delete;

    cudaStream_t of(const ChildGrid& child) {
        if (!several_) return parent_;
        const auto [known, is_new] = numbers_.try_emplace(key(child), numbers_.size());
        const std::size_t number = known->second % most_streams;
        if (number == streams_.size()) {
            streams_.push_back(new_stream(cudaStreamNonBlocking, 0));
            orders(parent_, streams_.back());
        }
        return streams_[number];
    }

    using Key = std::pair<cudaStream_t, std::uint32_t>;
    // Each block has a default stream of its own, and a launch to be forgotten one of its own.
    static Key key(const ChildGrid& child) {
        return {child.stream, child.stream ? 0 : child.block};
    }

  private:
    const cudaStream_t parent_;
    const bool several_;
    std::map<Key, std::size_t> numbers_;
    std::vector<cudaStream_t> streams_;
};

bool in_several_streams(const std::vector<ChildGrid>& grids) {
    for (const ChildGrid& child : grids)
        if (ChildStreams::key(child) != ChildStreams::key(grids.front())) return true;
    return false;
}

}  // namespace

void keep_child(cudaStream_t stream, GraphWork work) {
    children().push_back(
        {race::running_thread->block->linear, stream, race::child_is_launched(), std::move(work)});
}

void children_run_in_one_stream() {
    in_one_stream = true;
}

unsigned launch_depth() {
    return depth;
}

cudaStream_t new_stream_of_device() {
    static std::uint32_t last = 0;
    return new CUstream_st{++last, cudaStreamNonBlocking, 0};
}

void run_children(cudaStream_t stream) {
    if (children().empty()) return;
    const std::vector<ChildGrid> grids = std::exchange(children(), {});
    const bool in_one = std::exchange(in_one_stream, false);
    const race::Epoch end = race::epochs().next();
    ++depth;
    {
        ChildStreams streams{stream, !in_one && in_several_streams(grids)};
        for (const ChildGrid& child : grids) {
            if (child.stream == cudaStreamTailLaunch) continue;
            const race::ChildRuns beside{child.launched, end};
            child.work(streams.of(child));
        }
    }
    for (const ChildGrid& child : grids)
        if (child.stream == cudaStreamTailLaunch) child.work(stream);
    --depth;
}

void forget_children() {
    children().clear();
    in_one_stream = false;
}

}  // namespace cusim::api
