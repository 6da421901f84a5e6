#include "simulator/report/advice/block_steps.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>

#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/loop_turns.hpp"

namespace cusim::report {
namespace {

struct Axis {
    const char* name;
    std::uint32_t Dim3::*length;
};

constexpr auto axes = std::to_array<Axis>({{"x", &Dim3::x}, {"y", &Dim3::y}, {"z", &Dim3::z}});

// The only axis along which the two threads differ.
const Axis* only_difference(const Dim3& one, const Dim3& other) {
    const Axis* found = nullptr;
    for (const Axis& axis : axes) {
        if (one.*axis.length == other.*axis.length) continue;
        if (found) return nullptr;
        found = &axis;
    }
    return found;
}

std::optional<Turn> first_turn(const Settled& settled, const std::string& counter) {
    const auto all = unread_indices(settled);
    if (all.empty()) return std::nullopt;
    const IndexReading& reading = all.front();
    return LoopTurns(*reading.tokens, reading.flow, *reading.evaluator)
        .first(counter, reading.values);
}

}  // namespace

std::string short_step_words(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool in_one_block = !f.self.host && !f.other->host && f.self.block == f.other->block;
    const bool on_one_line =
        settled.self.path == settled.other->path && settled.self.line == settled.other->line;
    const Axis* const axis = only_difference(f.self.thread, f.other->thread);
    if (!in_one_block || !on_one_line || f.self.op != Op::write || f.other->op != Op::write ||
        !axis)
        return {};
    const Settled turned = from_the_other_side(settled);
    const long one = f.self.thread.*axis->length, other = f.other->thread.*axis->length;
    const long threads = settled.recorded.block.*axis->length;
    const auto all = unread_indices(settled);
    if (all.empty()) return {};
    for (const Loop& loop : all.front().flow.loops) {
        const auto here = first_turn(settled, loop.counter);
        const auto there = here ? first_turn(turned, loop.counter) : std::nullopt;
        if (!there || here->step != there->step || here->value - there->value != one - other ||
            here->step < 1 || here->step >= threads || (one - other) % here->step != 0)
            continue;
        return fmt::format(
            "`{0}` begins at the thread's number along {1} and grows by {2}, and a block has {3} "
            "threads along {1}: threads whose numbers are {2} apart come to the same elements. The "
            "step and that number of threads are to be the same, in the loop or in the launch.",
            loop.counter, axis->name, here->step, threads);
    }
    return {};
}

}  // namespace cusim::report
