// The cost of gemv: sectors of A, and the time that the simulator estimates.
#include "suite/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "simulator/device/profile.hpp"
#include "suites/13-capstone/checks.hpp"

namespace capstone_suite {

using lab13::make_problem;

namespace {

Lines draw_lines(Lines about, const char* name) {
    return {draw_work_size(about.lines, std::string(name) + " lines", about.lines < 64 ? 1 : 32),
            draw_work_size(about.width, std::string(name) + " width", 8)};
}

/// What A takes at the device's full memory bandwidth.
double microseconds_of_matrix(const cusim::device::Profile& profile, Lines size) {
    const double bytes = 4.0 * size.lines * size.width;
    const double bytes_per_us = 2e-3 * profile.memory_clock_khz * profile.memory_bus_bits / 8;
    return bytes / bytes_per_us;
}

/// One of so many numbers that follow each other, the same for all cases.
int one_of(int count, int first, const char* name) {
    return first + draw_below(count, name);
}

/// Other features of gemv, on devices other than the default one, each with another feature. What
/// the features are is drawn, so that no kernel is quick for a few gaps and increments only.
struct Elsewhere {
    std::string profile;
    std::function<void(Shape& shape)> set;
};
const std::vector<Elsewhere> elsewhere = {
    {"p100",
     [](Shape& shape) { shape.on_device = OnDevice::both, shape.alpha = -1, shape.beta = 2; }},
    {"k20c",
     [](Shape& shape) { shape.padding = 2 * one_of(4, 0, "odd gap") + 1, shape.offset = 1; }},
    {"c2050",
     [](Shape& shape) {
         shape.incx = -one_of(2, 2, "incx"), shape.incy = one_of(4, 2, "incy");
         shape.alpha = 2, shape.beta = 1;
     }},
    {"mini", [](Shape& shape) { shape.padding = 4 * one_of(3, 1, "even gap"); }},
};

/// In which of the calls with features each of ten is used: in three. None has the opposite of
/// another one's. So of any two features, there is a call with both, with each alone, and with
/// none.
constexpr int calls_with_features = 6;
constexpr const char* used_in[] = {"###...", "##.#..", "##..#.", "##...#", "#.##..",
                                   "#.#.#.", "#.#..#", "#..##.", "#..#.#", "#...##"};

/// All features, each used or not, in one of those calls: no launch is to be slow for one of them,
/// or for two that come together. Which feature is used in which calls is drawn.
Shape with_drawn_features(Sums sums, int call) {
    const std::string direction = sums == Sums::along ? " along" : " across";
    constexpr int features = std::size(used_in);
    int next = draw_below(features, "first feature" + direction);
    const auto is_used = [&](const std::string& name) {
        const bool turned = draw_below(2, name + direction) == 1;
        return (used_in[next++ % features][call] == '#') != turned;
    };
    const auto sign = [](const char* name) { return 2 * draw_below(2, name) - 1; };
    Shape shape = measured_shape(sums, Measured::square);
    if (is_used("gap")) shape.padding = one_of(8, 1, "width of the gap");
    if (is_used("offset")) shape.offset = one_of(3, 1, "which offset");
    if (is_used("offset of x")) shape.x_offset = one_of(3, 1, "which offset of x");
    if (is_used("any incx")) shape.incx = 2 * sign("sign of incx");
    if (is_used("any incy")) shape.incy = one_of(3, 2, "which incy") * sign("sign of incy");
    if (is_used("alpha")) shape.alpha = 2;
    if (is_used("beta")) shape.beta = -1;
    const bool alpha_there = is_used("alpha on the device"), beta_there = is_used("beta there");
    shape.on_device = alpha_there && beta_there ? OnDevice::both
                      : alpha_there             ? OnDevice::alpha
                      : beta_there              ? OnDevice::beta
                                                : OnDevice::none;
    shape.stream = is_used("stream");
    return shape;
}

}  // namespace

const Answer& counts_of(const Shape& shape, const std::string& profile) {
    const std::string name = shape.words() + profile;
    return grader::suite::counts_of(name, [&](runner::InputKind kind) {
        CheckedCall made = checked(make_problem(shape, kind, draw_seed()));
        made.call.on_device(profile);
        return made;
    });
}

void check_sectors_of_A(const Shape& shape) {
    const Lines size{shape.lines(), shape.width()};
    const double least = static_cast<double>(size.lines) * size.width / floats_per_sector;
    const auto bytes = static_cast<std::uint64_t>(size.lines) * size.width * sizeof(float);
    const auto count = static_cast<double>(traffic(counts_of(shape), bytes).sectors);
    const std::string words = fmt::format(
        "{}: {:.0f} sectors are loaded of A, which has {:.0f}: load each element "
        "once, and neighbouring floats by neighbouring lanes",
        shape.words(), count, least);
    expect_saved(count, least, words, about_loads);
    expect_no_less(count, least, words);
}

void check_work(const Shape& shape, std::string_view limit, const std::string& profile) {
    const Lines size{shape.lines(), shape.width()};
    const Answer& answer = counts_of(shape, profile);
    const double matrix = microseconds_of_matrix(*cusim::device::find_profile(profile), size);
    grade_work(answer, limit_of(limit, {{"matrix", matrix}}),
               fmt::format("{} on {}", shape.words(), profile));
    if (profile == "h100" && size.width % 8 == 0) demonstrate(answer);
}

Shape measured_shape(Sums sums, Measured which) {
    constexpr std::pair<Lines, const char*> kinds[] = {{{512, 512}, "square"},
                                                       {{20'000, 24}, "short"},
                                                       {{6, 16'000}, "long"},
                                                       {{96, 256}, "small"},
                                                       {{500, 500}, "odd"}};
    const auto& [about, name] = kinds[static_cast<int>(which)];
    const bool first_by_rows =
        draw_below(2, sums == Sums::along ? "layout along" : "layout across") == 0;
    const bool by_rows = (which == Measured::short_lines) != first_by_rows;
    Lines lines = draw_lines(about, name);
    if (which == Measured::odd) lines.lines++, lines.width++;
    return shape_of(sums, lines, by_rows);
}

void check_work_on_short_lines() {
    check_work(measured_shape(Sums::across, Measured::short_lines), "across, short lines");
}

void check_work_elsewhere(Sums sums) {
    const std::string_view direction = sums == Sums::along ? "along" : "across";
    for (int call = 0; call < calls_with_features; ++call)
        check_work(with_drawn_features(sums, call), fmt::format("{}, float by float", direction));
    for (const Elsewhere& other : elsewhere) {
        Shape shape = measured_shape(sums, Measured::square);
        other.set(shape);
        check_work(shape, fmt::format("{}, {}", direction, other.profile), other.profile);
    }
}

}  // namespace capstone_suite
