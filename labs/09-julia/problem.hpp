// The problems of lab 09, for the suite and for runs by hand: calls of its functions, and the
// arithmetic in double precision with which their answers are compared.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "runner/problem.hpp"

namespace julia {

using Number = std::complex<double>;

struct View {
    Number centre;
    double width = 4;
    int columns = 1, rows = 1;

    std::size_t pixels() const { return static_cast<std::size_t>(columns) * rows; }
};

struct Chains {
    int count = 1, burn_in = 0, samples = 0;
};

/// The repelling one of the two fixed points of z * z + c, which belongs to the set.
inline Number fixed_point(Number c) {
    return 0.5 * (1.0 + std::sqrt(1.0 - 4.0 * c));
}

/// No point of the set is farther from 0.
inline double radius(Number c) {
    return 0.5 * (1 + std::sqrt(1 + 4 * std::abs(c)));
}

/// The distance of z in pixels from the left and from the top edge.
inline std::array<double, 2> place_of(const View& view, Number z) {
    const double pixels_a_unit = view.columns / view.width;
    return {(z.real() - view.centre.real()) * pixels_a_unit + 0.5 * view.columns,
            (view.centre.imag() - z.imag()) * pixels_a_unit + 0.5 * view.rows};
}

/// row * columns + column; -1 outside of the view.
inline std::int64_t pixel_of(const View& view, Number z) {
    const auto [column, row] = place_of(view, z);
    if (!(column >= 0 && column < view.columns && row >= 0 && row < view.rows)) return -1;
    return static_cast<std::int64_t>(row) * view.columns + static_cast<std::int64_t>(column);
}

inline runner::Problem& add_view(runner::Problem& problem, const View& view) {
    return problem.real("centre_re", view.centre.real())
        .real("centre_im", view.centre.imag())
        .real("width", view.width)
        .size("columns", view.columns)
        .size("rows", view.rows);
}

inline runner::Problem& add_chains(runner::Problem& problem, const Chains& chains) {
    return problem.size("chains", chains.count)
        .size("burn_in", chains.burn_in)
        .size("samples", chains.samples);
}

inline std::string shown(Number z) {
    char text[80];
    std::snprintf(text, sizeof text, "%.6g %c %.6gi", z.real(), z.imag() < 0 ? '-' : '+',
                  std::abs(z.imag()));
    return text;
}

inline std::string words(const Chains& chains) {
    return std::to_string(chains.count) + (chains.count == 1 ? " chain of " : " chains of ") +
           std::to_string(chains.burn_in) + " + " + std::to_string(chains.samples) + " steps";
}

inline std::string options(const Chains& chains) {
    return "--chains " + std::to_string(chains.count) + " --burn-in " +
           std::to_string(chains.burn_in) + " --samples " + std::to_string(chains.samples);
}

inline std::string option(const char* name, Number z) {
    char text[100];
    std::snprintf(text, sizeof text, " --%s %.9g %.9g", name, z.real(), z.imag());
    return text;
}

inline std::string options(const View& view) {
    char text[120];
    std::snprintf(text, sizeof text, " --width %.9g --columns %d --rows %d", view.width,
                  view.columns, view.rows);
    return option("centre", view.centre) + text;
}

/// `before`: the contents of hits when the function is called.
inline runner::Problem hits_problem(Number c, const View& view, std::uint64_t seed,
                                    const Chains& chains, const std::vector<unsigned>& before) {
    runner::Problem problem("julia_hits");
    problem.real("c_re", c.real())
        .real("c_im", c.imag())
        .size("seed", static_cast<std::int64_t>(seed));
    add_chains(add_view(problem, view), chains);
    const auto columns = static_cast<std::size_t>(view.columns),
               rows = static_cast<std::size_t>(view.rows);
    return problem.in_out("hits", before, {rows, columns}, {})
        .output<float>("last", {static_cast<std::size_t>(chains.count), 2}, {})
        .words("c = " + shown(c) + ", " + words(chains))
        .by_hand(options(chains) + option("c", c) + options(view) + " --seed " +
                 std::to_string(seed));
}

/// The same c in several frames tests that the frames are independent.
inline runner::Problem frames_problem(const std::vector<Number>& c, const View& view,
                                      std::uint32_t seed, const Chains& chains) {
    std::vector<float> all;
    for (const Number one : c) {
        all.push_back(static_cast<float>(one.real()));
        all.push_back(static_cast<float>(one.imag()));
    }
    runner::Problem problem("julia_frames");
    problem.size("frames", static_cast<std::int64_t>(c.size())).size("seed", seed);
    add_chains(add_view(problem, view), chains);
    const auto columns = static_cast<std::size_t>(view.columns),
               rows = static_cast<std::size_t>(view.rows);
    return problem.input("c", all)
        .in_out("hits", std::vector<unsigned>(c.size() * view.pixels()), {c.size(), rows, columns},
                {})
        .output<float>("last", {c.size(), static_cast<std::size_t>(chains.count), 2}, {})
        .words(std::to_string(c.size()) + " frames, " + words(chains));
}

/// The square that julia_pruned draws.
inline View square(int side) {
    return {.centre = 0, .width = 4.1f, .columns = side, .rows = side};
}

struct Pruning {
    int side = 1;
    unsigned limit = 1;
    int levels = 1, capacity = 1;
};

/// `before`: the contents of hits when the function is called; empty: no hits.
inline runner::Problem pruned_problem(Number c, const Pruning& pruning,
                                      std::vector<unsigned> before = {}) {
    const auto side = static_cast<std::size_t>(pruning.side);
    before.resize(side * side);
    return runner::Problem("julia_pruned")
        .real("c_re", c.real())
        .real("c_im", c.imag())
        .size("side", pruning.side)
        .size("limit", pruning.limit)
        .size("levels", pruning.levels)
        .size("capacity", pruning.capacity)
        .in_out("hits", before, {side, side}, {})
        .scratch<float>("points", 4 * static_cast<std::size_t>(pruning.capacity))
        .scratch<unsigned>("counts", static_cast<std::size_t>(pruning.levels) + 1)
        .words("c = " + shown(c) + ", " + std::to_string(pruning.side) + " x " +
               std::to_string(pruning.side) + " pixels, limit " + std::to_string(pruning.limit))
        .by_hand("--side " + std::to_string(pruning.side) + " --limit " +
                 std::to_string(pruning.limit) + " --levels " + std::to_string(pruning.levels) +
                 " --capacity " + std::to_string(pruning.capacity) + option("c", c));
}

// ---- Colours.

constexpr int colours = 256;

/// From black through blue, violet and orange to pale yellow. Each colour is lighter than the one
/// before, so that more hits always look brighter.
inline std::vector<std::uint8_t> palette() {
    struct Stop {
        double at, red, green, blue;
    };
    constexpr Stop stops[] = {{0, 4, 4, 16},        {0.25, 32, 24, 92},  {0.5, 132, 36, 118},
                              {0.75, 238, 106, 62}, {0.9, 252, 190, 90}, {1, 255, 250, 214}};
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < colours; ++i) {
        const double at = static_cast<double>(i) / (colours - 1);
        int k = 0;
        while (stops[k + 1].at < at) ++k;
        const Stop &low = stops[k], &high = stops[k + 1];
        const double part = (at - low.at) / (high.at - low.at);
        const auto between = [part](double a, double b) {
            return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
        };
        bytes.push_back(between(low.red, high.red));
        bytes.push_back(between(low.green, high.green));
        bytes.push_back(between(low.blue, high.blue));
    }
    return bytes;
}

