// What lab 08's functions refuse, and grids that fit on a device or do not.
#include <fmt/format.h>

#include <algorithm>

#include "lab/spelling.hpp"
#include "suite/causes/int_products.hpp"
#include "suite/work.hpp"
#include "suites/08-grid-groups/checks.hpp"

namespace grid_groups {

using grader::score::volume;

namespace {

constexpr int resident_on_mini = 4 * 2048;  // threads, on 4 multiprocessors

/// The call throws CUDA's error, and has done nothing before.
void expect_too_large(Call call, const std::string& where) {
    const Answer answer = run(call.may_throw(), "forward");
    expect(
        answer.thrown().find("cudaErrorCooperativeLaunchTooLarge") != std::string::npos,
        where +
            (answer.thrown().empty() && answer.launch_count() > 0
                 ? fmt::format(" launches {} blocks in their place: launch what was asked for, and "
                               "report that it does not fit",
                               volume(answer.launches().front().grid))
             : answer.thrown().empty()
                 ? " returns as if the grid had been launched: check what "
                   "cudaLaunchCooperativeKernel returns"
                 : " says \"" + answer.thrown() +
                       "\"; CUDA_CHECK round the launch names what CUDA refuses: "
                       "cudaErrorCooperativeLaunchTooLarge") +
            repeat(call, "forward"));
    expect(answer.launch_count() == 0 &&
               std::ranges::all_of(answer.output<float>("y"), runner::is_unwritten),
           where + " works all the same" + repeat(call, "forward"));
}

/// The arrays are those of a 4 x 4 matrix, whatever the sizes are.
void check_refused(const std::string& function, std::int64_t n, std::int64_t sx, std::int64_t sy,
                   std::int64_t blocks, const char* named) {
    Call call = integers_call(function, {4, 2, 2}).call;
    call.size("n", n).size("sx", sx).size("sy", sy);
    if (function == "grid_groups") call.size("blocks", blocks);
    const Answer answer = run(call.may_throw().reproduce_with(""), "forward");
    const std::string where =
        fmt::format("{} with n = {}, sx = {}, sy = {}, blocks = {}", function, n, sx, sy, blocks);
    expect(grader::lab::has_word(answer.thrown(), named),
           fmt::format("{} {}: throw an exception, with a sentence that names {}{}", where,
                       answer.thrown().empty() ? "returns as if these sizes were fine"
                                               : "says \"" + answer.thrown() + "\"",
                       named, words_of_product("sx", sx, "sy", sy)));
    expect(answer.launch_count() == 0 &&
               std::ranges::all_of(answer.output<float>("y"), runner::is_unwritten),
           where + " works before it refuses: check the sizes first");
}

}  // namespace

Subject subject(const std::string& function, const Split& split) {
    Subject subject = matvec::split_subject(function, split);
    if (function == "grid_groups") subject.sizes.emplace_back("blocks", split.blocks);
    subject.scratch = {matvec::partial_sums("partial", split)};
    return subject;
}

CheckedCall integers_call(const std::string& function, const Split& split) {
    return matvec::integers_call(subject(function, split), split.shape());
}

void check_too_large() {
    for (const Split split : {Split{20, 32, 8, resident_on_h100 / 256 + 1},
                              Split{20, 32, 32, resident_on_h100 / 1024 + 1}})
        expect_too_large(integers_call("grid_groups", split).call,
                         fmt::format("grid_groups {} and {} blocks", split.words(), split.blocks));
    const Split split{20, 16, 16, resident_on_mini / 256 + 1};
    expect_too_large(
        integers_call("grid_groups", split).call.on_device("mini"),
        fmt::format("on mini, grid_groups {} and {} blocks", split.words(), split.blocks));
}

namespace {

/// Of the launch that reads most.
std::int64_t blocks_at_work(const Answer& answer) {
    expect_launched(answer);
    const auto most = std::ranges::max_element(
        answer.launches(), {}, [](const auto& launch) { return sectors_read(launch); });
    return volume(most->grid);
}

}  // namespace

// One order of threads suffices; check_integers covers blocks that take several tasks.
void check_mini() {
    // The last two have more groups of rows than blocks that fit.
    for (const Split split : {Split{3, 2, 2}, Split{33, 8, 4}, Split{72, 32, 32},
                              Split{20, 1024, 1}, Split{draw_size(60), 512, 1}}) {
        auto [call, check] = integers_call("grid_groups", split);
        call.on_device("mini").reproduce_with("");
        const Answer answer = run(call, "forward");
        check(call, answer);
        // A block may have two groups of rows, too.
        const int resident = resident_on_mini / (split.sx * split.sy);
        const int fewest = std::max(1, std::min(resident, split.row_groups()) / 2);
        const auto blocks = blocks_at_work(answer);
        expect(blocks >= fewest,
               fmt::format("on mini, grid_groups {} gives the work to {} of the {} blocks that are "
                           "resident at once, and there are {} groups of rows",
                           split.words(), blocks, resident, split.row_groups()));
    }
}

void check_given_grids(const std::vector<Split>& splits) {
    for (const Split& split : splits) {
        const auto [call, check] = integers_call("grid_groups", split);
        const Answer answer = run(call, "forward");
        check(call, answer);
        const auto blocks = blocks_at_work(answer);
        expect(blocks == split.blocks,
               fmt::format("grid_groups {} and {} blocks is right, but {} blocks do the work: use "
                           "the grid that is asked for unchanged",
                           split.words(), split.blocks, blocks) +
                   repeat(call, "forward"));
    }
}

void check_refusals(const std::string& function) {
    check_refused(function, 0, 2, 2, 0, "n");
    check_refused(function, -1, 2, 2, 0, "n");
    check_refused(function, 4, 0, 2, 0, "sx");
    check_refused(function, 4, -2, 2, 0, "sx");
    check_refused(function, 4, 1, 2, 0, "sx");
    check_refused(function, 4, 3, 2, 0, "sx");
    check_refused(function, 4, 24, 2, 0, "sx");
    check_refused(function, 4, 2, 0, 0, "sy");
    check_refused(function, 4, 2, -2, 0, "sy");
    check_refused(function, 4, 2, 3, 0, "sy");
    check_refused(function, 4, 2, 12, 0, "sy");
    check_refused(function, 4, 64, 32, 0, "sx");
    check_refused(function, 4, 65536, 65536, 0, "sx");
    if (function == "grid_groups") check_refused(function, 4, 2, 2, -1, "blocks");
    // Which no list has.
    check_refused(function, -draw_size(100), 2, 2, 0, "n");
    check_refused(function, 4, 2 * draw_size(20) + 1, 2, 0, "sx");
    check_refused(function, 4, 2, 2 * draw_size(20) + 1, 0, "sy");
    check_refused(function, 4, 128 << draw_size(8) % 4, 16, 0, "sx");
    if (function == "grid_groups") check_refused(function, 4, 2, 2, -draw_size(100), "blocks");
}

}  // namespace grid_groups
