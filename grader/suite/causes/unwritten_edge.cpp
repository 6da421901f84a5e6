#include "suite/causes/unwritten_edge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "suite/causes/ordinal.hpp"

namespace grader::suite {

using runner::Judged;

namespace {

/// If the last lines are all unwritten, the first of these; otherwise `lines`. `line_of`: the line
/// of an element.
template <class LineOf>
std::size_t first_unwritten(const Judged& output, std::size_t lines, LineOf line_of) {
    std::vector<std::size_t> written(lines), unwritten(lines);
    for (std::size_t i = 0; i < output.count(); ++i)
        ++(output.is_unwritten(i) ? unwritten : written)[line_of(i)];
    std::size_t first = lines;
    while (first > 0 && written[first - 1] == 0) --first;
    const bool rest_is_written =
        std::all_of(unwritten.begin(), unwritten.begin() + static_cast<std::ptrdiff_t>(first),
                    [](std::size_t count) { return count == 0; });
    return first > 0 && rest_is_written ? first : lines;
}

/// If a copy counts elements instead of bytes, a quarter of the floats arrives. If the last kernel
/// has enough threads to have stored everything, the kernel is not the cause.
std::string short_copy(std::size_t first, std::size_t all, const Answer& answer) {
    const auto& launches = answer.first_launches();
    constexpr std::size_t fewest = 8;  // where no kernel shows that the copy alone is to blame
    if (all < (launches.empty() ? fewest : 2) || first != (all + sizeof(float) - 1) / sizeof(float))
        return {};
    if (launches.empty())
        return fmt::format(
            ", or it is added to before it is set: a copy of {} bytes leaves that, and the size of "
            "a copy counts bytes, as in `n * sizeof(float)`",
            all);
    if (launches.back().counter("writing_threads") != all) return {};
    return fmt::format(
        "; {} of {}'s threads store, and a copy of {} bytes leaves that: the size of a copy counts "
        "bytes, as in `n * sizeof(float)`",
        all, launches.back().name, all);
}

/// If only every fourth element is written, say, from the first one on.
std::string written_in_steps(const Judged& output, const Answer& answer) {
    const std::size_t all = output.count();
    std::size_t step = 1;
    while (step < all && output.is_unwritten(step)) ++step;
    if (step < 2 || step == all) return {};
    for (std::size_t i = 0; i < all; ++i)
        if (output.is_unwritten(i) != (i % step != 0)) return {};
    return fmt::format("\n  only every {} element is written, from {} on{}", ordinal(step),
                       output.name(0), last_launch(answer));
}

/// If only every fourth element is right, say, and the others are not just unwritten.
std::string right_in_steps(const Judged& output, const Answer& answer) {
    // Of the right elements: a partial sum that nothing was added to is right by chance, too.
    constexpr std::size_t fewest = 4;
    const std::size_t all = output.count();
    std::size_t step = 1;
    while (step < all && !output.is_right(step)) ++step;
    if (step < 2 || all <= (fewest - 1) * step) return {};
    for (std::size_t i = 0; i < all; ++i)
        if (output.is_right(i) != (i % step == 0)) return {};
    return fmt::format("\n  only every {} element is right, from {} on{}", ordinal(step),
                       output.name(0), last_launch(answer));
}

/// If all is right up to an element, and 0 from there on. What is 0 and right before it shows no
/// edge.
std::string zeros_at_end(const Judged& output, const Answer& answer) {
    constexpr std::size_t fewest = 4;  // of the zeros, and of those of them that are wrong
    const std::size_t all = output.count();
    std::size_t first = 0;
    while (first < all && output.is_right(first)) ++first;
    if (first == 0 || all - first < fewest || output.count_wrong() < fewest) return {};
    for (std::size_t i = first; i < all; ++i)
        if (output.is_unwritten(i) || output.value(i) != 0) return {};
    bool is_edge = false;
    for (std::size_t i = 0; i < first; ++i) is_edge |= output.value(i) != 0;
    if (!is_edge) return {};
    return fmt::format("\n  all elements from {} on are 0, and those before it are right{}",
                       output.name(first), last_launch(answer));
}

/// If only the first elements are unwritten.
std::string unwritten_begin(const Judged& output) {
    const std::size_t all = output.count();
    std::size_t first = 0;
    while (first < all && output.is_unwritten(first)) ++first;
    if (first == 0 || 2 * first > all) return {};
    for (std::size_t i = first; i < all; ++i)
        if (output.is_unwritten(i)) return {};
    return fmt::format("\n  nothing is written before {}: the first {}of {} elements",
                       output.name(first), first == 1 ? "" : fmt::format("{} ", first), all);
}

}  // namespace

std::string last_launch(const Answer& answer) {
    const auto& launches = answer.first_launches();
    if (launches.empty()) return {};
    const auto extent = [](const score::Dim3& d) {
        return fmt::format("({}, {}, {})", d[0], d[1], d[2]);
    };
    const score::Kernel& last = launches.back();
    return fmt::format("; {} has {} blocks of {} threads", last.name, extent(last.grid),
                       extent(last.block));
}

std::string kernels_that_leave_zeros(const Judged& output, const Answer& answer) {
    for (std::size_t i = 0; i < output.count(); ++i)
        if (output.is_unwritten(i) || output.value(i) != 0) return {};
    std::vector<std::string> names;
    for (const score::Kernel& launch : answer.first_launches())
        if (names.empty() || names.back() != launch.name) names.push_back(launch.name);
    constexpr std::size_t most = 4;
    if (names.size() < 2 || names.size() > most) return {};
    return fmt::format("\n  all of {} is 0; the kernels run in this order: {}", output.array().name,
                       fmt::join(names, ", "));
}

std::string unwritten_edge(const Judged& output, const Answer& answer) {
    const auto& extents = output.array().extents;
    const auto told = [&](const std::string& first, std::size_t left, std::size_t all,
                          const char* noun, const std::string& why) {
        return fmt::format("\n  nothing is written from {} on: the last {}of {} {}{}", first,
                           left == 1 ? "" : fmt::format("{} ", left), all, noun,
                           !why.empty() ? why
                           : answer.first_launches().empty()
                               ? ", or it is added to before it is set"
                               : last_launch(answer));
    };
    if (extents.size() == 1) {
        const std::size_t all = output.count();
        const std::size_t first = first_unwritten(output, all, [](std::size_t i) { return i; });
        if (first == all) {
            if (const std::string begin = unwritten_begin(output); !begin.empty()) return begin;
            const std::string steps = written_in_steps(output, answer);
            if (!steps.empty()) return steps;
            const std::string zeros = zeros_at_end(output, answer);
            return zeros.empty() ? right_in_steps(output, answer) : zeros;
        }
        const std::string copy =
            output.array().type == runner::ElementType::f32 ? short_copy(first, all, answer) : "";
        return told(output.name(first), all - first, all, "elements", copy);
    }
    if (extents.size() != 2 || extents[1] == 0) return {};
    const std::size_t rows = extents[0], columns = extents[1];
    const std::size_t row =
        first_unwritten(output, rows, [&](std::size_t i) { return i / columns; });
    if (row < rows) return told(fmt::format("row {}", row), rows - row, rows, "rows", "");
    const std::size_t column =
        first_unwritten(output, columns, [&](std::size_t i) { return i % columns; });
    return column < columns
               ? told(fmt::format("column {}", column), columns - column, columns, "columns", "")
               : "";
}

}  // namespace grader::suite
