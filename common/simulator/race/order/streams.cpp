#include "simulator/race/order/streams.hpp"

#include <algorithm>
#include <limits>

namespace cusim::race {

void Streams::join(StreamClock& into, const StreamClock& from) {
    for (const auto& [stream, ended] : from) into[stream] = std::max(into[stream], ended);
}

void Streams::host_knows(const StreamClock& clock) {
    join(host(), clock);
    for (auto& [id, stream] : streams_) {
        const std::uint64_t ended = known_to_all(id);
        if (ended <= stream.dropped) continue;
        const auto count = static_cast<std::ptrdiff_t>(ended - stream.dropped);
        stream.operations.erase(stream.operations.begin(), stream.operations.begin() + count);
        stream.dropped = ended;
    }
}

void Streams::host_has_read_of(Epoch epoch) {
    Found found;
    if (locate(epoch, found)) host_knows({{found.stream, found.sequence}});
}

HostId Streams::add_host() {
    hosts_[++last_host_] = host();
    return last_host_;
}

void Streams::host_acquires(std::uintptr_t address) {
    const auto found = released_.find(address);
    if (found != released_.end()) host_knows(found->second);
}

std::uint64_t Streams::known_to_all(StreamId id) const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [host, clock] : hosts_) {
        const auto known = clock.find(id);
        least = std::min(least, known == clock.end() ? 0 : known->second);
    }
    return least;
}

// Operations that still run must stay comparable, so only an idle stream is removed.
void Streams::destroy(StreamId id) {
    const auto it = streams_.find(id);
    if (it != streams_.end() && it->second.operations.empty()) streams_.erase(it);
}

// Only what is issued makes a stream wait for the default one: a stream that holds nothing has
// ended, whatever that one does.
StreamClock Streams::issued_to(StreamId stream) {
    return stream == 0 ? arrive(0).clock : streams_[stream].clock;
}

void Streams::host_waits_stream(StreamId stream) {
    host_knows(issued_to(stream));
}

StreamClock Streams::host_enters(StreamId stream) {
    StreamClock before = host();
    join(host(), arrive(stream).clock);
    return before;
}

void Streams::host_waits_all() {
    StreamClock all;
    for (const auto& [id, stream] : streams_) join(all, stream.clock);
    host_knows(all);
}

void Streams::host_may_wait_all() {
    for (const auto& [id, stream] : streams_) join(maybe_ended_, stream.clock);
}

bool Streams::covers(const StreamClock& known, const StreamClock& clock) {
    return std::ranges::all_of(clock, [&](const auto& entry) {
        const auto ended = known.find(entry.first);
        return entry.second == 0 || (ended != known.end() && ended->second >= entry.second);
    });
}

bool Streams::may_be_known(const StreamClock& clock) const {
    StreamClock known = maybe_ended_;
    join(known, hosts_.at(running_host_));
    return covers(known, clock);
}

bool Streams::finds_ended(const StreamClock& clock) {
    if (may_be_known(clock) || covers(asked_, clock)) return true;
    join(asked_, clock);
    return false;
}

Streams::Stream& Streams::arrive(StreamId id) {
    Stream& stream = streams_[id];
    join(stream.clock, host());
    if (id == 0) {
        for (const auto& [other, state] : streams_)
            if (state.blocking) join(stream.clock, state.clock);
    } else if (stream.blocking) {
        join(stream.clock, streams_[0].clock);
    }
    return stream;
}

std::pair<Epoch, Epoch> Streams::unended_launch(StreamId id) const {
    const auto found = streams_.find(id);
    if (found == streams_.end() || found->second.operations.empty()) return {};
    const Stream& stream = found->second;
    const auto& known = hosts_.at(running_host_);
    const auto ended = known.find(id);
    const std::uint64_t sequence = stream.dropped + stream.operations.size();
    if (ended != known.end() && ended->second >= sequence) return {};
    const Operation& latest = stream.operations.back();
    return latest.launch ? std::pair{latest.first, latest.end} : std::pair<Epoch, Epoch>{};
}

void Streams::begin(StreamId id, Operation operation, bool overlaps) {
    Stream& stream = arrive(id);
    overlapped_ = overlaps ? unended_launch(id) : std::pair<Epoch, Epoch>{};
    clock_ = stream.clock;
    operation.end = std::numeric_limits<Epoch>::max();
    stream.operations.push_back(operation);
    stream.clock[id] = stream.dropped + stream.operations.size();
    running_ = &stream.operations.back();
}

void Streams::end(Epoch end) {
    running_->end = end;
    running_ = nullptr;
    overlapped_ = {};
}

bool Streams::locate(Epoch epoch, Found& found) const {
    for (const auto& [id, stream] : streams_) {
        const auto after =
            std::upper_bound(stream.operations.begin(), stream.operations.end(), epoch,
                             [](Epoch i, const Operation& o) { return i < o.first; });
        if (after == stream.operations.begin()) continue;
        const auto it = after - 1;
        if (epoch >= it->end) continue;
        found = {id, stream.dropped + static_cast<std::uint64_t>(after - stream.operations.begin()),
                 &*it};
        return true;
    }
    return false;
}

bool Streams::is_beside(Epoch earlier) const {
    return std::ranges::any_of(beside_, [&](const auto& parent) {
        return parent.first <= earlier && earlier < parent.second;
    });
}

bool Streams::ordered(Epoch earlier) const {
    if (is_beside(earlier)) return false;
    Found found;
    if (!locate(earlier, found)) return true;
    const auto known = clock().find(found.stream);
    return known != clock().end() && known->second >= found.sequence;
}

bool Streams::is_followed(Epoch earlier) const {
    Found found;
    if (!locate(earlier, found)) return true;
    const Stream& own = streams_.at(found.stream);
    if (found.sequence < own.dropped + own.operations.size()) return true;
    return std::ranges::any_of(streams_, [&](const auto& one) {
        const auto known = one.second.clock.find(found.stream);
        return one.first != found.stream && known != one.second.clock.end() &&
               known->second >= found.sequence && !one.second.operations.empty() &&
               one.second.operations.back().first > earlier;
    });
}

Epoch Streams::floor(Epoch next) const {
    Epoch floor = running_ ? running_->first : next;
    if (overlapped_.first < overlapped_.second) floor = std::min(floor, overlapped_.first);
    for (const auto& [first, end] : beside_)
        if (first < end) floor = std::min(floor, first);
    for (const auto& [id, stream] : streams_) {
        const auto known = clock().find(id);
        const std::uint64_t ended = known == clock().end() ? 0 : known->second;
        const std::uint64_t skip = ended > stream.dropped ? ended - stream.dropped : 0;
        if (skip < stream.operations.size()) floor = std::min(floor, stream.operations[skip].first);
    }
    return floor;
}

Epoch Streams::unwaited(Epoch next) const {
    for (const auto& [id, stream] : streams_)
        if (!stream.operations.empty()) next = std::min(next, stream.operations.front().first);
    return next;
}

const Operation* Streams::find(Epoch epoch) const {
    Found found;
    return locate(epoch, found) ? found.operation : nullptr;
}

Streams& streams() {
    static Streams& instance = *new Streams;  // never destroyed: locks are still taken during exit
    return instance;
}

}  // namespace cusim::race
