// The cost of lab 07's functions for the sizes that are drawn. docs/labs/07-atomics.md derives the
// counts used in the bounds.
#include "suite/work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "suites/07-atomics/checks.hpp"

namespace atomics {

Split drawn_split(const std::string& function) {
    return {draw_work_size(384, function + " n", 8), 32, 8};
}

std::vector<Split> drawn_splits(const std::string& function) {
    return {{draw_size(65, function + " few"), 8, 4}, {draw_size(100, function + " some"), 32, 8}};
}

const Answer& counts_of(const std::string& function, const Split& split) {
    return matvec::counts_of(subject(function, split), split.shape());
}

void check_work(const std::string& function, const Split& split) {
    grade_work(counts_of(function, split), limit_of(function, {{"n", split.n}}),
               function + " " + split.words());
}

void check_drawn_work(const std::string& function) {
    const Split whole = drawn_split(function);
    demonstrate(counts_of(function, whole));
    const int odd = 2 * draw_work_size(190, function + " odd n") + 1;
    const int even = 8 * draw_work_size(24, function + " even n") + 2;
    // Blocks of as many threads, narrower and wider: no kernel is to be quick for one width only.
    constexpr int narrower = 16;
    const int wider = 64 << draw_below(2, function + " wider");
    const int threads = whole.sx * whole.sy;
    for (const Split& split :
         {whole, Split{odd, wider, threads / wider}, Split{even, narrower, threads / narrower}})
        check_work(function, split);
}

void check_rows_shared(const std::string& function) {
    const Split split = drawn_split(function);
    expect_rows_shared(counts_of(function, split), split.n, function + " " + split.words());
}

void check_launches(const std::string& function, const OfSplit& allowed) {
    auto splits = drawn_splits(function);
    splits.push_back(drawn_split(function));
    for (const Split& split : splits) {
        const auto launches = counts_of(function, split).launch_count();
        const auto most = static_cast<std::size_t>(allowed(split));
        expect(launches <= most,
               fmt::format("{} {} makes {} launches; {} {} enough", function, split.words(),
                           launches, most, most == 1 ? "is" : "are"));
    }
}

void check_atomics(const std::string& function, const OfSplit& wanted, const OfSplit& allowed) {
    auto splits = drawn_splits(function);
    splits.push_back(drawn_split(function));
    for (const Split& split : splits) {
        const auto operations = counted(counts_of(function, split), "atomic_operations");
        expect_used(operations >= wanted(split),
                    fmt::format("{} makes {} atomic additions for {} rows: this rung is about "
                                "blocks that meet in y by atomicAdd",
                                function, operations, split.n));
        expect(operations <= allowed(split),
               fmt::format("{} {} makes {} atomic additions; {} are enough", function,
                           split.words(), operations, allowed(split)),
               about_atomics);
    }
}

/// All kinds of accesses together. A warp is 32 neighbouring columns of a row, which are 4 sectors
/// of A and 4 of x. The partial sums, one for each row and part, are stored and loaded, or added.
/// Then y and b. The blocks are square: if a warp's lanes had neighbouring rows instead, they would
/// access 32 sectors.
void check_traffic(const std::string& function) {
    const Split split{drawn_split(function).n, 32, 32};
    const double n = split.n, bound = n * n / 4 + 2 * n * split.parts() + 2 * n;
    const auto sectors = static_cast<double>(all_sectors(counts_of(function, split)));
    expect_saved(
        sectors, bound,
        fmt::format("{} {} asks for {:.0f} sectors; {:.0f} are enough where neighbouring lanes "
                    "have neighbouring columns",
                    function, split.words(), sectors, bound),
        about_accesses);
}

/// Only the loads, with the same blocks. Each product is an addition, which other checks count.
void check_loads(const std::string& function) {
    const Split split{drawn_split(function).n, 32, 32};
    const double n = split.n, bound = n * n / 4 + 2 * n;
    const auto sectors =
        static_cast<double>(counted(counts_of(function, split), "global_load_sectors"));
    expect_saved(
        sectors, bound,
        fmt::format("{} {} loads {:.0f} sectors; {:.0f} are enough where neighbouring lanes have "
                    "neighbouring columns",
                    function, split.words(), sectors, bound),
        about_loads);
}

/// At least two partial sums of each row come to a later launch in the buffers, and no atomic
/// operation has added them up before.
void check_later_launch_adds(const Split& split) {
    const Answer& answer = counts_of("repeated_launches", split);
    const auto sectors = traffic(answer, sizeof(float) * split.partial_sums(), "load").sectors;
    expect_no_less(
        static_cast<double>(sectors), split.n / 4.0,
        fmt::format("repeated_launches loads {} sectors of buff1 and buff2: after the first "
                    "launch, others are to add up the partial sums of {} rows",
                    sectors, split.n));
    const auto additions = counted(answer, "atomic_operations");
    expect_used(additions == 0,
                fmt::format("repeated_launches makes {} atomic operations: here "
                            "further launches add up the partial sums",
                            additions),
                about_atomics);
}

// What is wrong in the hunt matters only in a launch that loads partial sums and stores others,
// which the first and the last one do not. With longer steps there would be none between these.
void check_every_launch(const Split& split) {
    const Answer& answer = counts_of("one_buffer", split);
    std::vector<int> wanted, missing;
    for (int blocks = split.n / split.sx; blocks > 0; blocks /= split.sx) wanted.push_back(blocks);
    expect_repaired(answer, "one_buffer_kernel", wanted.size());
    std::ranges::copy_if(wanted, std::back_inserter(missing), [&](int blocks) {
        return std::ranges::none_of(answer.launches(), [&](const auto& launch) {
            return launch.name == "one_buffer_kernel" && std::cmp_equal(launch.grid[0], blocks);
        });
    });
    expect_used(missing.empty(),
                fmt::format("one_buffer {}: no launch has {} blocks beside each other, though the "
                            "steps have {}: the hunt is about launches that load partial sums and "
                            "store others in the same buffer",
                            split.words(), fmt::join(missing, " or "), fmt::join(wanted, ", ")));
}

namespace {

/// Rows of tiles, in all blocks of all launches.
std::uint64_t rows_of_tiles(const Answer& answer, const Split& split) {
    std::uint64_t rows = 0;
    for (const auto& launch : answer.launches())
        rows += static_cast<std::uint64_t>(grader::score::volume(launch.grid) *
                                           grader::score::volume(launch.block) / split.sx);
    return rows;
}

/// A thread that adds up a tile's row alone loads all of it from shared memory. In a tree it loads
/// two numbers a step, and the sum: 11 of 32, or 22 where they are doubles. A row of a block may
/// have several tiles, one after the other.
void check_no_thread_adds_alone(const Answer& answer, const Split& split, int sums) {
    const std::uint64_t rows = rows_of_tiles(answer, split);
    const auto all = static_cast<std::uint64_t>(split.n) * static_cast<std::uint64_t>(sums);
    const std::uint64_t turns = (all + rows - 1) / std::max<std::uint64_t>(1, rows);
    const auto loaded = counted(answer, "busiest_thread_shared_bytes") / sizeof(float);
    const auto most = answer.launch_count() * turns * static_cast<std::uint64_t>(split.sx) * 3 / 4;
    expect(loaded <= most,
           fmt::format("{} {}: one thread loads {} numbers from shared memory; {} are enough in "
                       "trees, where each thread adds two numbers a step",
                       answer.function(), split.words(), loaded, most));
}

}  // namespace

/// In a tile 32 columns wide, a warp has one row. Its tree stores 32 products, has five steps of
/// two loads and a store, and loads the sum: 17 requests. A thread that sums the 32 alone makes 33.
/// `sums`: the sums for one row of A in all launches. The slack allows other trees, such as one of
/// doubles, whose requests are twice as wide. Without a request to shared memory or a shuffle, a
/// thread adds up the tile's row alone.
void check_tree(const std::string& function, const Split& split, int sums) {
    constexpr double slack = 1.5;
    const Answer& answer = counts_of(function, split);
    const auto conflicts = bank_conflicts(answer);
    const auto wavefronts = shared_wavefronts(answer);
    const auto requests = static_cast<double>(wavefronts - std::min(wavefronts, conflicts));
    const double trees = 17.0 * split.n * sums;
    const double exchanged = requests + static_cast<double>(counted(answer, "shuffles"));
    expect(
        exchanged >= 1.0 * split.n * sums,
        fmt::format("{} {} makes {:.0f} requests to shared memory and shuffles for {} sums: let "
                    "the threads of a tile's row add it up together, instead of one thread all {}",
                    function, split.words(), exchanged, split.n * sums, split.sx),
        about_shared_memory);
    const std::uint64_t rows = rows_of_tiles(answer, split);
    const bool too_many_blocks = static_cast<double>(rows) > slack * split.n * sums;
    expect(
        requests <= slack * trees,
        fmt::format("{} {} makes {:.0f} requests to shared memory; trees make {:.0f}: {}", function,
                    split.words(), requests, trees,
                    too_many_blocks
                        ? fmt::format("the blocks have {} rows of {} threads, for {} sums: launch "
                                      "as many blocks as there are tiles",
                                      rows, split.sx, split.n * sums)
                        : fmt::format("let all threads of a tile's row take part in adding it up, "
                                      "and halve their number in each step, instead of one thread "
                                      "adding up all {}",
                                      split.sx)),
        about_shared_memory);
    check_no_thread_adds_alone(answer, split, sums);
}

}  // namespace atomics
