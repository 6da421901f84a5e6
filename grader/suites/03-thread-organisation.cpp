// What lab 03 is marked on: the numbering of threads, forwards and backwards, a grid over a matrix,
// limits of several devices, and a tiled product of zeros and ones, all of it exact. Limits of time
// are fits to the solution's estimates on an H100, in the sizes that are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "runner/inputs.hpp"
#include "suite/failing.hpp"
#include "suite/mistakes.hpp"
#include "suite/problem.hpp"
#include "suite/suite.hpp"
#include "suite/work.hpp"
#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

LAB_SUITE("03-thread-organisation");

namespace {

using grader::score::volume;

using Six = std::array<int, 6>;  // indices of a block and of a thread

constexpr double slack = 1.05;

bool is_unwritten(int number) {
    return static_cast<std::uint32_t>(number) == runner::poison_word;
}

std::string shown_number(int number) {
    return is_unwritten(number) ? "not written" : std::to_string(number);
}

std::string place(const int* six) {
    std::vector<std::string> numbers;
    for (int k = 0; k < 6; ++k) numbers.push_back(shown_number(six[k]));
    return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", numbers[0], numbers[1],
                       numbers[2], numbers[3], numbers[4], numbers[5]);
}

int count(Extent e) {
    return e.x * e.y * e.z;
}

/// Where the thread's indices are found with these lengths.
Six place_by(int number, const Launch& launch, Extent of_threads) {
    const auto split = [](int k, Extent e) {
        return std::array{k % e.x, k / e.x % e.y, k / e.x / e.y};
    };
    const int threads = count(launch.block);
    const auto block = split(number / threads, launch.grid);
    const auto thread = split(number % threads, of_threads);
    return {block[0], block[1], block[2], thread[0], thread[1], thread[2]};
}

Six expected_place(int number, const Launch& launch) {
    return place_by(number, launch, launch.block);
}

/// Indices of a block and of a thread to a number: as it should be, and as students have it.
struct Numbering {
    const char* words;
    int (*number)(const Six& six, const Launch& launch);
};

int number_of(std::array<int, 3> at, Extent e) {
    return (at[2] * e.y + at[1]) * e.x + at[0];
}
std::array<int, 3> block_in(const Six& six) {
    return {six[0], six[1], six[2]};
}
std::array<int, 3> thread_in(const Six& six) {
    return {six[3], six[4], six[5]};
}

const std::vector<Numbering> wrong_numberings = {
    {"z counts fastest in a block, then y, then x",
     [](const Six& six, const Launch& l) {
         return number_of(block_in(six), l.grid) * count(l.block) +
                (six[3] * l.block.y + six[4]) * l.block.z + six[5];
     }},
    {"y counts fastest in a block, then x, then z",
     [](const Six& six, const Launch& l) {
         return number_of(block_in(six), l.grid) * count(l.block) +
                (six[5] * l.block.x + six[3]) * l.block.y + six[4];
     }},
    {"blocks are numbered with the lengths of a block: theirs are those of the grid",
     [](const Six& six, const Launch& l) {
         return number_of(block_in(six), l.block) * count(l.block) +
                number_of(thread_in(six), l.block);
     }},
    {"z counts fastest among the blocks, then y, then x",
     [](const Six& six, const Launch& l) {
         return ((six[0] * l.grid.y + six[1]) * l.grid.z + six[2]) * count(l.block) +
                number_of(thread_in(six), l.block);
     }},
    {"threads are numbered with lengths that are one too large",
     [](const Six& six, const Launch& l) {
         return number_of(block_in(six), l.grid) * count(l.block) +
                number_of(thread_in(six), {l.block.x + 1, l.block.y + 1, l.block.z});
     }},
    {"threads of other blocks have the same numbers: the blocks before are not counted",
     [](const Six& six, const Launch& l) { return number_of(thread_in(six), l.block); }},
    {"the number is that of the element in memory, across all blocks of a row",
     [](const Six& six, const Launch& l) {
         const int x = six[0] * l.block.x + six[3], y = six[1] * l.block.y + six[4];
         return y * l.grid.x * l.block.x + x;
     }},
};

