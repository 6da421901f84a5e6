// The thread's own number is taken as the usual kernels compute it: in x, in y, or row by row over
// the whole grid; in shared memory, over the block. How many elements there should be, and how long
// a row is, is taken from the numbers among the launch's arguments. One thread speaks for all those
// that fail, so that a relation between numbers may be chance: only what few numbers fulfil is
// told.
#include "simulator/report/bounds_advice.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <vector>

namespace cusim::report {
namespace {

// Stencils reach so far; beyond it, that index and thread lie close together may be chance.
constexpr long farthest_neighbour = 2;
constexpr long unsigned_wrap = 1L << 32;

// A number that an index is usually made of.
struct Own {
    long number;
    long count;  // of those that are numbered so
    const char* name;
    const char* those;
    long surplus;  // as many of them may be there merely because blocks are whole

    // A launch for n of something has as many, rounded up to whole blocks.
    bool may_count(long n) const { return n <= count && count - n <= surplus; }
};

long volume(const Dim3& extent) {
    return static_cast<long>(extent.x) * extent.y * extent.z;
}

std::vector<Own> numbers_in_block(const Settled& settled) {
    const Dim3& block = settled.recorded.block;
    const Dim3& thread = settled.recorded.finding.self.thread;
    const long linear = (static_cast<long>(thread.z) * block.y + thread.y) * block.x + thread.x;
    return {{linear, volume(block), "the thread's number in its block", "threads", volume(block)},
            {thread.x, block.x, "threadIdx.x", "threads in x", block.x},
            {thread.y, block.y, "threadIdx.y", "threads in y", block.y}};
}

std::vector<Own> numbers_in_grid(const Settled& settled) {
    const Dim3& grid = settled.recorded.grid;
    const Dim3& block = settled.recorded.block;
    const Dim3& thread = settled.recorded.finding.self.thread;
    const Dim3& at = settled.recorded.finding.self.block;
    const long columns = static_cast<long>(grid.x) * block.x;
    const long rows = static_cast<long>(grid.y) * block.y;
    const long x = static_cast<long>(at.x) * block.x + thread.x;
    const long y = static_cast<long>(at.y) * block.y + thread.y;
    return {{y * columns + x, rows * columns, "the thread's number in the grid", "threads",
             volume(block) - 1},
            {x, columns, "the thread's number in x", "threads in x", block.x - 1},
            {y, rows, "the thread's number in y", "threads in y", block.y - 1},
            {at.x, grid.x, "the block's number", "blocks", 0},
            {thread.x, block.x, "the thread's number in its block", "threads of a block", block.x}};
}

// The likeliest first. An array whose size the compiler knows counts as local and may still be one
// of the device's.
std::vector<Own> own_numbers(const Settled& settled) {
    const Space space = settled.recorded.finding.space;
    if (space != Space::shared && space != Space::local) return numbers_in_grid(settled);
    std::vector<Own> result = numbers_in_block(settled);
    if (space == Space::local)
        for (const Own& own : numbers_in_grid(settled)) result.push_back(own);
    return result;
}

std::optional<std::string> guard(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const Own& own : own_numbers(settled)) {
        if (own.count <= f.elements || own.number != *f.index) continue;
        return fmt::format(
            "The index is {}, and {} of the {} {} have no element: let only those work that "
            "have one, as in `if (i < n)`.",
            own.name, own.count - f.elements, own.count, own.those);
    }
    return std::nullopt;
}

// A matrix whose elements are as many as two of the launch's numbers say, or one of them squared.
struct Matrix {
    Number rows, columns;
};

std::vector<Matrix> matrices(const Settled& settled, long elements) {
    std::vector<Matrix> result;
    for (const Number& rows : settled.recorded.numbers)
        for (const Number& columns : settled.recorded.numbers)
            if (rows.value > 1 && columns.value > 1 && columns.value <= elements / rows.value &&
                rows.value * columns.value == elements)
                result.push_back({rows, columns});
    return result;
}

// A[i * rows + j], where a row has `columns` elements: only where there are more rows than columns
// does that leave the matrix. i is the thread's own number and a row's, and j fits into a row.
std::optional<std::string> row_length(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const auto& [rows, columns] : matrices(settled, f.elements))
        for (const Own& own : own_numbers(settled)) {
            const long column = *f.index - own.number * rows.value;
            if (rows.value <= columns.value || !own.may_count(rows.value) ||
                own.number >= rows.value || column < 0 || column >= columns.value ||
                *f.index == (own.number + 1) * columns.value)  // right, but one column too far
                continue;
            return fmt::format(
                "The index is {} * {} + {}, and {} is {}: if that is the row, it must be "
                "multiplied by the length of a row, {}, and not by {}.",
                own.number, rows.name, column, own.number, own.name, columns.name, rows.name);
        }
    return std::nullopt;
}

