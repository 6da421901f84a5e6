#include "simulator/trace/warp_replay.hpp"

#include <algorithm>
#include <bit>

#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_columns.hpp"
#include "simulator/trace/lanes.hpp"

namespace cusim::trace {

using memory::Address;

namespace {

constexpr bool is(Record record, Mark mark) {
    return tag_of(record) == static_cast<std::uint16_t>(mark);
}

// What records of lanes in step have in common: a mark completely, an access without its address.
constexpr Record common_part(Record record) {
    return is_mark(record) ? record : access_record(tag_of(record), 0);
}

bool one_site(const Record* const* at, unsigned lanes, std::size_t k) {
    Record different = 0;
    for (unsigned i = 1; i < lanes; ++i) different |= at[i][k] ^ at[0][k];
    return tag_of(different) == 0;
}

// A linear filter in three dimensions reads so many elements.
constexpr std::size_t most_texels = 8;

// Updates the call stack `frames` by a mark of a block or function, and adds the step to the
// control flow.
void follow(Record mark, std::vector<Frame>& frames) {
    // A barrier, a texture or a meeting is no step of the control flow.
    if (tag_of(mark) < static_cast<std::uint16_t>(Mark::leave)) return;
    if (is(mark, Mark::enter)) {
        frames.push_back({mark, 0});
        return;
    }
    Frame& frame = frames.back();
    const bool leaves = is(mark, Mark::leave);
    control_flow().note(frame, leaves ? ControlFlow::exit : mark);
    if (!leaves)
        frame.block = mark;
    else if (frames.size() > 1)
        frames.pop_back();
}

}  // namespace

ControlFlow& control_flow() {
    static ControlFlow instance;
    return instance;
}

void WarpReplay::begin(std::uint32_t lanes) {
    paths_.assign(1, {.lanes = lanes});
    frames_.assign(1, {});
    gone_ = ended_ = 0;
}

void WarpReplay::run(std::array<LaneLog, 32>& logs, std::uint32_t ended, const Block& block,
                     const Thread* const* readers) {
    block_ = &block;
    readers_ = read_consumer ? readers : nullptr;
    ended_ = ended;
    for (unsigned lane = 0; lane < 32; ++lane) {
        at_[lane] = learnt_[lane] = logs[lane].begin();
        end_[lane] = logs[lane].next;
    }
    for (bool waits = false; !waits && !paths_.empty();) {
        Path& path = paths_.back();
        path.lanes &= ~gone_;
        const Stop stop = path.lanes ? advance(path) : Stop::joined;
        if (stop == Stop::joined) join();
        if (stop == Stop::parted) part(logs);
        waits = stop == Stop::waits;
    }
    for (unsigned lane = 0; lane < 32; ++lane)
        logs[lane].drop(static_cast<std::size_t>(at_[lane] - logs[lane].begin()));
}

WarpReplay::InStep WarpReplay::in_step(std::uint32_t lanes) const {
    InStep group;
    group.mask = lanes;
    for_lanes(lanes, [&](unsigned i) {
        group.length = std::min<std::size_t>(group.length, end_[i] - at_[i]);
        group.lane[group.count] = i;
        group.at[group.count++] = at_[i];
    });
    // Without records, a lane may not have begun.
    if (readers_ && group.length > 0) read_consumer->lanes(readers_, lanes);
    return group;
}

void WarpReplay::even_request(const InStep& group, Record first, Address gap) {
    const Address address = address_of(first);
    if (readers_) read_consumer->accesses(tag_of(first), address, gap);
    request_consumer->count(tag_of(first), EvenRequest{group.mask, group.count, address, gap},
                            *block_);
}

void WarpReplay::uneven_request(const InStep& group, std::size_t k) {
    const SiteId site = tag_of(group.at[0][k]);
    WarpRequest request;
    request.mask = group.mask;
    for (unsigned i = 0; i < group.count; ++i)
        request.address[group.lane[i]] = address_of(group.at[i][k]);
    if (readers_) read_consumer->accesses(site, request);
    request_consumer->count(site, request, *block_);
}

// Moves the lanes forward by `k` records, up to where they differ, and over the meetings that some
// of them have there. If there are none, the lanes part.
WarpReplay::Stop WarpReplay::pass_meetings(const InStep& group, std::size_t k) {
    Stop stop = Stop::parted;
    for (unsigned i = 0; i < group.count; ++i) {
        const Record*& at = at_[group.lane[i]];
        at += k;
        if (!is_meeting(*at)) continue;
        request_consumer->met(static_cast<std::uint32_t>(*at++));
        stop = Stop::again;
    }
    return stop;
}

// Moves the path's lanes forward in step until they wait, join or split.
WarpReplay::Stop WarpReplay::advance(const Path& path) {
    const InStep group = in_step(path.lanes);
    if (group.length == 0) {
        for_lanes(path.lanes & ended_, [&](unsigned i) {
            if (at_[i] == end_[i]) gone_ |= 1u << i;
        });
        return path.lanes & gone_ ? Stop::again : Stop::waits;
    }
    const auto stop_before = [&](std::size_t k, Stop stop) {
        for (unsigned i = 0; i < group.count; ++i) at_[group.lane[i]] += k;
        return stop;
    };
    LaneColumns columns;
    for (std::size_t k = 0; k < group.length; ++k) {
        const std::size_t column = k % LaneColumns::width;
        if (column == 0) columns.load(group.at.data(), group.count, k);
        const Record first = columns.first(column);
        const bool even = columns.even(column);
        if (is_meeting(first)) return pass_meetings(group, k);
        if (!is_mark(first)) {
            if (even)
                even_request(group, first, columns.gap(column));
            else if (one_site(group.at.data(), group.count, k))
                uneven_request(group, k);
            else
                return pass_meetings(group, k);
            continue;
        }
        if (!even || columns.gap(column) != 0) return pass_meetings(group, k);
        if (is(first, Mark::barrier)) request_consumer->barrier(first, path.lanes);
        if (is(first, Mark::texture)) {
            stop_before(k, Stop::again);
            fetch_texture(path.lanes);
            return Stop::again;
        }
        if (first == path.until && frames_.size() == path.until_depth)
            return stop_before(k, Stop::joined);
        follow(first, frames_);
        if (frames_.size() < path.until_depth) return stop_before(k + 1, Stop::joined);
    }
    return stop_before(group.length, Stop::again);
}

// Lanes may read different numbers of elements: near a border, or where a filter needs fewer.
void WarpReplay::fetch_texture(std::uint32_t lanes) {
    std::array<WarpRequest, most_texels> texels{};
    unsigned most = 0;
    SiteId site = 0;
    for_lanes(lanes, [&](unsigned lane) {
        const Record*& at = at_[lane];
        site = static_cast<SiteId>(*at++);
        for (unsigned i = 0; at != end_[lane] && is(*at, Mark::texel) && i < most_texels; ++i) {
            texels[i].mask |= 1u << lane;
            texels[i].address[lane] = address_of(*at++);
            most = std::max(most, i + 1);
        }
    });
    request_consumer->count_texture(site, std::span{texels}.first(most), *block_);
}

// Splits the topmost path, whose lanes do different things next.
void WarpReplay::part(std::array<LaneLog, 32>& logs) {
    for_lanes(paths_.back().lanes, [&](unsigned lane) { learn_from(logs[lane], lane); });
    const Frame frame = frames_.back();
    const std::size_t depth = frames_.size();
    const Record meeting = control_flow().reconvergence(frame);

    std::uint32_t rest = paths_.back().lanes;
    if (paths_.back().until == meeting && paths_.back().until_depth == depth) {
        paths_.pop_back();  // a path that waits for this one waits for its parts instead
    } else {
        Path& all = paths_.back();
        all.depth = meeting == ControlFlow::exit ? depth - 1 : depth;
        all.frame = meeting == ControlFlow::exit ? Frame{} : frame;
    }
    const std::size_t first = paths_.size();
    while (rest != 0) {
        const Record next = common_part(*at_[std::countr_zero(rest)]);
        std::uint32_t group = 0;
        for_lanes(rest, [&](unsigned lane) {
            if (common_part(*at_[lane]) == next) group |= 1u << lane;
        });
        rest &= ~group;
        if (next != meeting || meeting == ControlFlow::exit)
            paths_.push_back({.lanes = group,
                              .until = meeting,
                              .until_depth = depth,
                              .depth = depth,
                              .frame = frame});
    }
    std::reverse(paths_.begin() + static_cast<std::ptrdiff_t>(first), paths_.end());
}

// Adds the branches in the unread part of the lane's log to the control flow.
void WarpReplay::learn_from(const LaneLog& log, unsigned lane) {
    std::vector<Frame>& frames = learnt_frames_[lane];
    if (learnt_[lane] <= at_[lane]) {
        learnt_[lane] = at_[lane];
        frames = frames_;
    }
    for (const Record*& record = learnt_[lane]; record != log.next; ++record)
        if (is_mark(*record)) follow(*record, frames);
}

// Removes the topmost path, which has reached its end; the path below it continues.
void WarpReplay::join() {
    paths_.pop_back();
    if (paths_.empty()) return;
    const Path& path = paths_.back();
    frames_.resize(std::max<std::size_t>(path.depth, 1));
    if (path.frame.function != 0 || path.frame.block != 0) frames_.back() = path.frame;
}

}  // namespace cusim::trace