/// The wrong numbering that `gives` everything, as a line that begins with a newline; in two
/// dimensions there may be two.
std::string numbering_cause(const std::function<bool(const Numbering&)>& gives) {
    std::string found;
    for (const Numbering& each : wrong_numberings) {
        if (!gives(each)) continue;
        found += (found.empty() ? "" : ", or where ") + std::string(each.words);
    }
    return found.empty() ? "" : "\n  this is what comes out where " + found;
}

/// Another launch than the one that was asked for.
std::string other_launch(const Launch& launch, const Answer& answer) {
    if (answer.first_launches().empty()) return {};
    const auto& kernel = answer.first_launches().front();
    const auto extent = [](const grader::score::Dim3& d) {
        return Extent{int(d[0]), int(d[1]), int(d[2])};
    };
    const Launch made{extent(kernel.grid), extent(kernel.block)};
    if (shown(made) == shown(launch)) return {};
    return fmt::format("\n  {} is launched with {}, not with what the call says", kernel.name,
                       shown(made));
}

Call& add_extent(Call& call, const std::string& name, Extent extent) {
    return call.size(name + "-x", extent.x).size(name + "-y", extent.y).size(name + "-z", extent.z);
}

std::string options(const std::string& name, Extent extent) {
    return fmt::format(" --{0}-x {1} --{0}-y {2} --{0}-z {3}", name, extent.x, extent.y, extent.z);
}

Call list_call(const Launch& launch, std::size_t threads) {
    Call call("list_threads");
    add_extent(add_extent(call, "grid", launch.grid), "block", launch.block);
    call.output<int>("list", 6 * threads);
    const Extent &g = launch.grid, &b = launch.block;
    call.is_telling(std::min({g.x, g.y, g.z, b.x, b.y, b.z}) > 1);
    call.reproduce_with("--function list_threads" + options("grid", launch.grid) +
                        options("block", launch.block));
    return call;
}

/// What goes below a wrong value: CUDA's error, where there is one, and how to make the call again.
std::string aftermath(const Call& call, const Answer& answer) {
    std::string text;
    if (answer.error() != "cudaSuccess")
        text = fmt::format("\n  CUDA reports {}: see what was found", answer.error());
    return text + repeat(call, answer.order());
}

/// Which wrong numbering put every thread that has a place there where it is.
std::string cause_of(const std::vector<int>& places, const Launch& launch) {
    const int threads = count(launch.grid) * count(launch.block);
    bool by_the_grid = true;
    for (int k = 0; k < threads && by_the_grid; ++k) {
        const Six six = place_by(k, launch, launch.grid);
        by_the_grid = std::equal(six.begin(), six.end(), &places[6 * static_cast<std::size_t>(k)]);
    }
    if (by_the_grid)
        return "\n  this is what comes out where the thread in its block is found with the lengths "
               "of the grid: they are those of the block";
    return numbering_cause([&](const Numbering& numbering) {
        for (int k = 0; k < threads; ++k) {
            const Six six = expected_place(k, launch);
            const int at = numbering.number(six, launch);
            if (at >= threads) continue;
            if (!std::equal(six.begin(), six.end(), &places[6 * static_cast<std::size_t>(at)]))
                return false;
        }
        return true;
    });
}

/// Every place of six numbers is that of the thread with this number.
void check_places(const std::vector<int>& places, const Launch& launch, const std::string& what,
                  const std::string& why = {}, const std::string& aftermath = {}) {
    for (int number = 0; number < count(launch.grid) * count(launch.block); ++number) {
        const Six expected = expected_place(number, launch);
        const int* got = &places[6 * static_cast<std::size_t>(number)];
        if (std::equal(expected.begin(), expected.end(), got)) continue;
        const bool unwritten = std::all_of(got, got + 6, is_unwritten);
        throw CaseFailed{
            fmt::format("{}: {}: number {} is {}, expected {}", what, shown(launch), number,
                        unwritten ? "nobody's: its place is never written" : place(got),
                        place(expected.data())),
            cause_of(places, launch) + why, aftermath};
    }
}

