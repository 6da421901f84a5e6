// How the estimated time depends on a launch's work. docs/results/work.md compares it with an
// H100's times.
#include "simulator/device/time_model.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "json_text.hpp"
#include "simulator/device/launch_work.hpp"

using namespace cusim::device;

namespace {

const Profile& h100 = *find_profile("h100");

// One block on each multiprocessor, whose warps wait for 20 loads.
LaunchWork even_work() {
    return {.blocks = 132,
            .block_threads = 128,
            .busiest_warp = {.waits = 20, .cold = 20, .phases = 1},
            .busiest_multiprocessor = {.chain = {.waits = 20, .cold = 20, .phases = 1}}};
}

}  // namespace

TEST_CASE("a launch takes as long as its busiest warp, however many threads it starts") {
    const LaunchWork even = even_work();
    LaunchWork uneven = even;
    uneven.busiest_warp.waits = uneven.busiest_warp.cold = 5000;
    CHECK(estimate(h100, uneven).microseconds > 10 * estimate(h100, even).microseconds);
    CHECK(estimate(h100, uneven).bound == cusim::device::Bound::latency);
    LaunchWork alone = uneven;
    alone.blocks = 1;
    alone.block_threads = 32;
    CHECK(estimate(h100, alone).microseconds ==
          doctest::Approx(estimate(h100, uneven).microseconds).epsilon(0.01));
}

TEST_CASE("loads separated by barriers take longer than loads in flight together") {
    LaunchWork work = even_work();
    const double together = estimate(h100, work).microseconds;
    work.busiest_warp.phases = work.busiest_multiprocessor.chain.phases = 20;
    CHECK(estimate(h100, work).microseconds > together + 10);
}

TEST_CASE("loads that wait for one another take longer than loads in flight together") {
    LaunchWork work = even_work();
    const double together = estimate(h100, work).microseconds;
    work.busiest_warp.round_trips = work.busiest_multiprocessor.chain.round_trips = 20;
    CHECK(estimate(h100, work).microseconds > together + 2);
}

TEST_CASE("different addresses of constant memory take turns, one for all lanes takes none") {
    LaunchWork work = even_work();
    const double before = estimate(h100, work).microseconds;
    work.constant_addresses = 100;
    CHECK(estimate(h100, work).microseconds < before + 0.2);
    work.busiest_multiprocessor.constant_replays = 31 * 1000;
    const Estimate in_turn = estimate(h100, work);
    CHECK(in_turn.microseconds > before + 25);
    CHECK(in_turn.bound == cusim::device::Bound::constants);
}

TEST_CASE("a thread's steps take time, but not those with which it waits for others") {
    const auto time_of = [](const std::string& counters) {
        const std::string launch = R"({"grid": [1, 1, 1], "block": [32, 1, 1], "shared_bytes": 0,
                                       "counters": {"warps": 1, )" +
                                   counters + "}}";
        return estimate(h100, work_of_text(launch).value());
    };
    const Estimate alone = time_of(R"("busiest_thread_steps": 10000)");
    CHECK(alone.microseconds > 50);
    CHECK(alone.bound == cusim::device::Bound::arithmetic);
    for (const char* wait : {"barriers", "grid_barriers", "shuffles", "votes", "atom_requests"}) {
        CAPTURE(wait);
        CHECK(time_of(R"("busiest_thread_steps": 10000, ")" + std::string(wait) + R"(": 1)")
                  .microseconds < 10);
    }
}

TEST_CASE("blocks that do not fit on the device run after the others") {
    LaunchWork work = even_work();
    work.block_threads = 1024;  // two such blocks fit on a multiprocessor
    const auto with = [&](std::uint64_t blocks) {
        LaunchWork some = work;
        some.blocks = 132 * blocks;
        Chain& all = some.busiest_multiprocessor.chain;
        all.waits *= blocks;
        all.cold *= blocks;
        all.phases *= blocks;
        return estimate(h100, some).microseconds;
    };
    CHECK(with(2) == doctest::Approx(with(1)));
    CHECK(with(40) > 5 * with(2));
}

TEST_CASE("a launch that was not counted has no estimate") {
    CHECK_FALSE(work_of(nlohmann::json{{"counters", {{"barriers", 3}}}}));
    CHECK_FALSE(work_of_text(R"({"counters": {"barriers": 3}})"));
}

