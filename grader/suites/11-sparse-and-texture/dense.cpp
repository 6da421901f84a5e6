// Rung 4: a dense matrix that is read through a texture.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "lab/spelling.hpp"
#include "suite/causes/int_products.hpp"
#include "suite/suspected.hpp"
#include "suite/work.hpp"
#include "suites/11-sparse-and-texture/checks.hpp"

namespace sparse_and_texture {

namespace {

/// The elements that students fetch instead of A[i * pitch + j]. Beyond the edges, a texture
/// repeats the last element.
std::vector<Mistake> dense_mistakes(const Dense& dense, const Shared<std::vector<float>>& A,
                                    const Shared<Vectors>& in) {
    const auto fetched = [=](double row, double column) -> double {
        const auto i = static_cast<std::size_t>(std::clamp(row, 0.0, dense.n - 1.0)),
                   j = static_cast<std::size_t>(std::clamp(column, 0.0, dense.m - 1.0));
        return (*A)[i * static_cast<std::size_t>(dense.pitch) + j];
    };
    const auto with = [=](std::string words,
                          const std::function<double(std::size_t i, std::size_t j)>& of_A) {
        return Mistake{std::move(words), [=](std::size_t i) {
                           double sum = in->b[i];
                           for (std::size_t j = 0; j < in->x.size(); ++j)
                               sum += of_A(i, j) * in->x[j];
                           return sum;
                       }};
    };
    return {
        with("where rows follow one another without a gap, A[i * m + j]: from row to row it is "
             "pitch elements",
             [=](std::size_t i, std::size_t j) {
                 return double{(*A)[i * static_cast<std::size_t>(dense.m) + j]};
             }),
        with("where row and column are exchanged: the first coordinate of a texture is the column",
             [=](std::size_t i, std::size_t j) { return fetched(double(j), double(i)); }),
        with("where every fetch is of one element: coordinates from 0 to 1 are shares of the "
             "whole, and what counts texels wants normalizedCoords = 0",
             [=](std::size_t, std::size_t) { return fetched(dense.n / 2, dense.m / 2); }),
        with("where each fetch is the mean of four elements: a linear filter mixes them, and the "
             "middle of a texel is at j + 0.5, i + 0.5",
             [=](std::size_t i, std::size_t j) {
                 const double r = double(i), c = double(j);
                 return (fetched(r - 1, c - 1) + fetched(r - 1, c) + fetched(r, c - 1) +
                         fetched(r, c)) /
                        4;
             }),
        dense.n > dense.m
            ? with("where the texture is as high as there are columns: its height counts rows",
                   [=](std::size_t i, std::size_t j) {
                       return fetched(std::min(double(i), dense.m - 1.0), double(j));
                   })
            : with("where the texture is as wide as there are rows, and as high as there are "
                   "columns: its width counts columns",
                   [=](std::size_t i, std::size_t j) {
                       return fetched(std::min(double(i), dense.m - 1.0),
                                      std::min(double(j), dense.n - 1.0));
                   }),
        with("without A", [](std::size_t, std::size_t) { return 0.0; }),
    };
}

/// A warp has a row, or a few: one that computes all eight of its block takes so little longer that
/// the estimate hardly shows it.
void expect_warps_have_rows(const Answer& answer, const Dense& dense, int lanes_together) {
    constexpr double lanes = 32, most_rows = 4;
    const double of_a_row = (lanes / lanes_together + 1) * std::ceil(dense.m / lanes) + 1;
    const auto requests = static_cast<double>(counted(answer, "busiest_warp_requests"));
    expect_used(requests <= most_rows * of_a_row,
                fmt::format("{}: one warp makes {:.0f} requests of {} x {}, where a row takes "
                            "{:.0f}: each row is to have a warp",
                            answer.function(), requests, dense.n, dense.m, of_a_row),
                about_accesses);
}

}  // namespace

const std::vector<Dense> any_pitch = {{1, 1, 1},    {1, 33, 33},   {33, 1, 1},  {7, 13, 13},
                                      {7, 13, 20},  {8, 32, 32},   {9, 31, 50}, {32, 64, 64},
                                      {31, 65, 67}, {70, 129, 130}};
const std::vector<Dense> even_pitch = {{1, 1, 8},     {1, 33, 40}, {33, 1, 16},   {7, 13, 16},
                                       {7, 13, 40},   {8, 32, 32}, {9, 31, 32},   {32, 64, 64},
                                       {31, 65, 104}, {40, 9, 40}, {70, 129, 136}};

void check_dense(const std::string& function, std::vector<Dense> shapes) {
    constexpr int of_sectors = 8;  // a pitch that every texture may have
    for (const auto& [n, m] : draw_aspects(1 << 15))
        shapes.push_back({n, m, (m / of_sectors + 1) * of_sectors});
    for (const Dense& dense : shapes)
        check([&](std::uint64_t seed) -> Suspected {
            constexpr auto kind = InputKind::integers;
            return {dense_problem(function, dense, kind, seed), [=] {
                        return dense_mistakes(dense,
                                              std::make_shared<const std::vector<float>>(
                                                  make_dense(dense, kind, seed)),
                                              std::make_shared<const Vectors>(
                                                  make_vectors(dense.n, dense.m, kind, seed)));
                    }};
        });
    check(dense_problem(function, shapes.back(), InputKind::reals, draw_seed()));
}

void check_dense_special_values(const std::string& function) {
    const Dense dense{20, 40, 48};
    const std::uint64_t seed = draw_seed();
    std::vector<float> A = make_dense(dense, InputKind::integers, seed);
    Vectors in = make_vectors(dense.n, dense.m, InputKind::integers, seed);
    A[3 * 48 + 7] = std::nanf("");
    A[11 * 48 + 39] = std::numeric_limits<float>::infinity();
    A[16 * 48] = -std::numeric_limits<float>::infinity();
    in.b[9] = std::nanf("");
    check(dense_problem(function, dense, A, in, true).words("infinities and NaNs in A and b"));
}

void check_refused(const std::string& function, Dense dense, const char* named) {
    Call call = make_call(dense_problem(function, {2, 8, 8}, InputKind::integers, draw_seed()));
    call.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    // So that nothing runs that reads beyond the arrays, which are small.
    if (on_simulator()) call.fail_call(1);
    const Answer answer = run(call.may_throw().reproduce_with(""), "forward");
    const bool goes_on = answer.thrown().empty() || !answer.failed_call().empty();
    expect(!goes_on && grader::lab::has_word(answer.thrown(), named),
           fmt::format("{} with n = {}, m = {}, pitch = {} {}: throw an exception, with a sentence "
                       "that names {}{}",
                       function, dense.n, dense.m, dense.pitch,
                       goes_on ? "goes on as if a texture could hold this"
                               : "says \"" + answer.thrown() + "\"",
                       named, words_of_product("n", dense.n, "pitch", dense.pitch)));
}

void check_not_refused(const std::string& function, Dense dense) {
    if (!on_simulator()) return;
    Call call = make_call(dense_problem(function, {2, 8, 8}, InputKind::integers, draw_seed()));
    call.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    const Answer answer = run(call.may_throw().fail_call(1).reproduce_with(""), "forward");
    expect(!answer.failed_call().empty(),
           fmt::format("{} with n = {}, m = {}, pitch = {} {}, though a texture holds this",
                       function, dense.n, dense.m, dense.pitch,
                       answer.thrown().empty() ? "calls nothing of CUDA"
                                               : "says \"" + answer.thrown() + "\""));
}

Dense drawn_dense() {
    const int m = 32 * draw_size(6, "dense columns");
    return {draw_work_size(150, "dense rows"), m, m};
}

const Answer& counts_of_dense(const std::string& function, const Dense& dense,
                              const std::string& name) {
    return counts_of(function + name, [&](InputKind kind) {
        return checked(dense_problem(function, dense, kind, draw_seed()));
    });
}

void check_fetches(const std::string& function, int lanes_together) {
    const Dense dense = drawn_dense();
    const Answer& answer = counts_of_dense(function, dense, "drawn");
    const double elements = double(dense.n) * dense.m;
    const auto requests = static_cast<double>(counted(answer, "texture_requests"));
    const auto sectors = static_cast<double>(counted(answer, "texture_sectors"));
    expect_saved(sectors, elements / lanes_together,
                 fmt::format("{} fetches {:.0f} sectors; {:.0f} are enough where neighbouring "
                             "lanes have neighbouring columns",
                             function, sectors, elements / lanes_together),
                 about_accesses);
    expect_between(
        requests, elements / lanes_together, elements / lanes_together,
        fmt::format("{} makes {:.0f} texture requests for {} x {} elements; to fetch each "
                    "of them once takes {:.0f}, {} lanes in each",
                    function, requests, dense.n, dense.m, elements / lanes_together,
                    lanes_together));
    const auto bytes_of_A = sizeof(float) * dense.n * std::uint64_t(dense.m);
    double of_A = 0;  // in any way, as an atomic that adds nothing reads, too
    for (const char* op : {"load", "red", "atom"})
        of_A += static_cast<double>(traffic(answer, bytes_of_A, op).sectors);
    expect_used(of_A <= slack * sectors && answer.device_copy_bytes() < bytes_of_A / 8,
                fmt::format("{} fetches {:.0f} sectors of A through its texture, and reads A in "
                            "another way, too: what is fetched is to be multiplied",
                            function, sectors));
    expect_warps_have_rows(answer, dense, lanes_together);
    demonstrate(answer);
}

void expect_texture(const std::string& function, int lanes_together) {
    if (!on_simulator()) return;  // a device counts no requests
    const Dense dense = drawn_dense();
    const auto requests =
        static_cast<double>(counted(counts_of_dense(function, dense, "drawn"), "texture_requests"));
    const double least = double(dense.n) * dense.m / lanes_together;
    expect(requests > 0, function + " fetches nothing through a texture");
    expect(requests >= least / slack,
           fmt::format("{} makes {:.0f} texture requests for {} x {} elements, where one of its "
                       "texture serves {} lanes: fetch each element, and by the texture that the "
                       "function is about",
                       function, requests, dense.n, dense.m, lanes_together));
}

void expect_fetches_predicted(const std::string& function) {
    const auto counts_at = [&](const Example& example, int m) -> CountsAt {
        const Answer& answer = counts_of_dense(function, {example.n, m, m},
                                               fmt::format("example {} {}", example.n, m));
        return {{{"texture_requests", counted(answer, "texture_requests")},
                 {"texture_sectors", counted(answer, "texture_sectors")}},
                example.sizes(m)};
    };
    expect_predicted(function, counts_at(stated, stated_columns),
                     {counts_at(drawn_example(), drawn_columns())});
}

Batched batched(const std::string& function, const Dense& dense) {
    Problem problem(function);
    problem.size("n", dense.n).size("m", dense.m).size("pitch", dense.pitch);
    const auto expected = [dense](const Batched::Inputs& inputs, std::size_t i) {
        double sum = inputs("b", i), magnitude = std::abs(sum);
        for (std::size_t j = 0; j < static_cast<std::size_t>(dense.m); ++j) {
            const double product =
                double(inputs("A", i * static_cast<std::size_t>(dense.pitch) + j)) * inputs("x", j);
            sum += product;
            magnitude += std::abs(product);
        }
        return runner::Expected{sum, runner::gamma(dense.m + 1) * magnitude};
    };
    const auto n = static_cast<std::size_t>(dense.n), m = static_cast<std::size_t>(dense.m);
    return {.problem = problem,
            .drawn = {{"A", n * static_cast<std::size_t>(dense.pitch)}, {"x", m}, {"b", n}},
            .output = "y",
            .elements = n,
            .expected = expected};
}

}  // namespace sparse_and_texture
