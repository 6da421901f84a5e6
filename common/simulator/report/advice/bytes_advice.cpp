#include "simulator/report/advice/bytes_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "simulator/report/advice/thread_numbers.hpp"
#include "simulator/report/source/index_reading.hpp"
#include "simulator/report/source/launch_reading.hpp"
#include "simulator/report/source/line_reading.hpp"

namespace cusim::report {
namespace {

// Whether the index would be valid if the array had as many elements as it has bytes.
bool fits_in_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const long bytes = f.elements * f.element_size;
    const bool size_is_given =
        f.space == Space::global ||
        (f.space == Space::shared && std::uint64_t(bytes) == settled.recorded.dynamic_shared);
    return size_is_given && *f.index >= f.elements && *f.index < bytes;
}

// The arguments whose value (or product) is `count`: "n", "rows * columns"; empty if there are
// none.
std::string said_by_arguments(const Settled& settled, long count) {
    for (const Number& n : settled.recorded.numbers)
        if (n.value == count) return n.name;
    for (const Number& rows : settled.recorded.numbers)
        for (const Number& columns : settled.recorded.numbers)
            if (rows.value > 1 && columns.value > 1 && columns.value <= count / rows.value &&
                rows.value * columns.value == count)
                return fmt::format("{} * {}", rows.name, columns.name);
    return {};
}

std::string count_in_bytes(const Finding& f) {
    return f.space == Space::shared
               ? "a size given in the launch counts bytes, so multiply by the size of an element."
               : "cudaMalloc takes the number of bytes, so multiply by the size of an element, as "
                 "in `n * sizeof(float)`.";
}

// Whether the function that launches the kernel uses sizeof.
bool launched_with_sizeof(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || settled.recorded.kernel.empty()) return false;
    for (std::size_t at = 0; at < tokens->size(); ++at) {
        const bool is_launch = tokens->is(at, "<<<") || tokens->is(at, "cudaLaunchKernel") ||
                               tokens->is(at, "cudaLaunchCooperativeKernel");
        if (!is_launch) continue;
        const TokenSpan body = flow_to(*tokens, at).body;
        bool launches = false, computes = false;
        for (std::size_t k = body.begin; k < body.end; ++k) {
            launches |= tokens->is(k, settled.recorded.kernel);
            computes |= tokens->is(k, "sizeof");
        }
        if (launches && computes) return true;
    }
    return false;
}

// Whether the file is known and allocates nothing, so that the size of no array is its mistake.
bool is_allocated_elsewhere(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens) return false;
    for (std::size_t at = 0; at < tokens->size(); ++at)
        if ((*tokens)[at].text.starts_with("cudaMalloc") || tokens->is(at, "mem_alloc") ||
            tokens->is(at, "gpuarray"))
            return false;
    return true;
}

// `i < size / sizeof(float)`
bool is_divided_by_sizeof(const Settled& settled, const std::string& name) {
    const SourceTokens* const tokens = source_of(settled.self);
    for (std::size_t at = 0; tokens && at + 2 < tokens->size(); ++at)
        if (tokens->is(at, name) && tokens->is(at + 1, "/") && tokens->is(at + 2, "sizeof"))
            return true;
    return false;
}

// Whether a condition at this place compares with the number of elements, which the student
// therefore knows.
bool is_compared_with_elements(const Settled& settled) {
    const auto reading = read_index(settled);
    return reading && std::ranges::any_of(reading->bounds, [&](const Bound& bound) {
               return reading->value(bound.larger) == settled.recorded.finding.elements;
           });
}

// The sizes in bytes that the allocation may have been given. If the number is not a multiple of an
// element's size, only the launch's pointers show the bytes left over.
std::vector<long> sizes_in_bytes(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const long whole = f.elements * f.element_size;
    if (f.space == Space::shared) return {whole};
    for (const Pointer& pointer : settled.recorded.pointers)
        if (pointer.name == f.variable && pointer.bytes / f.element_size == f.elements)
            return {pointer.bytes};
    std::vector<long> sizes;
    for (long over = 0; over < f.element_size; ++over) sizes.push_back(whole + over);
    return sizes;
}

// `<<<blocks, threads, n>>>` where n * sizeof(float) was meant.
std::optional<std::string> shared_bytes_for_elements(const Settled& settled) {
    const SourceTokens* const tokens = source_of(settled.self);
    const std::string bytes = tokens ? bytes_without_sizeof(*tokens, settled.recorded.kernel) : "";
    if (bytes.empty()) return std::nullopt;
    return fmt::format("The launch says `{}`, without sizeof: {}", bytes,
                       count_in_bytes(settled.recorded.finding));
}

// Whether the file allocates rows with a pitch, and the index there multiplies by the number of
// bytes that `name` or a factor of it counts: `a[row * pitch + column]`.
std::optional<std::string> pitch_for_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    const SourceTokens* const tokens = source_of(settled.self);
    if (!tokens || f.space != Space::global) return std::nullopt;
    bool is_pitched = false;
    for (std::size_t at = 0; at < tokens->size(); ++at)
        is_pitched |= tokens->is(at, "cudaMallocPitch") || tokens->is(at, "cudaMalloc3D");
    if (!is_pitched) return std::nullopt;
    const long bytes = f.elements * f.element_size;
    for (const TokenSpan subscript : subscripts_on(*tokens, settled.self.line, f.variable))
        for (std::size_t at = subscript.begin; at < subscript.end; ++at) {
            if (!tokens->is(at + 1, "*") && !tokens->is(at - 1, "*")) continue;
            for (const Number& pitch : settled.recorded.numbers)
                if (tokens->is(at, pitch.name) && pitch.value % 32 == 0 && pitch.value > 0 &&
                    bytes % pitch.value == 0)
                    return fmt::format(
                        "A pitch counts bytes, and `{0}` counts elements here: a row begins at "
                        "`(char*){1} + row * {0}`, which is to become a pointer to elements "
                        "before the column is added.",
                        pitch.name, f.variable);
        }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> bytes_for_elements(const Settled& settled) {
    const Finding& f = settled.recorded.finding;
    if (f.space == Space::global && is_allocated_elsewhere(settled)) return std::nullopt;
    if (const auto words = pitch_for_elements(settled)) return words;
    // A size as small as one element may equal any number of the launch by chance.
    if (f.elements < 2 || !fits_in_elements(settled) ||
        !said_by_arguments(settled, f.elements).empty() || is_compared_with_elements(settled))
        return std::nullopt;
    if (f.space == Space::shared)
        if (const auto words = shared_bytes_for_elements(settled)) return words;
    if (f.space == Space::shared && launched_with_sizeof(settled)) return std::nullopt;
    for (const long bytes : sizes_in_bytes(settled))
        if (const auto name = said_by_arguments(settled, bytes);
            !name.empty() && !is_divided_by_sizeof(settled, name))
            return fmt::format("It has {} bytes, and {} is {}: {}", bytes, name, bytes,
                               count_in_bytes(f));
    const long bytes = f.elements * f.element_size;
    if (own_numbers(settled)[0].count != bytes || launched_with_sizeof(settled))
        return std::nullopt;
    return fmt::format(
        "It has as many bytes as there are threads: {} If {} elements are right, "
        "let only the threads work that have one, as in `if (i < n)`.",
        count_in_bytes(f), f.elements);
}

}  // namespace cusim::report
