// What the runs that time functions rest on, with the simulator in the place of the device: its
// times say nothing, its sums and its calls do.
#include "runner/stopwatch.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

#include "kit/device_buffer.hpp"
#include "runner/roof.hpp"
#include "runner/time_table.hpp"
#include "runner/yardsticks.hpp"

using namespace runner;

TEST_CASE("the roof's kernel reads every value once") {
    constexpr std::size_t beyond_a_grid = 5'000'000;  // of resident blocks
    for (const auto& [count, reading] : {std::pair{4ul, Reading::once},
                                         {4096ul, Reading::once},
                                         {300000ul, Reading::once},
                                         {4ul, Reading::in_turns},
                                         {beyond_a_grid, Reading::in_turns}}) {
        CAPTURE(count);
        kit::DeviceBuffer<float> values(count);
        kit::DeviceBuffer<float> sums(static_cast<std::size_t>(read_all_sums()));
        const std::vector<float> ones(count, 1.0f), zeros(sums.count(), 0.0f);
        values.copy_from(ones.data());
        sums.copy_from(zeros.data());
        read_all(values.data(), count, sums.data(), nullptr, reading);
        std::vector<float> result(sums.count());
        sums.copy_to(result.data());
        CHECK(std::accumulate(result.begin(), result.end(), 0.0) == static_cast<double>(count));
    }
}

TEST_CASE("one in ten rounds is below p10, and one in ten above p90") {
    std::vector<double> rounds(21);  // 0 to 20: the third from either end
    std::iota(rounds.rbegin(), rounds.rend(), 0.0);
    const Spread spread = spread_of(rounds);
    CHECK(spread.median == 10);
    CHECK(spread.p10 == 2);
    CHECK(spread.p90 == 18);
    CHECK(spread_of({7}).p90 == 7);
}

TEST_CASE("cold calls use all data sets in rotation, warm ones only the first") {
    std::vector<int> cold(3), warm(3);
    const auto spreads =
        time_side_by_side({[&](int set) { ++cold.at(static_cast<std::size_t>(set)); }}, 3);
    time_side_by_side({[&](int set) { ++warm.at(static_cast<std::size_t>(set)); }}, 1);
    CHECK(cold[0] >= 7);  // of 21 rounds with three sets
    CHECK(cold[0] - cold[2] <= 1);
    CHECK(cold[1] - cold[2] <= 1);
    CHECK(warm[1] == 0);
    CHECK(warm[2] == 0);
    CHECK(spreads.at(0).p10 <= spreads[0].median);
    CHECK(spreads[0].median <= spreads[0].p90);
}

TEST_CASE("a table of times compares the entries of each rung with its last one") {
    kit::DeviceBuffer<float> buffer(1000);
    int calls = 0;
    const auto fill = [&] {
        CUDA_CHECK(cudaMemsetAsync(buffer.data(), 0, 4 * buffer.count()));
        ++calls;
    };
    const auto table =
        time_table({{"one", "a, b", fill, 4000}, {"one", "c", fill, 4000}, {"two", "d", fill}});
    CHECK(table.starts_with("rung,function,us,p10,p90,gb_s,of_rival\none,\"a, b\","));
    CHECK(table.find("\none,c,") != std::string::npos);
    CHECK(table.find(",1.0000\ntwo,d,") != std::string::npos);
    CHECK(table.ends_with(",,1.0000\n"));  // no bytes, no rate; alone, its own rival
    CHECK(calls >= 3 * 21);
    CHECK_THROWS_WITH(expect_device_for_times(),
                      "--time needs a GPU: the simulator's own time says nothing");
}

TEST_CASE("on the simulator nothing is measured beside the roof or cuBLAS") {
    CHECK(yardsticks(Layout::row_major).empty());
}