// The surplus threads of a row, of which the last row's leave the matrix.
std::optional<std::string> column_guard(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const auto& [rows, columns] : matrices(settled, f.elements))
        for (const Own& own : own_numbers(settled))
            for (const Own& row : own_numbers(settled)) {
                if (own.number < columns.value || row.number != rows.value - 1 ||
                    row.number * columns.value + own.number != *f.index)
                    continue;
                return fmt::format(
                    "The index is {} * {} + {}, and {} is {}, but {} is only {}: let only "
                    "those threads work that have a column, as in `if (j < {})`.",
                    row.number, columns.name, own.number, own.number, own.name, columns.name,
                    columns.value, columns.name);
            }
    return std::nullopt;
}

// The surplus threads of the last block take a row of the matrix each.
std::optional<std::string> row_guard(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const auto& [rows, columns] : matrices(settled, f.elements))
        for (const Own& own : own_numbers(settled)) {
            if (own.number < rows.value || !own.may_count(rows.value) ||
                own.number != *f.index / columns.value)
                continue;
            return fmt::format(
                "The index lies in row {}, which is {}, and {} is {}: {} of the {} {} have no "
                "row, so let only those work that have one, as in `if (i < n)`.",
                own.number, own.name, rows.name, rows.value, own.count - rows.value, own.count,
                own.those);
        }
    return std::nullopt;
}

std::optional<std::string> neighbour(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    for (const Own& own : own_numbers(settled)) {
        const long offset = *f.index - own.number;
        // That the number is 0 says nothing: all of a thread's numbers may be.
        if (own.number == 0 || offset == 0 || std::abs(offset) > farthest_neighbour ||
            own.number >= f.elements)
            continue;
        return fmt::format(
            "The index is {} {} {}: at the {} edge there is no such neighbour, so the access "
            "needs a guard of its own.",
            own.name, offset < 0 ? "minus" : "plus", std::abs(offset),
            offset < 0 ? "lower" : "upper");
    }
    return std::nullopt;
}

// An index that would fit if the size had been multiplied by that of an element.
bool fits_in_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const long bytes = f.elements * f.element_size;
    const bool size_is_given =
        f.space == Space::global ||
        (f.space == Space::shared && std::uint64_t(bytes) == settled.recorded.dynamic_shared);
    return size_is_given && *f.index >= f.elements && *f.index < bytes;
}

// The arguments that say `count`, by name: "n", "rows * columns"; empty where none do.
std::string said_by_arguments(const Settled& settled, long count) {
    for (const Number& n : settled.recorded.numbers)
        if (n.value == count) return n.name;
    const std::vector<Matrix> found = matrices(settled, count);
    if (found.empty()) return {};
    return fmt::format("{} * {}", found.front().rows.name, found.front().columns.name);
}

std::string count_in_bytes(const Finding& f) {
    return f.space == Space::shared
               ? "a size given in the launch counts bytes, so multiply by the size of an element."
               : "cudaMalloc takes the number of bytes, so multiply by the size of an element, as "
                 "in `n * sizeof(float)`.";
}

// cudaMalloc(&p, n) where n * sizeof(float) was meant.
std::optional<std::string> bytes_for_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (!fits_in_elements(settled) || !said_by_arguments(settled, f.elements).empty())
        return std::nullopt;
    const long bytes = f.elements * f.element_size;
    if (const auto name = said_by_arguments(settled, bytes); !name.empty())
        return fmt::format("It has {} bytes, and {} is {}: {}", bytes, name, bytes,
                           count_in_bytes(f));
    if (own_numbers(settled)[0].count != bytes) return std::nullopt;
    return fmt::format(
        "It has as many bytes as there are threads: {} If {} elements are right, "
        "let only the threads work that have one, as in `if (i < n)`.",
        count_in_bytes(f), f.elements);
}

std::string miscalculated(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (*f.index == -1)
        return "The index is negative: if it is that of a neighbour, as in `i - 1`, the first "
               "element has none, and the access needs a guard of its own; otherwise check the "
               "subtractions in it.";
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
    if (f.variant == Variant::dead_variable)
        return "A function's local variables end with it: return the value, not a pointer to it, "
               "or let the caller own the memory.";
    if (!f.index || f.elements == 0) return in_general(f);
    const std::string last = last_element(f) + ' ';
    if (f.self.host)
        return last + (f.space == Space::host ? miscalculated(settled) : in_general(f));
    for (const auto& advice :
         {bytes_for_elements, guard, column_guard, row_guard, row_length, neighbour})
        if (const auto words = advice(settled)) return last + *words;
    return last + miscalculated(settled) +
           (f.space == Space::global && fits_in_elements(settled) &&
                    said_by_arguments(settled, f.elements).empty()
                ? " If the index is right, the memory is too small: cudaMalloc "
                  "takes the number of bytes, as in `n * sizeof(float)`."
                : "");
}

}  // namespace cusim::report