CheckedCall checked_list(const Launch& launch) {
    const auto threads = static_cast<std::size_t>(count(launch.grid) * count(launch.block));
    return {list_call(launch, threads), [launch](const Call& call, const Answer& answer) {
                check_places(answer.output<int>("list"), launch, "list_threads",
                             other_launch(launch, answer), aftermath(call, answer));
            }};
}

double limit_of_list(int threads) {
    return 1.5 + 1.5e-5 * threads;
}

void check_work_of_list() {
    const Launch launch{{draw_size(40, "list blocks"), 3, 2}, {16, 4, 2}};
    const Answer& answer = counts_of("list_threads, work", [&] { return checked_list(launch); });
    const int threads = count(launch.grid) * count(launch.block);
    grade_work(answer, limit_of_list(threads), "list_threads of " + shown(launch));
}

void check_list(const std::vector<Launch>& launches) {
    for (const Launch& launch : launches) {
        const CheckedCall checked = checked_list(launch);
        grader::suite::check(checked.call, shown(launch), [&](const Outcome& outcome) {
            for (const Answer& answer : outcome) checked.check(checked.call, answer);
        });
    }
}

const std::vector<Launch> too_large = {
    {{1, 1, 1}, {1025, 1, 1}}, {{1, 1, 1}, {1, 1, 65}},    {{1, 1, 1}, {33, 32, 1}},
    {{1, 1, 1}, {16, 16, 5}},  {{1, 65536, 1}, {1, 1, 1}}, {{1, 1, 65536}, {1, 1, 1}},
    {{0, 1, 1}, {32, 1, 1}},
};

void expect_refused(const Launch& launch, const Answer& answer, const std::string& where) {
    expect(!answer.thrown().empty(),
           fmt::format("{} cannot be launched{}, and list_threads returns as if it had been: a "
                       "launch returns nothing, so ask cudaGetLastError() after it",
                       shown(launch), where));
}

void check_too_large_launches() {
    for (const Launch& launch : too_large)
        for (const Answer& answer : run(list_call(launch, 1).may_throw()))
            expect_refused(launch, answer, "");
    if (backend() != "sim") return;
    const Launch wide{{65536, 1, 1}, {1, 1, 1}};
    expect_refused(
        wide,
        run(list_call(wide, 65536).may_throw().reproduce_with("").on_device("c2050"), "forward"),
        " on a C2050");
}

struct Filled {
    int rows, columns;
    Extent block;

    Extent grid() const {
        return {(columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y, 1};
    }
};

Call fill_call(const Filled& filled) {
    Call call("matrix_fill");
    call.size("rows", filled.rows).size("columns", filled.columns);
    add_extent(call, "block", filled.block);
    call.output<int>("x", static_cast<std::size_t>(filled.rows) * filled.columns);
    call.is_telling(filled.grid().x != filled.grid().y && filled.block.x != filled.block.y &&
                    std::min(filled.rows, filled.columns) > 1);
    call.reproduce_with(
        fmt::format("--function matrix_fill --rows {} --cols {}", filled.rows, filled.columns) +
        options("block", filled.block));
    return call;
}

/// The number of the thread that this element belongs to.
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
    if (all([&](int row, int column) { return row * filled.columns + column; }))
        return "\n  these are the elements' places in memory: what is asked for is the number of "
               "the thread";
    return numbering_cause([&](const Numbering& numbering) {
        return all([&](int row, int column) {
            return numbering.number(expected_place(owner(filled, row, column), launch), launch);
        });
    });
}

/// The last rows or columns, which nobody writes.
std::string unwritten_end(const std::vector<int>& x, const Filled& filled, const Answer& answer) {
    const auto rows = static_cast<std::size_t>(filled.rows),
               columns = static_cast<std::size_t>(filled.columns);
    Problem judged("matrix_fill");
    judged.output<int>("x", {rows, columns}, [](std::size_t) { return runner::Expected{0, 0}; });
    return unwritten_edge({judged.arrays().front(), std::as_bytes(std::span(x))}, answer);
}

