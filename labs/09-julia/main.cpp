// The program of lab 09: its functions for the grader, and runs by hand that print properties of a
// sample and write pictures: the set, and for comparison the escape times of the same c. With
// --time, times on a GPU.
#include <cstdio>
#include <numbers>
#include <stdexcept>

#include "lab.hpp"
#include "problem.hpp"
#include "program/times.hpp"
#include "runner/bind.hpp"
#include "runner/by_hand.hpp"
#include "runner/results.hpp"
#include "runner/which_backend.hpp"

namespace {

using julia::Number;
using runner::Call;
using runner::CallByHand;
using runner::DemonstrationOptions;
using runner::Image;
using runner::Program;

constexpr double white_percent = 99.5;  // of the pixels with hits: they use all colours

::Complex complex_from(Call& call, const std::string& name) {
    return {static_cast<float>(call.real(name + "_re")),
            static_cast<float>(call.real(name + "_im"))};
}

::View view_from(Call& call) {
    return {complex_from(call, "centre"), static_cast<float>(call.real("width")),
            call.size("columns"), call.size("rows")};
}

::Steps steps_from(Call& call) {
    return {call.size("burn_in"), call.size("samples")};
}

void declare_functions(Program& program) {
    program.function("julia_hits", [](Call& call) {
        julia_hits(complex_from(call, "c"), view_from(call),
                   static_cast<std::uint64_t>(call.whole("seed")), call.size("chains"),
                   steps_from(call), call.output<unsigned>("hits"), call.output<float>("last"));
    });
    program.function("tone_map",
                     runner::bind(tone_map, {"pixels", "hits", "white", "palette", "rgb"}));
    program.function("julia_pruned", [](Call& call) {
        julia_pruned(complex_from(call, "c"), call.size("side"),
                     static_cast<unsigned>(call.whole("limit")), call.size("levels"),
                     call.size("capacity"), call.output<unsigned>("hits"),
                     call.output<float>("points"), call.output<unsigned>("counts"));
    });
    program.function("julia_frames", [](Call& call) {
        julia_frames(call.size("frames"), call.input<float>("c"), view_from(call),
                     static_cast<std::uint64_t>(call.whole("seed")), call.size("chains"),
                     steps_from(call), call.output<unsigned>("hits"), call.output<float>("last"));
    });
}

Number number(const DemonstrationOptions& options, const char* name) {
    const auto& parts = options.reals.at(name);
    return {parts[0], parts[1]};
}

/// The requested view. Without a width, the whole set fits, with a margin; --zoom enlarges it.
julia::View view_of(const DemonstrationOptions& options, Number c) {
    const int columns = options.numbers.at("columns"), rows = options.numbers.at("rows");
    const double asked = options.reals.at("width").front();
    const double fitting = 2.1 * julia::radius(c) * std::max(1.0, 1.0 * columns / rows);
    const double zoom = options.reals.at("zoom").front();
    if (!(zoom > 0)) throw std::runtime_error("--zoom must be above 0");
    return {number(options, "centre"), asked != 0 ? asked : fitting / zoom, columns, rows};
}

julia::Chains chains_of(const DemonstrationOptions& options) {
    return {options.numbers.at("chains"), options.numbers.at("burn-in"),
            options.numbers.at("samples")};
}

void show_head(const Program& program, const runner::Problem& problem) {
    std::printf("%s: %s\n%s: %s, on %s\n", program.lab().c_str(), program.summary().c_str(),
                problem.function().c_str(), problem.words().c_str(),
                runner::backend::description().c_str());
}

bool is_finite(Number z) {
    return std::isfinite(z.real()) && std::isfinite(z.imag());
}

/// The statistics of the chains' last z, over independent samples of the set.
void show_identities(Number c, const std::vector<float>& last) {
    Number sum = 0, squares = 0, fourths = 0;
    double logs = 0;
    const std::size_t count = last.size() / 2;
    for (std::size_t k = 0; k < count; ++k) {
        const Number z{last[2 * k], last[2 * k + 1]};
        sum += z;
        squares += z * z;
        fourths += z * z * z * z;
        logs += std::log(std::abs(z));
    }
    const auto mean = [&](Number of) { return julia::shown(of / static_cast<double>(count)); };
    std::printf("  over the %zu chains' last z:\n", count);
    std::printf("    mean of z       %-28s expected 0\n", mean(sum).c_str());
    std::printf("    mean of z^2     %-28s expected -c = %s\n", mean(squares).c_str(),
                julia::shown(-c).c_str());
    std::printf("    mean of z^4     %-28s expected c^2 - c = %s\n", mean(fourths).c_str(),
                julia::shown(c * c - c).c_str());
    std::printf("    mean of log|z|  %-28.6g expected 0 where the set is connected\n",
                logs / static_cast<double>(count));
}

void show_hits(const std::vector<unsigned>& hits) {
    std::size_t pixels = 0;
    std::uint64_t sum = 0;
    unsigned most = 0;
    for (const unsigned count : hits) {
        pixels += count > 0;
        sum += count;
        most = std::max(most, count);
    }
    std::printf("  %llu hits in %zu of %zu pixels, at most %u in one\n",
                static_cast<unsigned long long>(sum), pixels, hits.size(), most);
}

/// Coloured by the student's tone map.
Image picture(const Program& program, const std::vector<unsigned>& hits, int columns, int rows) {
    const runner::Problem problem =
        julia::tone_problem(hits, julia::percentile(hits, white_percent));
    CallByHand call(problem);
    call.perform(program);
    return {columns, rows, call.values<std::uint8_t>("rgb")};
}

/// How many steps of z * z + c each pixel's number takes to leave the disc that contains the set;
/// black if it stays. The two pictures show at a glance whether they are of the same set.
Image escape_times(const julia::View& view, Number c) {
    constexpr int most = 400;
    const auto colours = julia::palette();
    const double bound = std::max(2.0, std::norm(julia::radius(c)));
    Image image{view.columns, view.rows, {}};
    const double pixel = view.width / view.columns;
    for (int row = 0; row < view.rows; ++row)
        for (int column = 0; column < view.columns; ++column) {
            Number z = view.centre + Number{(column + 0.5 - 0.5 * view.columns) * pixel,
                                            (0.5 * view.rows - row - 0.5) * pixel};
            int steps = 0;
            while (steps < most && std::norm(z) <= bound) z = z * z + c, ++steps;
            const int entry =
                steps == most ? 0 : static_cast<int>(255 * std::log1p(steps) / std::log1p(most));
            image.rgb.insert(image.rgb.end(), &colours[3 * entry], &colours[3 * entry] + 3);
        }
    return image;
}

/// "julia.png" gives "julia-escape.png".
std::string beside(const std::string& name) {
    return name.substr(0, name.rfind('.')) + "-escape.png";
}

void leave_pictures(const Program& program, const DemonstrationOptions& options,
                    const julia::View& view, Number c, const std::vector<unsigned>& hits) {
    if (options.out.empty()) return;
    const std::string name = runner::picture_of(options.out, "julia.png");
    runner::deliver({{name, picture(program, hits, view.columns, view.rows)},
                     {beside(name), escape_times(view, c)}},
                    options.out);
    std::printf("  %s, and %s by escape times\n", name.c_str(), beside(name).c_str());
}

int finish(const CallByHand& call, bool fine) {
    if (runner::backend::is_simulated()) call.show_launches();
    return fine ? 0 : 1;
}

int draw_hits(const Program& program, const DemonstrationOptions& options) {
    const Number c = number(options, "c");
    const julia::View view = view_of(options, c);
    const auto problem = julia::hits_problem(c, view, options.seed, chains_of(options),
                                             std::vector<unsigned>(view.pixels()));
    show_head(program, problem);
    CallByHand call(problem);
    const bool fine = call.perform(program);
    const auto hits = call.values<unsigned>("hits");
    show_identities(c, call.values("last"));
    show_hits(hits);
    const int status = finish(call, fine);
    leave_pictures(program, options, view, c, hits);
    return status;
}

int draw_pruned(const Program& program, const DemonstrationOptions& options) {
    const Number c = number(options, "c");
    const int side = options.numbers.at("side");
    const auto problem =
        julia::pruned_problem(c, {.side = side,
                                  .limit = static_cast<unsigned>(options.numbers.at("limit")),
                                  .levels = options.numbers.at("levels"),
                                  .capacity = options.numbers.at("capacity")});
    show_head(program, problem);
    CallByHand call(problem);
    const bool fine = call.perform(program);
    const auto hits = call.values<unsigned>("hits");
    show_hits(hits);
    const int status = finish(call, fine);
    leave_pictures(program, options, julia::square(side), c, hits);
    return status;
}

/// Values of c along the cardioid of the Mandelbrot set, slightly outside it.
std::vector<Number> path(int frames) {
    constexpr double outside = 1.02;
    std::vector<Number> c;
    for (int f = 0; f < frames; ++f) {
        const double angle = 2 * std::numbers::pi * (f + 0.5) / frames;
        c.push_back(outside * (0.5 * std::polar(1.0, angle) - 0.25 * std::polar(1.0, 2 * angle)));
    }
    return c;
}

/// All frames side by side, eight in a row.
Image film(const Program& program, const std::vector<unsigned>& hits, const julia::View& view,
           int frames) {
    const int across = std::min(frames, 8), down = (frames + across - 1) / across;
    Image strip{across * view.columns, down * view.rows, {}};
    strip.rgb.resize(std::size_t{3} * strip.width * strip.height);
    for (int f = 0; f < frames; ++f) {
        const auto first = hits.begin() + static_cast<std::ptrdiff_t>(f * view.pixels());
        const Image one =
            picture(program, {first, first + static_cast<std::ptrdiff_t>(view.pixels())},
                    view.columns, view.rows);
        for (int row = 0; row < view.rows; ++row)
            std::copy_n(&one.rgb[std::size_t{3} * row * view.columns], 3 * view.columns,
                        &strip.rgb[3 * ((std::size_t(f / across) * view.rows + row) * strip.width +
                                        std::size_t(f % across) * view.columns)]);
    }
    return strip;
}

int draw_frames(const Program& program, const DemonstrationOptions& options) {
    const int frames = options.numbers.at("frames");
    const julia::View view = view_of(options, 0.75);
    const auto problem = julia::frames_problem(
        path(frames), view, static_cast<std::uint32_t>(options.seed), chains_of(options));
    show_head(program, problem);
    CallByHand call(problem);
    const bool fine = call.perform(program);
    const auto hits = call.values<unsigned>("hits");
    show_hits(hits);
    const int status = finish(call, fine);
    if (!options.out.empty())
        runner::deliver(
            {{runner::picture_of(options.out, "frames.png"), film(program, hits, view, frames)}},
            options.out);
    return status;
}

int draw_tones(const Program& program, const DemonstrationOptions&) {
    std::vector<unsigned> hits;
    for (unsigned i = 0; i < 16; ++i) hits.push_back(i * i * i);
    const auto problem = julia::tone_problem(hits, 1000);
    show_head(program, problem);
    CallByHand call(problem);
    const bool fine = call.perform(program);
    const auto rgb = call.values<std::uint8_t>("rgb");
    for (std::size_t i = 0; i < hits.size(); ++i)
        std::printf("  %5u hits: %3d %3d %3d, expected %3.0f %3.0f %3.0f\n", hits[i], rgb[3 * i],
                    rgb[3 * i + 1], rgb[3 * i + 2], problem.arrays().back().expected(3 * i).value,
                    problem.arrays().back().expected(3 * i + 1).value,
                    problem.arrays().back().expected(3 * i + 2).value);
    return finish(call, fine);
}

void declare_options(Program& program) {
    program.no_matrix().saves();
    program.real({"c", {-0.123, 0.745}, "the c of z * z + c: real and imaginary part"});
    program.real({"centre", {0, 0}, "centre of the picture: real and imaginary part"});
    program.real({"width", {0}, "width of the picture in the plane; 0: the whole set fits"});
    program.real({"zoom", {1}, "magnification, relative to the whole set"});
    constexpr int most = 1 << 22;
    program.number({"columns", 400, 0, 1 << 14, "pixels in a row of the picture"});
    program.number({"rows", 400, 0, 1 << 14, "rows of the picture"});
    program.number({"chains", 4096, 0, most, "number of threads; each follows one chain"});
    program.number({"burn-in", 60, 0, most, "steps of a chain before the first sample"});
    program.number({"samples", 100, 0, most, "steps of a chain that are counted in the picture"});
    program.number({"side", 400, 0, 1 << 14, "julia_pruned: pixels of a side of the picture"});
    program.number({"limit", 8, 0, most, "julia_pruned: counts after which a pixel is full"});
    program.number({"levels", 400, 0, 1 << 14, "julia_pruned: largest number of levels"});
    program.number(
        {"capacity", 1 << 16, 0, most, "julia_pruned: largest number of points in a level"});
    program.number(
        {"frames", 16, 0, 1 << 10, "julia_frames: number of frames, with c along a path"});
}

}  // namespace

int main(int argc, char** argv) {
    Program program{"09-julia", "Julia sets by inverse iteration"};
    declare_options(program);
    declare_functions(program);
    const auto with = [&program](auto body) {
        return [&program, body](const DemonstrationOptions& options) {
            if (!is_finite(number(options, "c")) || !is_finite(number(options, "centre")))
                throw std::runtime_error("--c and --centre must be finite");
            return body(program, options);
        };
    };
    program.demonstration(with(draw_hits));
    program.demonstration("tone_map", with(draw_tones));
    program.demonstration("julia_pruned", with(draw_pruned));
    program.demonstration("julia_frames", with(draw_frames));
    julia::declare_times(program, {julia_hits, tone_map, julia_pruned, julia_frames});
    return program.run(argc, argv);
}
