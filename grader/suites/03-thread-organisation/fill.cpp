// Rung 2: a grid over a matrix, and from a number back to its thread. The time limit is a fit to
// the solution's estimates on an H100.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "number_of.hpp"
#include "runner/inputs.hpp"
#include "suite/causes/mistakes.hpp"
#include "suite/causes/unwritten_edge.hpp"
#include "suite/work.hpp"
#include "suites/03-thread-organisation/numbering.hpp"

namespace thread_organisation {

namespace {

Call fill_call(const Filled& filled) {
    Call call("matrix_fill");
    call.size("rows", filled.rows).size("columns", filled.columns);
    add_extent(call, "block", filled.block);
    call.output<int>("x", static_cast<std::size_t>(filled.rows) * filled.columns);
    call.telling(filled.grid().x != filled.grid().y && filled.block.x != filled.block.y &&
                 std::min(filled.rows, filled.columns) > 1);
    call.reproduce_with(
        fmt::format("--function matrix_fill --rows {} --cols {}", filled.rows, filled.columns) +
        options("block", filled.block));
    return call;
}

/// The number of the thread for this element.
int owner(const Filled& filled, int row, int column) {
    const Extent& block = filled.block;
    const int number_of_block = row / block.y * filled.grid().x + column / block.x;
    return number_of_block * count(block) + row % block.y * block.x + column % block.x;
}

std::string cause_of(const std::vector<int>& x, const Filled& filled) {
    const Launch launch{filled.grid(), filled.block};
    const auto all = [&](auto&& number_at) {
        for (int at = 0; at < filled.rows * filled.columns; ++at)
            if (x[static_cast<std::size_t>(at)] !=
                number_at(at / filled.columns, at % filled.columns))
                return false;
        return true;
    };
    const Filled turned{filled.columns, filled.rows, filled.block};
    if (all([&](int row, int column) { return owner(turned, column, row); }))
        return "\n  this is what comes out where x runs along the rows: it is to run along the "
               "columns, and y along the rows";
    if (all([&](int row, int column) {
            const int at = row * filled.columns + column;
            return owner(filled, at % filled.rows, at / filled.rows);
        }))
        return "\n  x is written column by column: the element of a row and a column is at "
               "row * columns + column";
    if (all([&](int row, int column) { return row * filled.columns + column; }))
        return "\n  these are the elements' places in memory: what is asked for is the number of "
               "the thread";
    return numbering_cause([&](const Numbering& numbering) {
        return all([&](int row, int column) {
            return numbering.number(expected_place(owner(filled, row, column), launch), launch);
        });
    });
}

/// Recognises last rows or columns that are not written.
std::string unwritten_end(const std::vector<int>& x, const Filled& filled, const Answer& answer) {
    const auto rows = static_cast<std::size_t>(filled.rows),
               columns = static_cast<std::size_t>(filled.columns);
    Problem judged("matrix_fill");
    judged.output<int>("x", {rows, columns}, [](std::size_t) { return runner::Expected{0, 0}; });
    return unwritten_edge({judged.arrays().front(), std::as_bytes(std::span(x))}, answer);
}

/// Threads are numbered over the whole grid, so a grid that is too large shifts the numbers.
std::string other_grid(const Filled& filled, const Answer& answer) {
    const Extent enough = filled.grid();
    for (const auto& launch : answer.first_launches()) {
        const auto [x, y, z] = launch.grid;
        if (int(x) == enough.x && int(y) == enough.y && z == 1) continue;
        return fmt::format("\n  the launch of {} has {} x {} blocks; {} x {} cover x", launch.name,
                           x, y, enough.x, enough.y);
    }
    return {};
}

/// The numbers may be right although the blocks have another shape than requested.
void check_block(const Filled& filled, const Call& call, const Answer& answer) {
    for (const auto& launch : answer.first_launches()) {
        const Extent made{int(launch.block[0]), int(launch.block[1]), int(launch.block[2])};
        expect(shown(made) == shown(filled.block),
               fmt::format("matrix_fill: every number is right, but the launch has blocks of {}, "
                           "not of {} as the call says",
                           shown(made), shown(filled.block)) +
                   aftermath(call, answer));
    }
}

Filled drawn_matrix() {
    return {
        draw_work_size(600, "matrix_fill rows"),
        draw_work_size(500, "matrix_fill columns"),
        {16 << draw_size(8, "matrix_fill block x") % 2, draw_size(12, "matrix_fill block y"), 1}};
}

const Answer& counts_of_fill(const Filled& filled) {
    return counts_of("matrix_fill", [filled] { return checked_fill(filled); });
}

}  // namespace

namespace {

std::string described(const Filled& filled) {
    return fmt::format("{} and {} in blocks of {} x {}", words::number_of(filled.rows, "row"),
                       words::number_of(filled.columns, "column"), filled.block.x, filled.block.y);
}

}  // namespace

CheckedCall checked_fill(const Filled& filled) {
    return {
        fill_call(filled), [filled](const Call& call, const Answer& answer) {
            expect_finished(call, answer, "matrix_fill, " + described(filled));
            const auto x = answer.output<int>("x");
            for (int at = 0; at < filled.rows * filled.columns; ++at) {
                const int row = at / filled.columns, column = at % filled.columns;
                const int got = x[static_cast<std::size_t>(at)];
                const int expected = owner(filled, row, column);
                if (got == expected) continue;
                const bool unwritten = static_cast<std::uint32_t>(got) == runner::poison_word;
                const Six six = expected_place(expected, {filled.grid(), filled.block});
                throw CaseFailed{
                    fmt::format("matrix_fill: {}: x[{}][{}] is {}, expected {}, the number of {}",
                                described(filled), row, column,
                                unwritten ? "never written" : fmt::format("{}", got), expected,
                                place(six.data())),
                    grader::score::causes_in(
                        (answer.launch_count() == 0 ? "\n  matrix_fill launches no kernel" : "") +
                        cause_of(x, filled) + unwritten_end(x, filled, answer) +
                        other_grid(filled, answer)),
                    aftermath(call, answer)};
            }
            check_block(filled, call, answer);
        }};
}

void check_fill(const Filled& filled) {
    const CheckedCall checked = checked_fill(filled);
    grader::suite::check(checked.call, described(filled), [&](const Outcome& outcome) {
        for (const Answer& answer : outcome) checked.check(checked.call, answer);
    });
}

void check_work_of_fill() {
    const Filled filled = drawn_matrix();
    const auto what = fmt::format("matrix_fill of {} x {}", filled.rows, filled.columns);
    const Answer& answer = counts_of_fill(filled);
    grade_work(answer,
               limit_of("matrix_fill", {{"rows", filled.rows}, {"columns", filled.columns}}), what);
    expect_each_writes(answer, static_cast<std::uint64_t>(filled.rows * filled.columns),
                       what + ": each thread is to write its own element");
}

void check_fill_once() {
    const Filled filled = drawn_matrix();
    const auto elements = static_cast<std::uint64_t>(filled.rows * filled.columns);
    const Answer& answer = counts_of_fill(filled);
    expect(answer.launch_count() == 1,
           fmt::format("matrix_fill makes {} launches; one fills all of x", answer.launch_count()));
    const auto bytes = counted(answer, "bytes");
    expect(bytes == elements * sizeof(int),
           fmt::format("{} bytes are read and written; writing each of {} elements once takes {}",
                       bytes, elements, elements * sizeof(int)));
    demonstrate(answer);
}

void check_place_of(const Launch& launch) {
    const int threads = count(launch.grid) * count(launch.block);
    Call call("place_of");
    add_extent(add_extent(call, "grid", launch.grid), "block", launch.block);
    call.size("count", threads).output<int>("places", 6 * static_cast<std::size_t>(threads));
    for (const Answer& answer : run(call))
        check_places(answer.output<int>("places"), launch, "place_of");
}

}  // namespace thread_organisation