CheckedCall checked_fill(const Filled& filled) {
    return {
        fill_call(filled), [filled](const Call& call, const Answer& answer) {
            const auto x = answer.output<int>("x");
            for (int at = 0; at < filled.rows * filled.columns; ++at) {
                const int row = at / filled.columns, column = at % filled.columns;
                const int got = x[static_cast<std::size_t>(at)];
                const int expected = owner(filled, row, column);
                if (got == expected) continue;
                const bool unwritten = static_cast<std::uint32_t>(got) == runner::poison_word;
                const Six six = expected_place(expected, {filled.grid(), filled.block});
                throw CaseFailed{
                    fmt::format("matrix_fill: {} rows and {} columns in blocks of {} x {}: "
                                "x[{}][{}] is {}, expected {}, the number of {}",
                                filled.rows, filled.columns, filled.block.x, filled.block.y, row,
                                column, unwritten ? "never written" : fmt::format("{}", got),
                                expected, place(six.data())),
                    cause_of(x, filled) + unwritten_end(x, filled, answer),
                    aftermath(call, answer)};
            }
        }};
}

void check_fill(const Filled& filled) {
    const CheckedCall checked = checked_fill(filled);
    const std::string words =
        fmt::format("{} rows and {} columns in blocks of {} x {}", filled.rows, filled.columns,
                    filled.block.x, filled.block.y);
    grader::suite::check(checked.call, words, [&](const Outcome& outcome) {
        for (const Answer& answer : outcome) checked.check(checked.call, answer);
    });
}

/// Drawn once for both cases that look at the call.
Filled drawn_matrix() {
    return {draw_size(600, "matrix_fill rows"), draw_size(500, "matrix_fill columns"), {16, 16, 1}};
}

const Answer& counts_of_fill(const Filled& filled) {
    return counts_of("matrix_fill", [filled] { return checked_fill(filled); });
}

double limit_of_fill(const Filled& filled) {
    return 1.35 + 1.3e-6 * filled.rows * filled.columns;
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

/// A thread waits for the loads of its tile of 32 columns.
constexpr double limit_of_product = 6.8;

std::int64_t sums(const Stack& stack) {
    return std::int64_t{stack.matrices} * stack.n * ((stack.m + tile - 1) / tile);
}

std::uint64_t threads_of(const Answer& answer) {
    std::uint64_t threads = 0;
    for (const auto& launch : answer.launches())
        threads += static_cast<std::uint64_t>(volume(launch.grid) * volume(launch.block));
    return threads;
}

}  // namespace

GRADED(correct, "rung 1: list_threads: one dimension", 3) {
    check_list({{{1, 1, 1}, {1, 1, 1}}, {{1, 1, 1}, {37, 1, 1}}, {{128, 1, 1}, {32, 1, 1}}});
}
GRADED(correct, "rung 1: list_threads: two dimensions", 4) {
    check_list({{{1, 1, 1}, {3, 5, 1}},
                {{2, 2, 1}, {2, 2, 1}},
                {{7, 3, 1}, {1, 13, 1}},
                {{3, 4, 1}, {32, 2, 1}}});
}
GRADED(correct, "rung 1: list_threads: three dimensions", 6) {
    check_list({{{1, 1, 1}, {2, 3, 4}},
                {{3, 2, 4}, {5, 6, 2}},
                {{2, 3, 5}, {1, 1, 1}},
                {{1, 4, 3}, {7, 1, 9}}});
}
GRADED(correct, "rung 1: list_threads: a launch over the limits is reported", 5) {
    check_too_large_launches();
}
GRADED(safe, "rung 1: list_threads: nothing is found", 7) {
    expect_no_findings("list_threads");
}
GRADED(fast, "rung 1: list_threads: work", 2) {
    check_work_of_list();
}
GRADED(predict, "rung 1: list_threads: threads and warps", 3) {
    const Answer& answer = counts_of("list_threads", [] {
        return checked_list({{4, 3, 2}, {7, 5, 2}});
    });
    expect_predicted("list_threads",
                     {{{"threads", threads_of(answer)}, {"warps", counted(answer, "warps")}}});
}

