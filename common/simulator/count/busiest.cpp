#include "simulator/count/busiest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "simulator/device/profile.hpp"
#include "simulator/device/time_model.hpp"

namespace cusim::count {

namespace {

std::uint64_t nanoseconds(double microseconds) {
    return static_cast<std::uint64_t>(std::llround(microseconds * 1e3));
}

void keep_most(std::uint64_t& most, std::uint64_t count) {
    most = std::max(most, count);
}

}  // namespace

void WarpWork::waits_for(std::uint64_t requests, bool touches_new) {
    waits += requests;
    cold += touches_new;
    phases += !waited;
    round_trips += wrote;
    waited = true;
    wrote = false;
}

void WarpWork::LaneBytes::add(std::uint32_t lanes, unsigned bytes) {
    constexpr std::uint32_t all = 0xffffffff;
    if (lanes == all) {
        by_all += bytes;
        return;
    }
    for (; lanes != 0; lanes &= lanes - 1)
        by_lane[static_cast<unsigned>(std::countr_zero(lanes))] += bytes;
}

std::uint64_t WarpWork::LaneBytes::most() const {
    return by_all + *std::ranges::max_element(by_lane);
}

double WarpWork::worked() const {
    return device::microseconds_of({.waits = waits,
                                    .cold = cold,
                                    .phases = phases,
                                    .round_trips = round_trips,
                                    .sent = sent,
                                    .wavefronts = wavefronts}) -
           done_before;
}

WarpWork& Busiest::work_of(const trace::Block& block, std::uint32_t warp) {
    return warps_[CriticalPath::Warp{block.linear, warp}.key()];
}

void Busiest::warp_comes_to_a_barrier(std::uint32_t block, std::uint32_t warp, WarpWork& work) {
    const double worked = work.worked();
    path_.interval_ends({block, warp}, static_cast<std::uint32_t>(work.barriers), worked,
                        work.looked);
    ++work.barriers;
    work.waited = work.wrote = work.looked = false;
    work.done_before += worked;
}

void Busiest::warp_ends(const trace::Block& block, std::uint32_t warp) {
    const auto found = warps_.find(CriticalPath::Warp{block.linear, warp}.key());
    if (found == warps_.end()) return;
    const WarpWork work = found->second;
    warps_.erase(found);
    path_.interval_ends({block.linear, warp}, static_cast<std::uint32_t>(work.barriers),
                        work.worked(), work.looked);
    readers_ += static_cast<unsigned>(std::popcount(work.readers));
    writers_ += static_cast<unsigned>(std::popcount(work.writers));
    keep_most(most_loaded_, work.loaded.most());
    keep_most(most_loaded_of_shared_, work.loaded_of_shared.most());
    keep_most(longest_.waits, work.waits);
    keep_most(longest_.cold, work.cold);
    keep_most(longest_.phases, work.phases);
    keep_most(longest_.round_trips, work.round_trips);
    keep_most(longest_.sent, work.sent);
    keep_most(longest_.wavefronts, work.wavefronts);
    keep_most(longest_.constant_addresses, work.constant_addresses);

    RunningBlock& running = blocks_[block.linear];
    Load& load = running.load;
    keep_most(load.waits, work.waits);
    keep_most(load.cold, work.cold);
    keep_most(load.phases, work.phases);
    keep_most(load.round_trips, work.round_trips);
    keep_most(load.barriers, work.barriers);
    keep_most(load.sent, work.sent);
    load.sectors += work.sectors;
    load.atomic_sectors += work.atomic_sectors;
    load.wavefronts += work.wavefronts;
    load.constant_replays += work.constant_replays;
    if (++running.warps_ended < block.logs.size()) return;
    load.path = path_.block_ends(block.linear);
    block_ends(block.linear, load);
    blocks_.erase(block.linear);
}

void Busiest::block_ends(std::uint32_t number, const Load& block) {
    multiprocessors_.resize(static_cast<std::size_t>(device::profile().multiprocessors));
    Load& all = multiprocessors_[number % multiprocessors_.size()];
    all.waits += block.waits;
    all.cold += block.cold;
    all.phases += block.phases;
    all.round_trips += block.round_trips;
    all.barriers += block.barriers;
    all.sent += block.sent;
    all.sectors += block.sectors;
    all.atomic_sectors += block.atomic_sectors;
    all.wavefronts += block.wavefronts;
    all.constant_replays += block.constant_replays;
    all.path += block.path;
}

void Busiest::add_to(std::map<std::string, std::uint64_t>& counters) {
    const auto most = [&](auto Load::*count) {
        auto result = decltype(Load{}.*count){};
        for (const Load& each : multiprocessors_) result = std::max(result, each.*count);
        return result;
    };
    counters["busiest_warp_requests"] = longest_.waits;
    counters["busiest_warp_cold"] = longest_.cold;
    counters["busiest_warp_phases"] = longest_.phases;
    counters["busiest_warp_round_trips"] = longest_.round_trips;
    counters["busiest_warp_sent"] = longest_.sent;
    counters["busiest_warp_wavefronts"] = longest_.wavefronts;
    counters["busiest_warp_constant_addresses"] = longest_.constant_addresses;
    counters["busiest_multiprocessor_requests"] = most(&Load::waits);
    counters["busiest_multiprocessor_cold"] = most(&Load::cold);
    counters["busiest_multiprocessor_phases"] = most(&Load::phases);
    counters["busiest_multiprocessor_round_trips"] = most(&Load::round_trips);
    counters["busiest_multiprocessor_barriers"] = most(&Load::barriers);
    counters["busiest_multiprocessor_sent"] = most(&Load::sent);
    counters["busiest_multiprocessor_sectors"] = most(&Load::sectors);
    counters["busiest_multiprocessor_atomic_sectors"] = most(&Load::atomic_sectors);
    counters["busiest_multiprocessor_wavefronts"] = most(&Load::wavefronts);
    counters["busiest_multiprocessor_constant_replays"] = most(&Load::constant_replays);
    counters["busiest_multiprocessor_path_ns"] = nanoseconds(most(&Load::path));
    counters["critical_path_ns"] = nanoseconds(path_.longest());
    counters["busiest_thread_bytes"] = most_loaded_;
    counters["busiest_thread_shared_bytes"] = most_loaded_of_shared_;
    counters["reading_threads"] = readers_;
    counters["writing_threads"] = writers_;
}

void Busiest::clear() {
    *this = {};
}

}  // namespace cusim::count
