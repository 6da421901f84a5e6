#include "simulator/report/advice/overlap_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "simulator/report/advice/block_steps.hpp"
#include "simulator/report/advice/narrow_types.hpp"
#include "simulator/report/advice/overlapping_parts.hpp"
#include "simulator/report/advice/warp_index.hpp"
#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

bool are_two_stores(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    return f.self.op == Op::write && f.other->op == Op::write;
}

// Whether the two threads store on the same line.
bool is_one_store(const Settled& settled) {
    return are_two_stores(settled) && !settled.self.file.empty() &&
           settled.self.file == settled.other->file && settled.self.line == settled.other->line;
}

// `i = blockIdx.x * F + threadIdx.x`, where F is less than the number of threads in a block.
std::string overlapping_blocks(const Settled& settled) {
    const auto reading = is_one_store(settled) ? read_index(settled) : std::nullopt;
    const Finding& f = settled.recorded.finding;
    if (!reading || f.self.block == f.other->block || settled.recorded.grid.y > 1 ||
        settled.recorded.block.y > 1)
        return {};
    const auto grows_by = [&](const std::string& number, std::uint32_t value) {
        const Values next{{number, static_cast<long>(value) + 1}};
        const auto index = reading->evaluator->value(reading->subscript, next);
        return index ? *index - *f.index : 0;
    };
    const long from_block = grows_by("blockIdx.x", f.self.block.x),
               from_thread = grows_by("threadIdx.x", f.self.thread.x);
    const long threads = settled.recorded.block.x;
    if (from_thread != 1 || from_block < 1 || from_block >= threads) return {};
    return fmt::format(
        "From block to block the index grows by {} only, and a block has {} threads, so blocks "
        "overlap: the block's number counts times blockDim.x, as in `blockIdx.x * blockDim.x + "
        "threadIdx.x`{}.",
        from_block, threads,
        from_block * 32 == threads
            ? ", or, where each warp has one element, the thread's number is divided by 32"
            : "");
}

// `row = blockIdx.y * F + threadIdx.y`, where F is less than the number of rows of threads in a
// block.
std::string overlapping_rows_of_blocks(const Settled& settled) {
    const auto reading = is_one_store(settled) ? read_index(settled) : std::nullopt;
    const Finding& f = settled.recorded.finding;
    const auto &here = f.self, &there = *f.other;
    const auto differ_in_y = [](const Dim3& one, const Dim3& two) {
        return one.x == two.x && one.y != two.y && one.z == two.z;
    };
    if (!reading || !differ_in_y(here.block, there.block) ||
        !differ_in_y(here.thread, there.thread))
        return {};
    const auto grows_by = [&](const std::string& number, std::uint32_t value) {
        const Values next{{number, static_cast<long>(value) + 1}};
        const auto index = reading->evaluator->value(reading->subscript, next);
        return index ? *index - *f.index : 0;
    };
    const long from_block = grows_by("blockIdx.y", here.block.y),
               from_thread = grows_by("threadIdx.y", here.thread.y);
    const long threads = settled.recorded.block.y;
    if (from_thread < 1 || from_block < from_thread || from_block % from_thread != 0 ||
        from_block >= threads * from_thread)
        return {};
    return fmt::format(
        "From row to row of a block's threads the index grows by {}, and from block to block along "
        "y by {} only, though a block has {} such rows, so blocks overlap: the block's number "
        "counts times blockDim.y, as in `blockIdx.y * blockDim.y + threadIdx.y`.",
        from_thread, from_block, threads);
}

// `i = blockIdx.x * blockDim.x * threadIdx.x`: a step of the thread grows with the block's number,
// and every thread of block 0 has 0.
std::string multiplied_numbers(const Settled& settled) {
    const auto reading = is_one_store(settled) ? read_index(settled) : std::nullopt;
    if (!reading || settled.recorded.block.x < 2) return {};
    const auto index = [&](long block, long thread) {
        return reading->evaluator->value(reading->subscript,
                                         {{"blockIdx.x", block}, {"threadIdx.x", thread}});
    };
    const bool begins_with_0 = index(0, 0) == 0 && index(0, 1) == 0 && index(1, 0) == 0;
    const auto step = index(1, 1);
    if (!begins_with_0 || step.value_or(0) == 0 || index(1, 2) != 2 * *step ||
        index(2, 1) != 2 * *step)
        return {};
    return "The index is a product of the block's number and the thread's, so it is 0 in all of "
           "block 0 and in the first thread of each block: the thread's number is added, as in "
           "`blockIdx.x * blockDim.x + threadIdx.x`.";
}