GRADED(correct, "rung 2: matrix_fill: every element has its thread's number", 8) {
    for (const Filled& filled :
         {Filled{1, 1, {1, 1}}, Filled{4, 4, {2, 2}}, Filled{1, 37, {16, 16}},
          Filled{37, 1, {16, 16}}, Filled{3, 5, {4, 4}}, Filled{16, 16, {16, 16}},
          Filled{17, 15, {16, 16}}, Filled{31, 65, {32, 8}}, Filled{65, 31, {8, 32}},
          Filled{200, 3, {5, 7}}, Filled{100, 300, {64, 1}}})
        check_fill(filled);
}
GRADED(correct, "rung 2: place_of: every number has its place", 9) {
    for (const Launch& launch :
         {Launch{{1, 1, 1}, {1, 1, 1}}, Launch{{128, 1, 1}, {32, 1, 1}},
          Launch{{2, 2, 1}, {2, 2, 1}}, Launch{{3, 2, 4}, {5, 6, 2}}, Launch{{1, 4, 3}, {7, 1, 9}}})
        check_place_of(launch);
}
GRADED(safe, "rung 2: matrix_fill: nothing is found", 5) {
    expect_no_findings("matrix_fill");
}
GRADED(safe, "rung 2: matrix_fill: reports a launch that fails", 1) {
    expect_failures_handled(checked_fill({draw_size(8), draw_size(13), {4, 4}}));
}
GRADED(fast, "rung 2: matrix_fill: work", 3) {
    const Filled filled = drawn_matrix();
    grade_work(counts_of_fill(filled), limit_of_fill(filled),
               fmt::format("matrix_fill of {} x {}", filled.rows, filled.columns));
}
GRADED(fast, "rung 2: matrix_fill: one launch, each element written once", 2) {
    check_fill_once();
}

GRADED(correct, "rung 3: query_limits: what each device says", 5) {
    if (backend() == "sim") check_limits();
}
GRADED(correct, "rung 3: fits: launches within and beyond limits", 8) {
    check_fits();
}
GRADED(safe, "rung 3: query_limits: reports each call that fails", 1) {
    expect_failures_handled(checked_limits(devices[draw_seed() % devices.size()]));
}

GRADED(correct, "rung 4: tiled_product: zeros and ones, every shape", 11) {
    for (const Stack& stack : stacks) check_product(stack);
}
GRADED(safe, "rung 4: tiled_product: nothing is found", 6) {
    expect_no_findings("tiled_product");
}
GRADED(safe, "rung 4: tiled_product: reports each call that fails", 1) {
    expect_failures_handled(checked_product({2, draw_size(8), draw_size(13)}));
}
GRADED(fast, "rung 4: tiled_product: work", 4) {
    const Stack stack = drawn_stack();
    grade_work(
        counts_of_product(stack), limit_of_product,
        fmt::format("tiled_product of {} matrices of {} x {}", stack.matrices, stack.n, stack.m));
}
GRADED(fast, "rung 4: tiled_product: one addition to memory a tile", 3) {
    const Stack stack = drawn_stack();
    const Answer& answer = counts_of_product(stack);
    const auto additions = counted(answer, "atomic_operations");
    expect(static_cast<double>(additions) <= slack * static_cast<double>(sums(stack)),
           fmt::format("{} atomic additions; {} tiles of {} columns need {}: let a thread sum its "
                       "tile in a variable, and add once",
                       additions, sums(stack), tile, sums(stack)));
    demonstrate(answer);
}
GRADED(predict, "rung 4: tiled_product: blocks and atomic additions", 3) {
    const Answer& answer = counts_of_product(example);
    expect_predicted("tiled_product",
                     {{{"blocks", blocks_of(answer)},
                       {"atomic_operations", counted(answer, "atomic_operations")}}});
}

}  // namespace thread_organisation
