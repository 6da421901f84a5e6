#include "simulator/report/advice/own_elements.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "simulator/report/advice/index_gaps.hpp"
#include "simulator/report/advice/launch_shape.hpp"
#include "simulator/report/source/index_reading.hpp"

namespace cusim::report {
namespace {

// Whether the index depends on this number, as far as the source shows.
bool index_is_of(const Settled& settled, std::string_view number) {
    const auto reading = read_index(settled);
    return reading && reading->depends_on(number, reading->subscript);
}

bool is_on_one_line(const Settled& settled) {
    return !settled.self.file.empty() && settled.self.file == settled.other->file &&
           settled.self.line == settled.other->line;
}

// The only index in which the blocks of two threads of equal number differ; empty if there is none,
// or several.
std::string only_difference(const Finding& f) {
    if (f.self.host || f.other->host || f.self.thread != f.other->thread) return {};
    const Dim3 &one = f.self.block, &other = f.other->block;
    const int differences = int{one.x != other.x} + int{one.y != other.y} + int{one.z != other.z};
    if (differences != 1) return {};
    return one.x != other.x ? "blockIdx.x" : one.y != other.y ? "blockIdx.y" : "blockIdx.z";
}

}  // namespace

bool block_forgotten(const Settled& settled) {
    return settled.recorded.finding.blocks_at_own_number > 0 && is_on_one_line(settled) &&
           !index_is_of(settled, "blockIdx");
}

bool thread_forgotten(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const bool in_one_block = !f.self.host && !f.other->host && f.self.block == f.other->block;
    return in_one_block && is_on_one_line(settled) && index_is_of(settled, "blockIdx") &&
           !index_is_of(settled, "threadIdx");
}

std::string forgotten_block(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const Dim3& grid = settled.recorded.grid;
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    if (f.blocks_at_own_number < blocks || !read_index(settled))
        return "The same thread of several blocks comes to the same element: give each block one "
               "of its own, or combine the blocks' values with an atomic such as atomicAdd.";
    if (const std::string launch = small_blocks(settled.recorded); !launch.empty())
        return fmt::format(
            "The index depends on threadIdx alone, so every block comes to the same elements. {} "
            "Where the launch is right, the index lacks the block's number.",
            launch);
    return "The index depends on threadIdx alone, so every block comes to the same elements: "
           "blockIdx is missing, as in `blockIdx.x * blockDim.x + threadIdx.x`, or the blocks' "
           "values are to be combined with an atomic such as atomicAdd.";
}

std::string what_differs(const Settled& settled) {
    if (std::string gap = gap_in_index(settled); !gap.empty()) return gap;
    const std::string number = only_difference(settled.recorded.finding);
    if (number.empty() || !is_on_one_line(settled) || index_is_of(settled, "blockIdx")) return {};
    return fmt::format(
        "The two threads differ in {} alone, which makes no difference to where they store",
        number);
}

std::string same_element_of_blocks(const Settled& settled) {
    const std::string chance = "Both write the element, and what stays there is a matter of chance";
    if (const std::string gap = what_differs(settled); !gap.empty())
        return fmt::format(
            "{}. {}: give each block elements of its own, or combine the blocks' values with an "
            "atomic such as atomicAdd.",
            chance, gap);
    if (index_is_of(settled, "blockIdx") && index_is_of(settled, "threadIdx"))
        return chance +
               ". The index is made of the numbers of block and thread, and comes to the same for "
               "both: give each block elements of its own, or, where the index should do that, "
               "look at the lengths in it, which are gridDim's for blocks and blockDim's for "
               "threads.";
    return chance +
           ": give each block elements of its own, or combine the blocks' values with an atomic "
           "such as atomicAdd.";
}

std::string same_element_in_block(const Settled& settled) {
    const std::string gap = gap_in_index(settled);
    return fmt::format(
        "Both write the element, and what stays there is a matter of chance{}: give each thread "
        "elements of its own, or let one thread of the block store it.",
        gap.empty() ? "" : ". " + gap);
}

}  // namespace cusim::report