/// The number of hits that `percent` of the pixels with hits do not exceed; at least 1.
inline unsigned percentile(const std::vector<unsigned>& hits, double percent) {
    std::vector<unsigned> above;
    for (const unsigned count : hits)
        if (count > 0) above.push_back(count);
    if (above.empty()) return 1;
    const auto at = static_cast<std::size_t>(percent / 100 * static_cast<double>(above.size() - 1));
    std::nth_element(above.begin(), above.begin() + static_cast<std::ptrdiff_t>(at), above.end());
    return above[at];
}

/// If the exact value is close to the middle between two entries, both are accepted.
inline runner::Problem tone_problem(const std::vector<unsigned>& hits, unsigned white) {
    const auto bytes = palette();
    const auto expected = [=](std::size_t element) {
        const double log_hits = std::log1p(std::min(hits[element / 3], white));
        const double entry = (colours - 1) * log_hits / std::log1p(white);
        const auto byte = [&](double rounded) {
            const auto at = static_cast<std::size_t>(std::clamp(rounded, 0.0, colours - 1.0));
            return static_cast<double>(bytes[3 * at + element % 3]);
        };
        const double nearest = byte(std::round(entry));
        constexpr double float_error = 1e-3;
        return runner::Expected{
            nearest, std::max(std::abs(byte(std::round(entry + float_error)) - nearest),
                              std::abs(byte(std::round(entry - float_error)) - nearest))};
    };
    return runner::Problem("tone_map")
        .size("pixels", static_cast<std::int64_t>(hits.size()))
        .size("white", white)
        .input("hits", hits)
        .input("palette", bytes)
        .output<std::uint8_t>("rgb", {hits.size(), 3}, expected)
        .words(std::to_string(hits.size()) + " pixels, white = " + std::to_string(white) +
               ": entry round(255 log(1 + hits) / log(1 + white)) of the palette");
}

}  // namespace julia
