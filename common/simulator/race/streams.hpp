// Order between launches, copies and the host: a vector clock with one entry per stream. An
// operation knows what the host and its stream knew when it was issued; a wait joins clocks.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "simulator/race/events.hpp"

namespace cusim::race {

// What a stream is given to do besides launches.
enum class Call : std::uint8_t { copy, allocation, free };

// One launch or call, and the epochs it used.
struct Operation {
    Epoch first;
    Epoch end = 0;  // exclusive; the highest Interval while it runs
    const char* name = nullptr;
    trace::Extent grid = {}, block = {};
    bool launch = false;
    Call call = Call::copy;           // where it is no launch
    const void* called_at = nullptr;  // in the program
};

// stream -> how many of its operations are known to have ended
using StreamClock = std::map<StreamId, std::uint64_t>;

class Streams {
  public:
    void create(StreamId stream, bool blocking) { streams_[stream].blocking = blocking; }
    void destroy(StreamId stream);
    void record(EventId event, StreamId stream) { events_[event] = arrive(stream).clock; }
    void wait(StreamId stream, EventId event) { join(arrive(stream).clock, events_[event]); }
    void host_waits_event(EventId event) { host_knows(events_[event]); }
    void host_waits_stream(StreamId stream);
    void host_waits_all();
    // It may have waited for all there is: cudaFree mostly does, though no one promises that.
    void host_may_wait_all();
    // May the host know that all before the event's latest record has ended?
    bool host_may_know(EventId event) const;
    // It has seen a signal of the operation that this epoch belongs to.
    void host_learns(Epoch epoch);
    // A function that the stream calls knows what the stream does: until restored, so does the
    // host.
    StreamClock host_enters(StreamId stream);
    void host_leaves(StreamClock before) { host() = std::move(before); }

    // Threads of the host: "the host" is the one that runs. A new one knows what that does.
    HostId add_host();
    void remove_host(HostId id) { hosts_.erase(id); }
    void switch_host(HostId id) { running_host_ = id; }
    bool several_hosts() const { return last_host_ > 0; }
    void host_releases(std::uintptr_t address) { join(released_[address], host()); }
    void host_acquires(std::uintptr_t address);

    // The operation that now begins in `stream`, after all that it must follow there.
    void begin(StreamId stream, Operation operation);
    void end(Epoch end);
    bool running() const { return running_ != nullptr; }
    // Valid while running.
    const Operation& current() const { return *running_; }

    // Did the operation of an earlier epoch end before the current one (before the host's next
    // step, while none runs) began?
    bool ordered(Epoch earlier) const;
    // May anything that was issued since have to wait for the operation of that epoch?
    bool is_followed(Epoch earlier) const;
    // Everything before this epoch did.
    Epoch floor(Epoch next) const;

    // Of everything before this epoch the host knows that it has ended.
    Epoch unwaited(Epoch next) const;

    // nullptr where the host saw it end long ago.
    const Operation* find(Epoch epoch) const;
    bool several() const { return streams_.size() > 1; }

  private:
    struct Stream {
        bool blocking = true;
        StreamClock clock;
        std::uint64_t dropped = 0;  // operations all of the host knows to have ended
        std::vector<Operation> operations;
    };
    struct Found {
        StreamId stream;
        std::uint64_t sequence;  // from 1
        const Operation* operation;
    };

    // The stream, knowing all that whatever is issued to it now must follow.
    Stream& arrive(StreamId stream);
    static void join(StreamClock& into, const StreamClock& from);
    void host_knows(const StreamClock& clock);
    bool locate(Epoch epoch, Found& found) const;
    const StreamClock& clock() const { return running_ ? clock_ : hosts_.at(running_host_); }
    StreamClock& host() { return hosts_[running_host_]; }
    // How many operations of the stream all threads of the host know to have ended.
    std::uint64_t known_to_all(StreamId stream) const;

    std::map<StreamId, Stream> streams_{{0, {}}};
    std::map<EventId, StreamClock> events_;
    std::map<HostId, StreamClock> hosts_{{0, {}}};
    StreamClock maybe_ended_;
    HostId running_host_ = 0, last_host_ = 0;
    std::map<std::uintptr_t, StreamClock> released_;  // by the address of a lock or an atomic
    StreamClock clock_;                               // of the running operation
    Operation* running_ = nullptr;
};

Streams& streams();

}  // namespace cusim::race
