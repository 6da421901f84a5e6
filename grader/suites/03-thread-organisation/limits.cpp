// Rung 3: limits of several devices, and launches within and beyond them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "simulator/device/profile.hpp"
#include "suites/03-thread-organisation/checks.hpp"

namespace thread_organisation {

namespace {

struct Question {
    Launch launch;
    bool fits;
};

const std::vector<Question> questions = {
    {{{1, 1, 1}, {1, 1, 1}}, true},         {{{3, 2, 4}, {5, 6, 2}}, true},
    {{{1, 1, 1}, {1024, 1, 1}}, true},      {{{1, 1, 1}, {1025, 1, 1}}, false},
    {{{1, 1, 1}, {32, 32, 1}}, true},       {{{1, 1, 1}, {32, 33, 1}}, false},
    {{{1, 1, 1}, {1, 1024, 1}}, true},      {{{1, 1, 1}, {1, 1, 64}}, true},
    {{{1, 1, 1}, {1, 1, 65}}, false},       {{{1, 1, 1}, {4, 4, 64}}, true},
    {{{1, 1, 1}, {4, 5, 64}}, false},       {{{65535, 1, 1}, {32, 1, 1}}, true},
    {{{65536, 1, 1}, {32, 1, 1}}, true},    {{{2147483647, 1, 1}, {1, 1, 1}}, true},
    {{{1, 65535, 65535}, {1, 1, 1}}, true}, {{{1, 65536, 1}, {1, 1, 1}}, false},
    {{{1, 1, 65536}, {1, 1, 1}}, false},    {{{0, 1, 1}, {1, 1, 1}}, false},
    {{{1, 0, 1}, {1, 1, 1}}, false},        {{{1, 1, 0}, {1, 1, 1}}, false},
    {{{1, 1, 1}, {0, 1, 1}}, false},        {{{1, 1, 1}, {1, 0, 1}}, false},
    {{{1, 1, 1}, {1, 1, 0}}, false},        {{{1, 1, 1}, {1, -1, -1}}, false},
};

}  // namespace

// From the devices' documentation; grid.x is different for compute capability 2.0.
const std::vector<Device> devices = {
    {"h100", {1024, 1024, 1024, 64, 2147483647, 65535, 65535, 132}},
    {"p100", {1024, 1024, 1024, 64, 2147483647, 65535, 65535, 56}},
    {"k20c", {1024, 1024, 1024, 64, 2147483647, 65535, 65535, 13}},
    {"c2050", {1024, 1024, 1024, 64, 65535, 65535, 65535, 14}},
    {"mini", {1024, 1024, 1024, 64, 2147483647, 65535, 65535, 4}},
};

namespace {

/// The limits of a device that nobody knows, and launches with each length at its limit and beyond
/// it.
struct DrawnLimits {
    std::vector<int> limits;
    std::vector<Question> questions;
};

DrawnLimits draw_limits() {
    const int x = draw_size(20), y = draw_size(40), z = draw_size(9), all = x * y - draw_size(8);
    const int grid_x = draw_size(5000), grid_y = draw_size(90), grid_z = draw_size(700);
    const Extent one{1, 1, 1};
    return {{all, x, y, z, grid_x, grid_y, grid_z, draw_size(60)},
            {{{{grid_x, grid_y, grid_z}, one}, true},
             {{{grid_x + 1, 1, 1}, one}, false},
             {{{1, grid_y + 1, 1}, one}, false},
             {{{1, 1, grid_z + 1}, one}, false},
             {{one, {x, 1, z}}, true},
             {{one, {1, y, z}}, true},
             {{one, {x + 1, 1, 1}}, false},
             {{one, {1, y + 1, 1}}, false},
             {{one, {1, 1, z + 1}}, false},
             {{one, {x, y - 1, 1}}, true},
             {{one, {x, y, 1}}, false}}};
}

constexpr std::array names = {"threads a block", "block x", "block y", "block z",
                              "grid x",          "grid y",  "grid z",  "multiprocessors"};

std::string differences(const std::vector<int>& limits, const Device& device) {
    std::vector<std::string> wrong;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (limits[i] != device.limits[i])
            wrong.push_back(
                fmt::format("{}: {}, expected {}", names[i], limits[i], device.limits[i]));
    return fmt::format("{}", fmt::join(wrong, "; "));
}

/// Only an answer that is another device's as a whole shows that this device was not asked.
std::string owner_of(const std::vector<int>& limits) {
    for (const Device& other : devices)
        if (std::ranges::equal(limits, other.limits))
            return fmt::format(
                ". These are the limits of another device, {}: ask the device, do not write down "
                "what another one says",
                other.name);
    return {};
}

}  // namespace

CheckedCall checked_limits(const Device& device) {
    Call made("query_limits");
    made.output<int>("limits", device.limits.size()).on_device(device.name);
    return {std::move(made), [device](const Call&, const Answer& answer) {
                const auto limits = answer.output<int>("limits");
                expect(std::ranges::equal(limits, device.limits),
                       fmt::format("query_limits on the simulator as {} says {}{}", device.name,
                                   differences(limits, device), owner_of(limits)));
            }};
}

namespace {

/// Whose limits no list has.
Device draw_device() {
    std::string name = fmt::format("invented-{}", draw_seed() % 1'000'000);
    const auto& p = *cusim::device::find_profile(name);
    return {std::move(name),
            {p.max_threads_per_block, p.max_block[0], p.max_block[1], p.max_block[2], p.max_grid[0],
             p.max_grid[1], p.max_grid[2], p.multiprocessors}};
}

}  // namespace

void check_limits() {
    std::vector<Device> all = devices;
    all.push_back(draw_device());
    for (const Device& device : all) {
        const auto [call, check] = checked_limits(device);
        check(call, run(call, "forward"));
    }
}

namespace {

void check_fits(const std::vector<int>& limits, const std::vector<Question>& asked) {
    std::vector<int> launches;
    for (const auto& [launch, fits] : asked)
        for (const Extent& e : {launch.grid, launch.block})
            launches.insert(launches.end(), {e.x, e.y, e.z});
    Call call("fits");
    call.size("count", static_cast<int>(asked.size()))
        .input("limits", limits)
        .input("launches", launches)
        .output<int>("answers", asked.size());
    const auto answers = run(call).output<int>("answers");
    for (std::size_t i = 0; i < asked.size(); ++i)
        expect((answers[i] != 0) == asked[i].fits,
               fmt::format("fits says {} to {}, with limits of {} threads a block, lengths of a "
                           "block ({}), and of a grid ({}); expected {}",
                           answers[i] != 0, shown(asked[i].launch), limits[0],
                           fmt::join(std::span(limits).subspan(1, 3), ", "),
                           fmt::join(std::span(limits).subspan(4, 3), ", "), asked[i].fits));
}

}  // namespace

void check_fits() {
    check_fits({devices.front().limits.begin(), devices.front().limits.end()}, questions);
    std::vector<Question> within_tiny = questions;
    for (std::size_t i = 0; i < within_tiny.size(); ++i) within_tiny[i].fits = i == 0;
    check_fits({4, 4, 3, 2, 2, 2, 2, 1}, within_tiny);
    const DrawnLimits drawn = draw_limits();
    check_fits(drawn.limits, drawn.questions);
}

}  // namespace thread_organisation
