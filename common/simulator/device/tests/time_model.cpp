// The estimates beside an H100's times of the labs they were fitted to; what they are worth
// elsewhere is docs/results/time-model.md's matter.
#include "simulator/device/time_model.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "simulator/device/launch_work.hpp"

using namespace cusim::device;

namespace {

struct Run {
    std::string function;
    std::pair<int, int> size;
    double measured, estimated;
};

std::vector<Run> runs() {
    std::vector<Run> all;
    for (const std::string lab : {"02-simple-gather", "04-shared-reduction"}) {
        std::ifstream file{"../validation/measured/times/" + lab + ".json"};
        REQUIRE(file.good());
        const auto measured = nlohmann::json::parse(file);
        for (const auto& run : measured.at("runs")) {
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

TEST_CASE("the estimates meet the H100's times of the labs within a factor of 1.4") {
    const auto all = runs();
    CHECK(all.size() >= 15);
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

TEST_CASE("a launch that was not counted has no estimate") {
    CHECK_FALSE(work_of(nlohmann::json{{"counters", {{"barriers", 3}}}}));
}

TEST_CASE("each kind of work is named as what bounds it, when it is most") {
    const Profile& h100 = *find_profile("h100");
    LaunchWork work{.blocks = 132, .block_threads = 256};
    CHECK(estimate(h100, work).bound == Bound::latency);
    work.sectors = work.unique_sectors = 100'000'000;
    work.bytes = work.sectors * 32;
    CHECK(estimate(h100, work).bound == Bound::traffic);
    work.bytes = work.sectors * 4;
    CHECK(estimate(h100, work).bound == Bound::traffic);  // each sector is another one
    work.unique_sectors = 1000;
    CHECK(estimate(h100, work).bound == Bound::scattered);
    work.atomic_sectors = work.sectors;
    CHECK(estimate(h100, work).bound == Bound::atomics);
    work.wavefronts = 10 * work.sectors;
    CHECK(estimate(h100, work).bound == Bound::shared);
    work.bank_conflicts = work.wavefronts;
    CHECK(estimate(h100, work).bound == Bound::conflicts);
    work.barriers = 100 * work.wavefronts;
    CHECK(estimate(h100, work).bound == Bound::barriers);
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
