// The estimates beside an H100's times of the functions they were fitted to; what they are worth
// elsewhere is docs/results/time-model.md's matter.
#include "simulator/device/time_model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "json_text.hpp"
#include "simulator/device/launch_work.hpp"

using namespace cusim::device;

namespace {

struct Run {
    std::string function;
    std::pair<int, int> size;
    double measured, estimated;
};

// By lab, and up to how many rows.
struct Fitted {
    std::string lab;
    std::set<std::string> functions;
    int most_rows = 1 << 30;
};

std::vector<Run> runs() {
    std::vector<Run> all;
    for (const auto& [lab, functions, most_rows] :
         {Fitted{"02-simple-gather", {"gather", "scatter"}},
          Fitted{"03-thread-organisation", {"matrix_fill"}},
          Fitted{"04-shared-reduction", {"reduce_shared", "reduce_shuffle", "textbook"}},
          Fitted{"07-atomics", {"atomics_only"}}, Fitted{"08-grid-groups", {"grid_groups"}, 256}}) {
        std::ifstream file{"../validation/measured/times/" + lab + ".json"};
        REQUIRE(file.good());
        const auto measured = json_text::parse(
            std::string{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}});
        for (const auto& run : measured.at("runs")) {
            if (!functions.contains(run.at("function")) || run.at("n") > most_rows) continue;
            double estimated = 0;
            for (const auto& kernel : run.at("kernels"))
                estimated += estimate(*find_profile("h100"), work_of(kernel).value()).microseconds;
            all.push_back({run.at("function"),
                           {run.at("n"), run.at("m")},
                           run.at("microseconds").get<double>(),
                           estimated});
        }
    }
    return all;
}

}  // namespace

TEST_CASE("the estimates meet the H100's times that they are fitted to within a factor of 1.4") {
    const auto all = runs();
    CHECK(all.size() == 22);
    for (const Run& run : all) {
        INFO(run.function << " " << run.size.first << " x " << run.size.second << ": "
                          << run.measured << " us, estimated " << run.estimated);
        CHECK(run.estimated < 1.4 * run.measured);
        CHECK(run.measured < 1.4 * run.estimated);
    }
}

TEST_CASE(
    "of two functions at one size the estimates tell the faster, if it is faster by a tenth") {
    const auto all = runs();
    for (const Run& one : all)
        for (const Run& other : all) {
            if (one.size != other.size || one.measured * 1.1 > other.measured) continue;
            INFO(one.function << " before " << other.function << " at " << one.size.first << " x "
                              << one.size.second);
            CHECK(one.estimated < other.estimated);
        }
}

TEST_CASE("a launch takes as long as its busiest warp") {
    const LaunchWork even{
        .blocks = 132, .block_threads = 128, .requests = 528 * 20, .busiest_warp_requests = 20};
    LaunchWork uneven = even;
    uneven.busiest_warp_requests = 5000;
    const Profile& h100 = *find_profile("h100");
    CHECK(estimate(h100, uneven).microseconds > 10 * estimate(h100, even).microseconds);
    CHECK(estimate(h100, uneven).bound == cusim::device::Bound::latency);
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
    const Profile& h100 = *find_profile("h100");
    LaunchWork work{.blocks = 132 * 100, .block_threads = 256};
    CHECK(estimate(h100, work).bound == cusim::device::Bound::blocks);
    work.requests = work.blocks * 8;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::latency);
    work.sectors = work.unique_sectors = 100'000'000;
    work.bytes = work.sectors * 32;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::traffic);
    work.bytes = work.sectors * 4;
    CHECK(estimate(h100, work).bound ==
          cusim::device::Bound::traffic);  // each sector is another one
    work.unique_sectors = 1000;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::scattered);
    work.atomic_sectors = work.atomic_unique_sectors = work.sectors;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::atomics);
    work.atomic_unique_sectors = 1;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::contention);
    work.wavefronts = 132 * work.sectors;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::shared);
    work.bank_conflicts = work.wavefronts;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::conflicts);
    work.barriers = 100 * work.wavefronts;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::barriers);
    work.grid_barriers = work.barriers;
    CHECK(estimate(h100, work).bound == cusim::device::Bound::grid_barriers);
}

TEST_CASE("atomics at few addresses take as long from few multiprocessors as from many") {
    const Profile& h100 = *find_profile("h100");
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
    // Of many blocks few run at once, and these meet.
    CHECK(time(132 * 800, 32 * 100) == time(132, 32));
}

TEST_CASE("a launch waits for each grid barrier") {
    const Profile& h100 = *find_profile("h100");
    LaunchWork work{.blocks = 132, .block_threads = 256, .requests = 132 * 8};
    const double without = estimate(h100, work).microseconds;
    work.grid_barriers = 3;
    const double with_three = estimate(h100, work).microseconds;
    work.grid_barriers = 6;
    CHECK(estimate(h100, work).microseconds - with_three == doctest::Approx(with_three - without));
    CHECK(with_three > without + 3);
}

TEST_CASE("nothing is faster than its traffic, and an estimate says so in a line") {
    const Profile& h100 = *find_profile("h100");
    LaunchWork work{.blocks = 1000, .block_threads = 256};
    work.unique_sectors = work.sectors = 4'000'000;
    work.bytes = work.sectors * 32;
    const Estimate made = estimate(h100, work);
    CHECK(made.microseconds >= made.least_microseconds);
    CHECK(describe(made, h100) == "about 42 us on " + std::string{h100.full_name} +
                                      "; bound by memory traffic; the least possible is 42 us");
}
