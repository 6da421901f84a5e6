// Calls of transpose, and where it goes wrong.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runner/inputs.hpp"
#include "score/findings.hpp"
#include "suite/causes/unwritten_edge.hpp"
#include "suites/05-coalescing/checks.hpp"

namespace coalescing {

namespace {

Call call_of_transpose(Shape shape, const std::vector<float>& A) {
    Call call("transpose");
    call.size("n", shape.n).size("m", shape.m).input("A", A).output<float>("At", A.size());
    return call;
}

std::vector<float> draw_matrix(Shape shape, std::uint64_t seed) {
    std::vector<float> A(elements(shape));
    runner::fill(A, runner::InputKind::reals, seed, "A");
    return A;
}

std::string shown(float value) {
    return runner::is_unwritten(value) ? "(not written)" : fmt::format("{:.9g}", value);
}

// The first errors found in the call, since the value of an element rarely shows what is wrong.
std::string first_errors(const Answer& answer) {
    constexpr std::size_t most = 2;
    std::string text;
    std::size_t told = 0;
    for (const auto& finding : answer.findings())
        if (finding.severity == grader::score::Severity::error && told++ < most)
            text += "\n  " + grader::score::one_line(finding);
    return text;
}

struct WrongTranspose {
    const char* words;
    // The element of A that is stored at (i, j) of its transpose, or nothing is.
    std::optional<std::size_t> (*from)(Shape shape, std::size_t i, std::size_t j);
};

std::optional<std::size_t> place_in_A(Shape shape, std::size_t row, std::size_t column) {
    if (row >= static_cast<std::size_t>(shape.n) || column >= static_cast<std::size_t>(shape.m))
        return std::nullopt;
    return column * shape.n + row;
}

constexpr std::size_t side = 32;  // of the tile of a block

constexpr WrongTranspose wrong_transposes[] = {
    {"where A is copied in the order in which it lies: are the index of what is read and that of "
     "what is stored the same?",
     [](Shape shape, std::size_t i, std::size_t j) -> std::optional<std::size_t> {
         return i * shape.m + j;
     }},
    {"where each tile is transposed in itself, and the tiles keep their places: for the store, the "
     "block's first row and first column are to be exchanged, too",
     [](Shape shape, std::size_t i, std::size_t j) {
         return place_in_A(shape, j / side * side + i % side, i / side * side + j % side);
     }},
    {"where the tiles come to the right places, and are not transposed themselves: the two indices "
     "of the tile are to be exchanged between its store and its load, once",
     [](Shape shape, std::size_t i, std::size_t j) {
         return place_in_A(shape, i / side * side + j % side, j / side * side + i % side);
     }},
};

// An element that comes from beyond A may have any value.
std::string cause_of(Shape shape, const std::vector<float>& A, std::span<const float> At) {
    if (shape.n < 2 || shape.m < 2) return {};
    for (const auto& [words, from] : wrong_transposes) {
        std::size_t known = 0, moved = 0;  // of which so many stand in a wrong place
        bool gives_all = true;
        for (std::size_t at = 0; at < At.size() && gives_all; ++at) {
            const auto place = from(shape, at / shape.m, at % shape.m);
            if (!place || runner::is_unwritten(At[at])) continue;
            ++known;
            moved += place != place_in_A(shape, at / shape.m, at % shape.m);
            gives_all = At[at] == A[*place];
        }
        // A single tile that keeps its place is right, so it says nothing.
        if (gives_all && moved > 0 && 2 * known > At.size())
            return std::string("\n  At is what comes out ") + words;
    }
    return {};
}

/// If nothing of the last rows of A is written, or of its last columns, and all of the others:
/// which those are, and the grid.
std::string missing_edge(const Answer& answer, Shape shape, std::span<const float> At) {
    const auto words = [&](const char* line, int lines, const auto& line_of) -> std::string {
        int written = 0;  // one more than the last line of which anything is written
        for (std::size_t at = 0; at < At.size(); ++at)
            if (!runner::is_unwritten(At[at])) written = std::max(written, line_of(at) + 1);
        for (std::size_t at = 0; at < At.size(); ++at)
            if (runner::is_unwritten(At[at]) != (line_of(at) >= written)) return {};
        if (written == 0 || written == lines) return {};
        const int left = lines - written;
        return fmt::format(
            "\n  nothing is written from {0} {1} of A on: the last {2}of {3} {0}s{4}", line,
            written, left == 1 ? "" : fmt::format("{} ", left), lines, last_launch(answer));
    };
    const auto row_of = [&](std::size_t at) { return static_cast<int>(at / shape.m); };
    const auto column_of = [&](std::size_t at) { return static_cast<int>(at % shape.m); };
    const std::string rows = words("row", shape.n, row_of);
    return rows.empty() ? words("column", shape.m, column_of) : rows;
}

void check_elements(const Answer& answer, Shape shape, const std::vector<float>& A,
                    const grader::score::Lines& repetition) {
    expect(!answer.has_cuda_error(),
           answer.error_after(fmt::format("transpose, n = {}, m = {}", shape.n, shape.m)) +
               first_errors(answer) + repetition);
    const auto At = answer.output<float>("At");
    for (std::size_t at = 0; at < At.size(); ++at) {
        const std::size_t i = at / shape.m, j = at % shape.m;
        const float expected = A[j * shape.n + i];
        if (At[at] == expected) continue;
        fail(fmt::format("At is wrong: n = {}, m = {}, At[{}] is element ({}, {}) of the "
                         "transpose: expected {:.9g}, got {}",
                         shape.n, shape.m, at, j, i, expected, shown(At[at])) +
             cause_of(shape, A, At) + missing_edge(answer, shape, At) + first_errors(answer) +
             repetition);
    }
}

}  // namespace

CheckedCall checked_transpose(Shape shape) {
    const auto seed = draw_seed();
    const auto A = draw_matrix(shape, seed);
    Call made = call_of_transpose(shape, A);
    made.reproduce_with(
        fmt::format("--function transpose --rows {} --cols {} --seed {} --inputs reals", shape.n,
                    shape.m, seed));
    return {std::move(made), [shape, A](const Call& call, const Answer& answer) {
                check_elements(answer, shape, A, repeat(call, answer.order()));
            }};
}

void check_transpose(Shape shape) {
    const auto [call, check] = checked_transpose(shape);
    for (const Answer& answer : run(call)) check(call, answer);
}

const Answer& counts_of_transpose(Shape shape) {
    return counts_of(fmt::format("transpose {} {}", shape.n, shape.m),
                     [&] { return checked_transpose(shape); });
}

}  // namespace coalescing
