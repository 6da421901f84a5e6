// Rung 3: limits of several devices, and launches within and beyond them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

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

void check_limits() {
    for (const Device& device : devices) {
        const auto [call, check] = checked_limits(device);
        check(call, run(call, "forward"));
    }
}

void check_fits() {
    const std::vector<int> wide(devices.front().limits.begin(), devices.front().limits.end());
    const std::vector<int> tiny = {4, 4, 3, 2, 2, 2, 2, 1};
    for (const auto& limits : {wide, tiny}) {
        std::vector<int> launches;
        for (const auto& [launch, fits] : questions)
            for (const Extent& e : {launch.grid, launch.block})
                launches.insert(launches.end(), {e.x, e.y, e.z});
        Call call("fits");
        call.size("count", static_cast<int>(questions.size()))
            .input("limits", limits)
            .input("launches", launches)
            .output<int>("answers", questions.size());
        const auto answers = run(call).output<int>("answers");
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const bool expected = limits == wide ? questions[i].fits : i == 0;
            expect(
                (answers[i] != 0) == expected,
                fmt::format("fits says {} to {}, with limits of {} threads a block, lengths of a "
                            "block ({}), and of a grid ({}); expected {}",
                            answers[i] != 0, shown(questions[i].launch), limits[0],
                            fmt::join(std::span(limits).subspan(1, 3), ", "),
                            fmt::join(std::span(limits).subspan(4, 3), ", "), expected));
        }
    }
}

}  // namespace thread_organisation
