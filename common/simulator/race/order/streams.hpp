// Order between launches, copies and the host: a vector clock with one entry per stream. An
// operation is ordered after what the host and its stream knew when it was issued. A wait joins
// clocks.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "simulator/race/order/clocks.hpp"
#include "simulator/race/order/handles.hpp"

namespace cusim::race {

// An operation of a stream that is not a launch.
enum class Call : std::uint8_t { copy, allocation, free, host_function };

// One launch or call, with the epochs it used.
struct Operation {
    Epoch first;
    Epoch end = 0;  // exclusive; the highest Epoch while it runs
    const char* name = nullptr;
    trace::Extent grid = {}, block = {};
    bool launch = false;
    Call call = Call::copy;           // if it is not a launch
    const void* called_at = nullptr;  // the program's call
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
    // The host may have waited for everything: cudaFree usually does, though CUDA does not
    // guarantee it.
    void host_may_wait_all();
    // Whether the host, which asks without waiting, finds that everything before the event's latest
    // record has ended. What may still
    // run has not ended when it is asked for first, and has when it is asked for again.
    bool host_finds_ended(EventId event) { return finds_ended(events_[event]); }
    bool host_finds_stream_ended(StreamId stream) { return finds_ended(issued_to(stream)); }
    // The host has read a flag that the operation of this epoch stored.
    void host_has_read_of(Epoch epoch);
    // A function that a stream calls on the host knows what the stream has done. Until the clock is
    // restored, the host does too.
    StreamClock host_enters(StreamId stream);
    void host_leaves(StreamClock before) { host() = std::move(before); }

    // Host threads: "the host" is the one that runs. A new thread knows what the running one knows.
    HostId add_host();
    void remove_host(HostId id) { hosts_.erase(id); }
    void switch_host(HostId id) { running_host_ = id; }
    bool several_hosts() const { return last_host_ > 0; }
    void host_releases(std::uintptr_t address) { join(released_[address], host()); }
    void host_acquires(std::uintptr_t address);

    // Begins an operation in `stream`, after everything that it must follow there. With `overlaps`,
    // only threads that have waited for it follow the launch that is the latest there.
    void begin(StreamId stream, Operation operation, bool overlaps = false);
    void end(Epoch end);
    bool running() const { return running_ != nullptr; }
    // Valid only while an operation runs.
    const Operation& current() const { return *running_; }

    // What runs until end_beside() was launched by a launch whose epochs from `first` to `end` are
    // of what its threads did afterwards. They are not ordered before what runs.
    void begin_beside(Epoch first, Epoch end) { beside_.push_back({first, end}); }
    void end_beside() { beside_.pop_back(); }
    bool is_beside(Epoch earlier) const;
    // Whether that epoch is of the launch with which the running one overlaps.
    bool is_overlapped(Epoch earlier) const {
        return overlapped_.first <= earlier && earlier < overlapped_.second;
    }

    // Whether the operation of an earlier epoch ended before the current operation began. If none
    // runs: before the host's next step.
    bool ordered(Epoch earlier) const;
    // Whether anything issued since may have to wait for the operation of that epoch.
    bool is_followed(Epoch earlier) const;
    // Everything before the returned epoch is ordered before what runs now. `next`: the next epoch
    // number.
    Epoch floor(Epoch next) const;

    // The host knows that everything before the returned epoch has ended.
    Epoch unwaited(Epoch next) const;

    // Returns nullptr if the host saw it end long ago.
    const Operation* find(Epoch epoch) const;
    bool several() const { return streams_.size() > 1; }

  private:
    struct Stream {
        bool blocking = true;
        StreamClock clock;
        std::uint64_t dropped = 0;  // removed operations, which all of the host knows to have ended
        std::vector<Operation> operations;
    };
    struct Found {
        StreamId stream;
        std::uint64_t sequence;  // starts at 1
        const Operation* operation;
    };

    // The epochs of the stream's latest operation, if that is a launch which the host has not
    // waited for.
    std::pair<Epoch, Epoch> unended_launch(StreamId id) const;
    // Returns the stream, after adding to its clock what anything issued to it now must follow.
    Stream& arrive(StreamId stream);
    StreamClock issued_to(StreamId stream);
    static void join(StreamClock& into, const StreamClock& from);
    static bool covers(const StreamClock& known, const StreamClock& clock);
    void host_knows(const StreamClock& clock);
    // Whether the host may know that what the clock counts has ended.
    bool may_be_known(const StreamClock& clock) const;
    bool finds_ended(const StreamClock& clock);
    bool locate(Epoch epoch, Found& found) const;
    const StreamClock& clock() const { return running_ ? clock_ : hosts_.at(running_host_); }
    StreamClock& host() { return hosts_[running_host_]; }
    // How many operations of the stream all host threads know to have ended.
    std::uint64_t known_to_all(StreamId stream) const;

    std::map<StreamId, Stream> streams_{{0, {}}};
    std::map<EventId, StreamClock> events_;
    std::map<HostId, StreamClock> hosts_{{0, {}}};
    StreamClock maybe_ended_;
    StreamClock asked_;  // what the host has once been told to run still
    HostId running_host_ = 0, last_host_ = 0;
    std::map<std::uintptr_t, StreamClock> released_;  // by the address of a lock or an atomic
    StreamClock clock_;                               // of the running operation
    std::vector<std::pair<Epoch, Epoch>> beside_;     // one for each grid that is within another
    Operation* running_ = nullptr;
    std::pair<Epoch, Epoch> overlapped_;  // empty where the running operation overlaps with none
};

Streams& streams();

}  // namespace cusim::race
