// Rung 1: the list of a launch's threads. The time limit is a fit to the solution's estimates on an
// H100.
#include <fmt/format.h>

#include <algorithm>

#include "suite/failing.hpp"
#include "suite/run.hpp"
#include "suite/work.hpp"
#include "suites/03-thread-organisation/numbering.hpp"

namespace thread_organisation {

namespace {

/// Recognises a launch other than the requested one.
std::string other_launch(const Launch& launch, const Answer& answer) {
    const auto extent = [](const grader::score::Dim3& d) {
        return Extent{int(d[0]), int(d[1]), int(d[2])};
    };
    for (const auto& kernel : answer.first_launches()) {
        const Launch made{extent(kernel.grid), extent(kernel.block)};
        if (shown(made) == shown(launch)) continue;
        return fmt::format("\n  {} is launched with {}, not with what the call says", kernel.name,
                           shown(made));
    }
    return {};
}

Call list_call(const Launch& launch, std::size_t threads) {
    Call call("list_threads");
    add_extent(add_extent(call, "grid", launch.grid), "block", launch.block);
    call.measure("threads", static_cast<double>(threads)).output<int>("list", 6 * threads);
    const Extent &g = launch.grid, &b = launch.block;
    call.telling(std::min({g.x, g.y, g.z, b.x, b.y, b.z}) > 1);
    call.reproduce_with("--function list_threads" + options("grid", launch.grid) +
                        options("block", launch.block));
    return call;
}

/// The last ones are drawn, so that nobody has the list.
std::vector<Launch> too_large() {
    return {
        {{1, 1, 1}, {1025, 1, 1}},
        {{1, 1, 1}, {1, 1, 65}},
        {{1, 1, 1}, {33, 32, 1}},
        {{1, 1, 1}, {16, 16, 5}},
        {{1, 65536, 1}, {1, 1, 1}},
        {{1, 1, 65536}, {1, 1, 1}},
        {{0, 1, 1}, {32, 1, 1}},
        {{1, 1, 1}, {draw_size(40), draw_size(13), draw_size(8)}},
        {{1, 1, 1}, {1, 1, 64 + draw_size(100)}},
        {{1, 65535 + draw_size(100), 1}, {1, 1, 1}},
    };
}

void expect_refused(const Launch& launch, const Answer& answer, const std::string& where) {
    const std::string other = other_launch(launch, answer);
    expect(!answer.thrown().empty(),
           fmt::format("{} cannot be launched{}, and list_threads returns as if it had been{}",
                       shown(launch), where,
                       other.empty() ? ": a launch returns nothing, so ask cudaGetLastError() "
                                       "after it"
                                     : other));
}

}  // namespace

CheckedCall checked_list(const Launch& launch) {
    const auto threads = static_cast<std::size_t>(count(launch.grid) * count(launch.block));
    return {list_call(launch, threads), [launch](const Call& call, const Answer& answer) {
                const std::string other = other_launch(launch, answer);
                if (other.empty()) expect_finished(call, answer, "list_threads, " + shown(launch));
                check_places(answer.output<int>("list"), launch, "list_threads", other,
                             aftermath(call, answer));
                expect(other.empty(), "list_threads: " + shown(launch) + ": every place is right" +
                                          other + aftermath(call, answer));
            }};
}

void check_work_of_list() {
    // The block is drawn, too, so that no kernel is quick for one shape of it only.
    const Extent block{4 * draw_size(4, "list block x"), draw_size(4, "list block y"), 2};
    const int blocks = draw_work_size(5120, "list threads") / count(block);
    const Launch launch{{blocks, 3, 2}, block};
    const Answer& answer = counts_of("list_threads, work", [&] { return checked_list(launch); });
    const int threads = count(launch.grid) * count(launch.block);
    grade_work(answer, limit_of("list_threads", {{"threads", threads}}),
               "list_threads of " + shown(launch));
    expect_each_writes(answer, static_cast<std::uint64_t>(threads),
                       "list_threads of " + shown(launch) +
                           ": each thread is to write its own "
                           "indices");
}

void expect_each_writes(const Answer& answer, std::uint64_t threads, const std::string& message) {
    const auto writing = counted(answer, "writing_threads");
    expect_no_less(static_cast<double>(writing), static_cast<double>(threads),
                   fmt::format("{}; {} of {} threads write", message, writing, threads));
}

void check_list(const std::vector<Launch>& launches) {
    for (const Launch& launch : launches) {
        const CheckedCall checked = checked_list(launch);
        grader::suite::check(checked.call, shown(launch), [&](const Outcome& outcome) {
            for (const Answer& answer : outcome) checked.check(checked.call, answer);
        });
    }
}

void check_too_large_launches() {
    for (const Launch& launch : too_large())
        for (const Answer& answer : run(list_call(launch, 1).may_throw()))
            expect_refused(launch, answer, "");
    if (!on_simulator()) return;
    const Launch wide{{65536, 1, 1}, {1, 1, 1}};
    expect_refused(
        wide,
        run(list_call(wide, 65536).may_throw().reproduce_with("").on_device("c2050"), "forward"),
        " on a C2050");
    // What the launch needs may also be missing, whatever its lengths are.
    expect_failures_reported(checked_list({{draw_size(8), 1, 1}, {draw_size(40), 1, 1}}));
}

}  // namespace thread_organisation
