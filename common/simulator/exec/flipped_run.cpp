#include "simulator/exec/flipped_run.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

#include "simulator/exec/grid.hpp"
#include "simulator/race/findings/parties.hpp"

namespace cusim::exec {

namespace {

// So many steps are kept from before the late access, to include the read whose value a later store
// uses.
constexpr std::size_t most_steps = 64;

bool is_by(const Thread& thread, const NumberedAccess& access) {
    return thread.linear == access.thread && thread.block->linear == access.block;
}

bool is_of_flip(const FlipStep& step) {
    return step.is_late || step.is_early;
}

bool overlap(memory::Address a, std::size_t size, memory::Address b, std::size_t other) {
    return a < b + other && b < a + size;
}

// Whether the access is a store that other threads may see later; an atomic whose scope covers both
// threads reads and stores at once.
bool can_be_put_off(const race::Access& access) {
    return access.op != trace::Op::read && access.kind != race::AccessKind::atomic &&
           access.size <= FlipStep::most_bytes;
}

unsigned char* bytes_at(memory::Address address) {
    return reinterpret_cast<unsigned char*>(address);
}

// Whether the two sides are a thread and a copy that it began.
bool is_of_own_copy(const Flip& flip) {
    return !flip.is_of_two() && flip.late.block == flip.early.block &&
           flip.late.thread == flip.early.thread;
}

}  // namespace

FlippedRun::FlippedRun(const Flip& flip, bool repeats) : AccessWatch(repeats), flip_(flip) {}

void FlippedRun::begins(std::uint64_t launch) {
    settle();
    runs_late_ = launch == flip_.launch;
    runs_early_ = launch == flip_.last_launch();
}

void FlippedRun::access(const race::Access& access) {
    settle();
    while (current_grid->held_waits_for_its_turn()) {
        current_grid->yield_to_warp();
        settle();
    }
    if (std::exchange(awaits_target_, false)) note_target(access);
    const Thread& thread = *current_thread;
    const bool by_late = runs_late_ && is_by(thread, flip_.late);
    const bool by_early = runs_early_ && is_by(thread, flip_.early);
    const bool is_late = by_late && ++late_accesses_ == flip_.late.number;
    const bool is_early = by_early && ++early_accesses_ == flip_.early.number;
    // Another thread would have seen the store. What it does without is not the effect of this
    // race, so the store takes effect now.
    if (stage_ == Stage::put_off && !is_early && meets(access)) {
        if (!by_early) land();
    }
    if (is_late) come_to_late(access);
    if (is_early) {
        early_is_under_way_ = true;
        if (stage_ == Stage::held) {
            current_grid->let_held_go();
            steps_left = 1;  // the late access is to follow at once
        }
    }
    if (by_late || by_early) add_step(thread, access, is_late || is_early);
    if (is_late || is_early) note_usual(steps_.back());
    if (unsettled_ && is_late) {
        steps_.back().is_late = true;
        late_is_under_way_ = stage_ == Stage::put_off;
    }
    if (unsettled_ && is_early) steps_.back().is_early = true;
}

void FlippedRun::come_to_late(const race::Access& access) {
    address_ = access.address;
    size_ = access.size;
    if (early_is_made_) {
        turned_round_ = true;
        stage_ = Stage::over;
    } else if (!flip_.waits && can_be_put_off(access)) {
        stage_ = Stage::put_off;
    } else if (is_of_own_copy(flip_) && access.by_copy && access.size <= FlipStep::most_bytes) {
        stage_ = Stage::put_off;
        awaits_target_ = true;
    } else if (flip_.is_of_two()) {
        stage_ = Stage::over;  // no thread can wait for a launch that has not begun
    } else {
        stage_ = Stage::held;
        made_wait_ = true;
        std::memcpy(held_before_.data(), bytes_at(address_), std::min(size_, held_before_.size()));
        held_met_value_ = race::contents_at(*race::running_thread, address_, size_).are_values;
        current_grid->hold(flip_.early.block, flip_.early.thread);
        settle();
        stage_ = Stage::over;
        turned_round_ = early_is_made_;
    }
}

// A copy reports its read, then its store, then moves the bytes.
void FlippedRun::note_target(const race::Access& access) {
    if (access.by_copy && access.op == trace::Op::write)
        target_ = access.address;
    else
        stage_ = Stage::over;
}

void FlippedRun::add_step(const Thread& thread, const race::Access& access, bool is_flipped) {
    if (steps_.size() >= most_steps && !is_flipped) {
        if (stage_ == Stage::over && turned_round_) return;
        const auto half = steps_.begin() + most_steps / 2;
        steps_.erase(std::remove_if(steps_.begin(), half, std::not_fn(is_of_flip)), half);
    }
    FlipStep step{.who = party(thread, race::report_op(access.op)),
                  .address = access.address,
                  .size = static_cast<std::uint32_t>(access.size),
                  .by_late = runs_late_ && is_by(thread, flip_.late),
                  .by_copy = access.by_copy};
    step.who.site = {.pc = access.pc};
    const race::Contents met =
        race::contents_at(*race::running_thread, access.address, access.size);
    step.elements = met.elements;
    step.meets_value = met.are_values && !(is_put_off(access) && is_garbage_without_put_off());
    std::memcpy(step.before.data(), bytes_at(access.address),
                std::min<std::size_t>(access.size, FlipStep::most_bytes));
    steps_.push_back(step);
    unsettled_ = true;
}

// Stores the value that the access reads at its usual time. Up to the late access, everything runs
// as usual. A thread that waits there, or a copy, would have read what was in memory then. A store
// that was put off has not been seen by anyone before the early access, which would have read the
// value of that store.
void FlippedRun::note_usual(FlipStep& step) const {
    const bool is_late = step.by_late && made_wait_ && turned_round_;
    const bool is_early = !step.by_late && stage_ == Stage::put_off &&
                          step.address == put_off_.address && step.size == put_off_.size;
    if (!is_late && !is_early) return;
    step.knows_usual = true;
    step.usual = is_late ? held_before_ : put_off_.after;
    step.meets_usual_value = is_late ? held_met_value_ : put_off_.writes() || put_off_.meets_value;
}

bool FlippedRun::meets(const race::Access& access) const {
    return overlap(access.address, access.size, address_, size_) ||
           (target_ != 0 && overlap(access.address, access.size, target_, size_));
}

// Processes the latest step. Its access has been made by now, since a hook runs before its access.
void FlippedRun::settle() {
    if (!std::exchange(unsettled_, false)) {
        return;
    }
    FlipStep& step = steps_.back();
    const std::size_t size = std::min<std::size_t>(step.size, FlipStep::most_bytes);
    std::memcpy(step.after.data(), bytes_at(step.address), size);
    if (std::exchange(late_is_under_way_, false)) {
        std::memcpy(bytes_at(step.address), step.before.data(), size);
        put_off_ = step;
        put_off_.knows_usual = !step.writes();
        put_off_.usual = step.before;
        put_off_.meets_usual_value = step.meets_value;
        steps_.pop_back();
    }
    if (!std::exchange(early_is_under_way_, false)) return;
    early_is_made_ = true;
    if (stage_ != Stage::put_off) return;
    land();
    turned_round_ = true;
}

// Whether the access meets a store that was put off, which the shadow already records as made.
bool FlippedRun::is_put_off(const race::Access& access) const {
    return stage_ == Stage::put_off &&
           overlap(access.address, access.size, put_off_.address, put_off_.size);
}

bool FlippedRun::is_garbage_without_put_off() const {
    return !put_off_.meets_value && std::ranges::none_of(steps_, [&](const FlipStep& step) {
        return step.writes() && overlap(step.address, step.size, put_off_.address, put_off_.size);
    });
}

// Carries out what was put off.
void FlippedRun::land() {
    put_off_.meets_value = !is_garbage_without_put_off();
    std::memcpy(put_off_.before.data(), bytes_at(put_off_.address), put_off_.size);
    if (put_off_.writes()) {
        std::memcpy(bytes_at(put_off_.address), put_off_.after.data(), put_off_.size);
    } else {
        put_off_.after = put_off_.before;
        std::memcpy(bytes_at(target_), put_off_.before.data(), put_off_.size);
    }
    steps_.push_back(put_off_);
    stage_ = Stage::over;
}

void FlippedRun::launch_has_ended() {
    settle();
    if (stage_ == Stage::put_off) land();
}

std::vector<FlipStep> FlippedRun::story() const {
    std::vector<FlipStep> all;
    std::ranges::copy_if(steps_, std::back_inserter(all), [&](const FlipStep& step) {
        return overlap(step.address, step.size, address_, size_);
    });
    const auto early = std::ranges::find_if(all, &FlipStep::is_early);
    const auto late = std::ranges::find_if(all, &FlipStep::is_late);
    if (early == all.end() || late == all.end() || late < early) return {};
    // A thread's latest step before the early access, if that was a read, on which its store then
    // depends.
    const auto read_before = [&](bool by_late) {
        for (auto step = early; step != all.begin();)
            if ((--step)->by_late == by_late) return step->writes() ? all.end() : step;
        return all.end();
    };
    std::vector<FlipStep> story;
    const auto read_by_late = late->writes() ? read_before(true) : all.end();
    const auto read_by_early = early->writes() ? read_before(false) : all.end();
    for (auto step = all.begin(); step < early; ++step)
        if (step == read_by_late || step == read_by_early) story.push_back(*step);
    story.insert(story.end(), early, late + 1);
    // The next store of a thread that has only read so far.
    const auto next = std::find_if(late + 1, all.end(), [&](const FlipStep& step) {
        return !(step.by_late ? late : early)->writes();
    });
    if (next != all.end() && next->writes()) story.push_back(*next);
    return story;
}

}  // namespace cusim::exec