TEST_CASE("the estimates of a report's launches come in the launches' order") {
    const auto kernel = [](int blocks, const char* counters) {
        return R"({"grid": [)" + std::to_string(blocks) +
               R"(, 2, 1], "block": [32, 4, 1], "shared_bytes": 512, "counters": )" + counters +
               "}";
    };
    const std::string launches = "[" + kernel(66, R"({"warps": 528})") + ", " +
                                 kernel(1, R"({"warps": 8, "grid_barriers": 3})") + "]";
    const auto read = json_text::parse(estimates_of(launches, *find_profile("h100")));
    REQUIRE(read.size() == 2);
    const LaunchWork work[] = {
        {.blocks = 132, .block_threads = 128, .shared_bytes = 512},
        {.blocks = 2, .block_threads = 128, .shared_bytes = 512, .grid_barriers = 3},
    };
    for (std::size_t i = 0; i < 2; ++i) {
        const Estimate made = estimate(*find_profile("h100"), work[i]);
        CHECK(read[i].at("microseconds") == made.microseconds);
        CHECK(read[i].at("least") == made.least_microseconds);
        CHECK(read[i].at("bound") == describe(made.bound));
    }
    CHECK_THROWS_AS(estimates_of("[" + kernel(1, "{}") + "]", *find_profile("h100")),
                    std::bad_optional_access);
}

TEST_CASE("each kind of work is named as what bounds it, when it is most") {
    LaunchWork work{.blocks = 132 * 100, .block_threads = 256};
    MultiprocessorLoad& load = work.busiest_multiprocessor;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::blocks);
    load.chain.waits = load.chain.cold = 100 * 8;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::latency);
    work.sectors = work.unique_sectors = 100'000'000;
    load.sectors = work.sectors / 132;
    work.bytes = work.sectors * 32;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::traffic);
    work.bytes = work.sectors * 4;
    CHECK(estimate(h100, work).bound ==
          cusim::device::Bound::traffic);  // no two accesses share a sector
    work.unique_sectors = 1000;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::scattered);
    work.atomic_sectors = work.atomic_unique_sectors = work.sectors;
    load.atomic_sectors = load.sectors;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::atomics);
    work.atomic_unique_sectors = 1;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::contention);
    work.wavefronts = 132 * work.sectors;
    load.chain.wavefronts = work.sectors;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::shared);
    work.bank_conflicts = work.wavefronts;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::conflicts);
    load.barriers = 100 * work.wavefronts;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::barriers);
    work.grid_barriers = load.barriers;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::grid_barriers);
}

TEST_CASE("atomics at few addresses take as long from few multiprocessors as from many") {
    const auto time = [&](std::uint64_t blocks, std::uint64_t unique_sectors) {
        return estimate(h100, {.blocks = blocks,
                               .block_threads = 256,
                               .atomic_sectors = 1'000'000,
                               .atomic_unique_sectors = unique_sectors})
            .microseconds;
    };
    CHECK(time(132, 1) == time(66, 1));
    CHECK(time(132, 1) == time(132, 32));
    CHECK(time(132, 32) > 10 * time(132, 32 * 100));
    // Only a few of many blocks run at once, and these add to the same sectors.
    CHECK(time(132 * 800, 32 * 100) == time(132, 32));
}

TEST_CASE("a launch waits for each grid barrier") {
    LaunchWork work = even_work();
    const double without = estimate(h100, work).microseconds;
    work.grid_barriers = 3;
    const double with_three = estimate(h100, work).microseconds;
    work.grid_barriers = 6;
    CHECK(estimate(h100, work).microseconds - with_three == doctest::Approx(with_three - without));
    CHECK(with_three > without + 3);
}

TEST_CASE("a copy within the device costs a launch and its traffic") {
    CHECK(microseconds_of_copy(h100, 0) > 1);
    CHECK(microseconds_of_copy(h100, 1 << 30) > 300);
}

TEST_CASE("nothing is faster than its traffic, and an estimate states that in a line") {
    LaunchWork work{.blocks = 1000, .block_threads = 256};
    work.unique_sectors = work.sectors = 4'000'000;
    work.bytes = work.sectors * 32;
    const Estimate made = estimate(h100, work);
    CHECK(made.microseconds >= made.least_microseconds);
    CHECK(describe(made, h100) == "about 43 us on " + std::string{h100.full_name} +
                                      "; bound by memory traffic; the least possible is 43 us");
}