// A thread stores several elements, and the next thread's first element is one of them.
std::string overlapping_neighbours(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (!are_two_stores(settled) || is_one_store(settled) || f.self.host || f.other->host ||
        !f.index)
        return {};
    const long one = number_in_grid(f.self, settled.recorded),
               two = number_in_grid(*f.other, settled.recorded);
    if (std::abs(one - two) != 1 || *f.index != std::max(one, two)) return {};
    return fmt::format(
        "Threads {} and {} of the grid both store element {}, one as its first and one as its "
        "second: give each thread elements of its own, or the elements of one begin right behind "
        "the first of the other. Where a thread has two, its first is at two times its number.",
        std::min(one, two), std::max(one, two), *f.index);
}

// The same, if each element has a line of its own.
std::string parts_that_overlap(const Settled& settled) {
    if (!settled.overlap) return {};
    const auto& [stores, apart, first] = *settled.overlap;
    const std::string& array = settled.recorded.finding.variable;
    return fmt::format(
        "Each thread stores {0} elements{1}, from that of {2}its number on, which overlap those of "
        "its neighbours: where each is to have {0} of its own, the first is at {0} times its "
        "number.",
        stores, array.empty() ? "" : " of " + array,
        apart == 1 ? "" : fmt::format("{} times ", apart));
}

// `list[i + k]`, where k exceeds the distance between the elements of two threads.
std::string overlapping_turns(const Settled& settled) {
    const auto reading = is_one_store(settled) ? read_index(settled) : std::nullopt;
    if (!reading || reading->terms.size() != 2) return {};
    const bool is_first = reading->terms[0].of_thread;
    const IndexTerm &own = reading->terms[is_first ? 0 : 1],
                    &turn = reading->terms[is_first ? 1 : 0];
    if (!own.of_thread || turn.of_thread || turn.slope != 1 || own.slope.value_or(0) < 1) return {};
    // Threads with the same number, of two blocks, may share the element of one `own`.
    const Finding& f = settled.recorded.finding;
    if (f.self.thread == f.other->thread && !reading->depends_on("blockIdx", own.at)) return {};
    for (const Bound& bound : reading->bounds) {
        const auto turns = reading->value(bound.larger);
        if (reading->spelled(bound.smaller) != turn.name || bound.may_equal || !turns ||
            *turns <= *own.slope)
            continue;
        const std::string larger = reading->spelled(bound.larger);
        return fmt::format(
            "With `{0}` the index grows by {1}, and `{2}` runs below {3}, so the elements of one "
            "`{0}` overlap those of the next: where each is to have elements of its own, `{0}` "
            "counts times {3}, or `{2}` times the number of threads.",
            own.name, *own.slope, turn.name, larger);
    }
    return {};
}

long value_of(const IndexReading& reading, const std::string& name) {
    const auto found = reading.values.find(name);
    return found == reading.values.end() ? 0 : found->second;
}

// `part * parts + i`, where i goes beyond parts: element (0, parts) is also (1, 0).
std::string overlapping_rows(const Settled& settled) {
    const auto here = is_one_store(settled) ? read_index(settled) : std::nullopt;
    const auto there = here ? read_index(from_the_other_side(settled)) : std::nullopt;
    if (!there || here->is_guess || there->is_guess || here->terms.size() != 2 ||
        there->terms.size() != 2)
        return {};
    const IndexTerm &row = here->terms[0], &column = here->terms[1];
    const long step = row.slope.value_or(0);
    const long columns[] = {value_of(*here, column.name), value_of(*there, column.name)};
    const long rows[] = {value_of(*here, row.name), value_of(*there, row.name)};
    const bool is_sum = step > 1 && column.slope == 1 && there->terms[0].name == row.name &&
                        (rows[0] - rows[1]) * step == columns[1] - columns[0];
    if (!is_sum || rows[0] == rows[1] || std::min(columns[0], columns[1]) < 0 ||
        std::max(columns[0], columns[1]) < step)
        return {};
    return fmt::format(
        "`{0}` is {1} for both: {2} = {3} and {4} = {5} in the one, {2} = {6} and {4} = {7} in the "
        "other. With `{2}` the index grows by {8} only, so the elements of one `{2}` overlap those "
        "of the next: are the two in the right order, is the factor right, and is `{4}` meant to "
        "become as large?",
        here->spelled(here->subscript), *settled.recorded.finding.index, row.name, rows[0],
        column.name, columns[0], rows[1], columns[1], step);
}

}  // namespace

std::string overlap_words(const Settled& settled) {
    for (const auto& words :
         {narrow_type_words(settled), multiplied_numbers(settled), parts_that_overlap(settled),
          overlapping_blocks(settled), overlapping_rows_of_blocks(settled),
          overlapping_neighbours(settled), overlapping_turns(settled), overlapping_rows(settled),
          shared_by_warps(settled), short_step_words(settled)})
        if (!words.empty()) return words;
    return {};
}

}  // namespace cusim::report
