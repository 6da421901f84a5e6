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

// How many threads are numbered along one dimension, what that is called, and the numbers of the
// two threads of a finding.
struct Numbering {
    std::string along, owner;
    long threads = 0, one = 0, other = 0;
};

// Of two threads of one block, which differ in one dimension alone.
std::optional<Numbering> in_block(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const Axis* const axis = only_difference(f.self.thread, f.other->thread);
    if (f.self.block != f.other->block || !axis) return std::nullopt;
    return Numbering{fmt::format(" along {}", axis->name), "a block",
                     settled.recorded.block.*axis->length, f.self.thread.*axis->length,
                     f.other->thread.*axis->length};
}

// Of two threads of two blocks, where blocks and threads lie along x alone.
std::optional<Numbering> in_grid(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const Dim3 &grid = settled.recorded.grid, &block = settled.recorded.block;
    if (f.self.block == f.other->block || grid.y != 1 || grid.z != 1 || block.y != 1 ||
        block.z != 1)
        return std::nullopt;
    const auto number = [&](const Party& party) {
        return long{party.block.x} * block.x + party.thread.x;
    };
    return Numbering{" in the grid", "the grid", long{grid.x} * block.x, number(f.self),
                     number(*f.other)};
}

}  // namespace

std::string short_step_words(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool on_one_line =
        settled.self.path == settled.other->path && settled.self.line == settled.other->line;
    if (f.self.host || f.other->host || !on_one_line || f.self.op != Op::write ||
        f.other->op != Op::write)
        return {};
    const auto in_one_block = in_block(settled);
    const auto numbering = in_one_block ? in_one_block : in_grid(settled);
    if (!numbering) return {};
    const Settled turned = from_the_other_side(settled);
    const long apart = numbering->one - numbering->other;
    const auto all = unread_indices(settled);
    if (all.empty()) return {};
    for (const Loop& loop : all.front().flow.loops) {
        const auto here = first_turn(settled, loop.counter);
        const auto there = here ? first_turn(turned, loop.counter) : std::nullopt;
        if (!there || here->step != there->step || here->value - there->value != apart ||
            here->step < 1 || here->step >= numbering->threads || apart % here->step != 0)
            continue;
        return fmt::format(
            "`{0}` begins at the thread's number{1} and grows by {2}, and {3} has {4} "
            "threads{5}: threads whose numbers are {2} apart come to the same elements. The "
            "step and that number of threads are to be the same, in the loop or in the launch.",
            loop.counter, numbering->along, here->step, numbering->owner, numbering->threads,
            in_one_block ? numbering->along : "");
    }
    return {};
}

}  // namespace cusim::report
