// The thread's own number is taken as the usual kernels compute it: in x, in y, or row by row over
// the whole grid; in shared memory, over the block.
#include "simulator/report/bounds_advice.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <vector>

namespace cusim::report {
namespace {

// Beyond this, index and thread are not neighbours.
constexpr long most_neighbours = 64;
constexpr long unsigned_wrap = 1L << 32;

// A number that an index is usually made of.
struct Own {
    long number;
    long count;  // of those that are numbered so
    const char* name;
    const char* those;
};

long volume(const Dim3& extent) {
    return static_cast<long>(extent.x) * extent.y * extent.z;
}

// The likeliest first.
std::vector<Own> own_numbers(const Settled& settled) {
    const auto& [finding, kernel, grid, block] = settled.recorded;
    const Dim3& thread = finding.self.thread;
    const Dim3& at = finding.self.block;
    if (finding.space == Space::shared || finding.space == Space::local) {
        const long linear = (static_cast<long>(thread.z) * block.y + thread.y) * block.x + thread.x;
        return {{linear, volume(block), "thread's number in its block", "threads"},
                {thread.x, block.x, "threadIdx.x", "threads in x"},
                {thread.y, block.y, "threadIdx.y", "threads in y"}};
    }
    const long columns = static_cast<long>(grid.x) * block.x;
    const long rows = static_cast<long>(grid.y) * block.y;
    const long x = static_cast<long>(at.x) * block.x + thread.x;
    const long y = static_cast<long>(at.y) * block.y + thread.y;
    return {{y * columns + x, rows * columns, "thread's number in the grid", "threads"},
            {x, columns, "thread's number in x", "threads in x"},
            {y, rows, "thread's number in y", "threads in y"},
            {at.x, grid.x, "block's number", "blocks"},
            {thread.x, block.x, "thread's number in its block", "threads of a block"}};
}

std::optional<std::string> guard(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const Own& own : own_numbers(settled)) {
        if (own.count <= f.elements || own.number != *f.index) continue;
        return fmt::format(
            "The index is the {}, and {} of the {} {} have no element: let only those work that "
            "have one, as in `if (i < n)`.",
            own.name, own.count - f.elements, own.count, own.those);
    }
    return std::nullopt;
}

std::optional<std::string> neighbour(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const Own& own : own_numbers(settled)) {
        const long offset = *f.index - own.number;
        if (own.count == 1 || offset == 0 || std::abs(offset) > most_neighbours ||
            own.number >= f.elements)
            continue;
        return fmt::format(
            "The index is the {} {} {}: at the {} edge there is no such neighbour, so the access "
            "needs a guard of its own.",
            own.name, offset < 0 ? "minus" : "plus", std::abs(offset),
            offset < 0 ? "lower" : "upper");
    }
    return std::nullopt;
}

// An index that would fit if the size had been multiplied by that of an element.
bool fits_in_elements(const Finding& f) {
    return (f.space == Space::global || f.space == Space::shared) && *f.index >= f.elements &&
           *f.index < f.elements * f.element_size;
}

// cudaMalloc(&p, n) where n * sizeof(float) was meant.
bool bytes_for_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const long bytes = f.elements * f.element_size;
    return fits_in_elements(f) && own_numbers(settled)[0].count == bytes;
}

std::string miscalculated(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (*f.index < 0)
        return "The index is negative: check the subtractions in it, and that it has not "
               "overflowed.";
    if (*f.index >= unsigned_wrap / 2 && *f.index < unsigned_wrap)
        return fmt::format("The index is {} in unsigned arithmetic: check the subtractions in it.",
                           *f.index - unsigned_wrap);
    if (*f.index == f.elements)
        return "That is one past the last element: does a loop run to `<= n`, or is the size "
               "one too small?";
    return (f.self.host ? "Check" : "The index is not the thread's own number: check") +
           std::string(
               " how it is computed (in a matrix, row times the length of a row plus "
               "column), and the bounds of the loop round it.");
}

std::string last_element(const Finding& f) {
    if (f.variable.empty()) return fmt::format("The last index is {}.", f.elements - 1);
    return fmt::format("The last element is {}[{}].", f.variable, f.elements - 1);
}

// Nothing is known about the index.
std::string in_general(const Finding& f) {
    if (f.space == Space::shared)
        return "Check the index against the size of the shared array, and the bytes of dynamic "
               "shared memory in the launch.";
    if (f.self.host && f.space == Space::host)
        return "Check how the index is computed and the bounds of the loop round it, and whether "
               "the pointer has been given a value.";
    if (f.space == Space::local) return "Check the index against the array's size.";
    return "Check how the pointer and the index are computed, and the size given to cudaMalloc, "
           "which takes the number of bytes.";
}

}  // namespace

std::string bounds_advice(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.variant == Variant::null_pointer)
        return "The pointer is null: has the memory been allocated, and did the call succeed?";
    if (!f.index || f.elements == 0) return in_general(f);
    const std::string last = last_element(f) + ' ';
    if (f.self.host)
        return last + (f.space == Space::host ? miscalculated(settled) : in_general(f));
    if (bytes_for_elements(settled))
        return last + (f.space == Space::shared
                           ? "It has as many bytes as the block has threads: a size given in the "
                             "launch counts bytes, so multiply by the size of an element."
                           : "There are as many bytes as threads: cudaMalloc counts bytes, so "
                             "multiply by the size of an element, as in `n * sizeof(float)`.");
    if (const auto words = guard(settled)) return last + *words;
    if (const auto words = neighbour(settled)) return last + *words;
    return last + miscalculated(settled) +
           (f.space == Space::global && fits_in_elements(f)
                ? " If the index is right, the memory is too small: cudaMalloc "
                  "takes the number of bytes, as in `n * sizeof(float)`."
                : "");
}

}  // namespace cusim::report
