#include "simulator/count/critical_path.hpp"

#include <algorithm>

#include "simulator/device/time_model.hpp"

namespace cusim::count {

namespace {

double duration(const trace::Meeting& meeting, bool in_block) {
    if (in_block) return device::hand_over_in_block_us;
    return meeting.is_at_barrier() ? device::cluster_barrier_us : device::hand_over_us;
}

}  // namespace

// The event of another lane of the warp that is at the same phase of the same barrier.
CriticalPath::Event* CriticalPath::shared_event(Warp warp, const trace::Meeting& meeting) {
    const auto found = latest_.find(warp.key());
    if (found == latest_.end()) return nullptr;
    const auto [arrives, leaves] = found->second;
    const auto same = [&](std::uint32_t number) {
        return number != none && events_[number].meeting.place == meeting.place;
    };
    const std::uint32_t left = same(leaves) ? events_[leaves].meeting.version : 0;
    if (meeting.looks) return left == meeting.version ? &events_[leaves] : nullptr;
    return same(arrives) && events_[arrives].meeting.version > left ? &events_[arrives] : nullptr;
}

std::optional<std::uint32_t> CriticalPath::record(Warp warp, const trace::Meeting& meeting) {
    somebody_looks_ |= meeting.looks;
    if (!somebody_looks_) return {};
    if (meeting.is_at_barrier())
        if (Event* const event = shared_event(warp, meeting)) {
            event->meeting.version = meeting.version;
            return static_cast<std::uint32_t>(event - events_.data());
        }
    if (is_full()) return {};
    const auto number = static_cast<std::uint32_t>(events_.size());
    events_.push_back({.meeting = meeting, .warp = warp});
    blocks_[warp.block].is_kept = true;
    if (meeting.is_at_barrier())
        (meeting.looks ? latest_[warp.key()].leaves : latest_[warp.key()].arrives) = number;
    return number;
}

bool CriticalPath::reached(std::uint32_t number, std::uint32_t interval, double worked) {
    Event& event = events_[number];
    event.is_replayed = true;
    event.interval = interval;
    event.worked = worked;
    return event.meeting.looks;
}

void CriticalPath::interval_ends(Warp warp, std::uint32_t number, double worked, bool looked) {
    std::vector<Interval>& intervals = blocks_[warp.block].intervals;
    if (intervals.size() <= number) intervals.resize(number + 1);
    Interval& interval = intervals[number];
    interval.work = std::max(interval.work, worked);
    if (looked) interval.of_lookers.emplace_back(warp.number, worked);
}

double CriticalPath::block_ends(std::uint32_t number) {
    const auto found = blocks_.find(number);
    const std::vector<Interval>& intervals = found->second.intervals;
    double alone = static_cast<double>(intervals.size() - 1) * device::barrier_us;
    for (const Interval& each : intervals) alone += each.work;
    longest_ = std::max(longest_, alone);
    if (!found->second.is_kept) blocks_.erase(found);
    return alone;
}

// An interval begins when all warps of the block have come to the end of the one before.
double CriticalPath::begin_of(Block& block, std::uint32_t interval) {
    std::vector<double>& begins = block.begins;
    while (begins.size() <= interval) {
        const Interval& before = block.intervals[begins.size() - 1];
        begins.push_back(std::max(begins.back() + before.work, before.late) + device::barrier_us);
    }
    return begins[interval];
}

void CriticalPath::hand_over(const trace::Meeting& meeting, Warp by, double at) {
    std::vector<HandedOver>& here = handed_over_[meeting.place];
    if (!here.empty() && here.back().at > at) return;
    if (here.empty() || here.back().version != meeting.version) here.emplace_back();
    here.back() = {meeting.version, at, by};
}

const CriticalPath::HandedOver* CriticalPath::seen_by(const Event& event) const {
    const auto found = handed_over_.find(event.meeting.place);
    if (found == handed_over_.end()) return nullptr;
    const auto after =
        std::ranges::upper_bound(found->second, event.meeting.version, {}, &HandedOver::version);
    return after == found->second.begin() ? nullptr : &*std::prev(after);
}

void CriticalPath::put_in_place(const Event& event) {
    Block& block = blocks_[event.warp.block];
    if (event.interval >= block.intervals.size()) return;  // the launch was stopped
    Begun& begun = begun_[event.warp.key()];
    if (begun.interval != event.interval) begun = {event.interval, 0};
    begun.at = std::max(begun.at, begin_of(block, event.interval));
    if (!event.meeting.looks) return hand_over(event.meeting, event.warp, begun.at + event.worked);
    const HandedOver* const seen = seen_by(event);
    if (!seen || seen->by == event.warp) return;
    const double took = duration(event.meeting, seen->by.block == event.warp.block);
    begun.at = std::max(begun.at, seen->at + took - event.worked);
    Interval& interval = block.intervals[event.interval];
    for (const auto& [warp, worked] : interval.of_lookers)
        if (warp == event.warp.number) interval.late = std::max(interval.late, begun.at + worked);
    longest_ = std::max(longest_, interval.late);
}

double CriticalPath::longest() {
    for (const Event& event : events_)
        if (event.is_replayed) put_in_place(event);
    for (auto& [number, block] : blocks_) {
        if (block.intervals.empty()) continue;
        const auto last = static_cast<std::uint32_t>(block.intervals.size() - 1);
        longest_ = std::max(longest_, begin_of(block, last) + block.intervals[last].work);
    }
    return longest_;
}

}  // namespace cusim::count
