// The numbers that both sides generate from a seed, and what counts as a right answer.
#include "runner/inputs.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "runner/element.hpp"
#include "runner/matvec_problem.hpp"

using namespace runner;

namespace {

std::vector<float> made(InputKind kind, std::uint64_t seed, std::string_view array, std::size_t n,
                        std::uint64_t first = 0) {
    std::vector<float> values(n);
    fill(values, kind, seed, array, first);
    return values;
}

std::vector<float> right_answer(const MatvecProblem& problem) {
    std::vector<float> y;
    for (int i = 0; i < problem.n; ++i)
        y.push_back(static_cast<float>(expected_element(problem, i).value));
    return y;
}

}  // namespace

TEST_CASE("inputs follow from seed, kind and name, and differ with each of them") {
    const auto values = made(InputKind::reals, 1, "A", 100);
    CHECK(values == made(InputKind::reals, 1, "A", 100));
    CHECK(values != made(InputKind::reals, 2, "A", 100));
    CHECK(values != made(InputKind::reals, 1, "x", 100));
}

TEST_CASE("a part of an array can be made alone") {
    const auto all = made(InputKind::reals, 9, "A", 100);
    const auto part = made(InputKind::reals, 9, "A", 10, 70);
    CHECK(std::equal(part.begin(), part.end(), all.begin() + 70));
}

TEST_CASE("integers lie in -4 to 4 and take every value there") {
    const auto values = made(InputKind::integers, 3, "A", 1000);
    const std::set<float> seen(values.begin(), values.end());
    CHECK(seen == std::set<float>{-4, -3, -2, -1, 0, 1, 2, 3, 4});
}

TEST_CASE("reals lie in [-1, 1) and centre on 0") {
    double sum = 0;
    for (const float value : made(InputKind::reals, 3, "A", 100'000)) {
        REQUIRE(value >= -1);
        REQUIRE(value < 1);
        sum += value;
    }
    CHECK(std::abs(sum / 100'000) < 0.01);
}

TEST_CASE("unknown inputs are refused with the known ones named") {
    CHECK(input_kind("reals") == InputKind::reals);
    CHECK_THROWS_WITH(input_kind("random"),
                      "unknown inputs 'random'; known: integers reals cancellation zeros");
}

TEST_CASE("a problem with integers has one right answer, in either layout") {
    for (const Layout layout :
         {Layout::row_major, Layout::column_major, Layout::column_major_transposed}) {
        const auto problem = make_matvec_problem(5, 7, layout, InputKind::integers, 1);
        auto y = right_answer(problem);
        CHECK_FALSE(first_wrong(problem, y));
        y[3] += 1;
        CHECK(first_wrong(problem, y) == 3);
    }
}

TEST_CASE("A lies in memory as it does without transposing when its transpose multiplies") {
    const auto seed = 3;
    const auto plain = make_matvec_problem(2, 3, Layout::column_major, InputKind::integers, seed);
    const auto transposed =
        make_matvec_problem(2, 3, Layout::column_major_transposed, InputKind::integers, seed);
    CHECK(plain.A == transposed.A);
    CHECK(transposed.rows() == 2);
    CHECK(transposed.columns() == 3);
    CHECK(transposed.x.size() == 2);
    CHECK(transposed.b.size() == 3);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j) CHECK(plain.at(i, j) == transposed.at(j, i));
}

TEST_CASE("a float sum in any order is within the bound, and an element left out is not") {
    const int m = 777;
    for (const InputKind kind : {InputKind::reals, InputKind::cancellation}) {
        const auto problem = make_matvec_problem(20, m, Layout::row_major, kind, 5);
        std::vector<float> forward(20), backward(20), shorter(20);
        for (int i = 0; i < 20; ++i) {
            forward[i] = backward[i] = shorter[i] = problem.b[i];
            for (int j = 0; j < m; ++j) forward[i] += problem.A[i * m + j] * problem.x[j];
            for (int j = m; j-- > 0;) backward[i] += problem.A[i * m + j] * problem.x[j];
            for (int j = 1; j < m; ++j) shorter[i] += problem.A[i * m + j] * problem.x[j];
        }
        CHECK_FALSE(first_wrong(problem, forward));
        CHECK_FALSE(first_wrong(problem, backward));
        CHECK(first_wrong(problem, shorter));
    }
}

TEST_CASE("cancellation leaves sums far below their terms") {
    const auto problem =
        make_matvec_problem(1, 1000, Layout::row_major, InputKind::cancellation, 5);
    double magnitude = 0;
    for (int j = 0; j < 1000; ++j) magnitude += std::abs(problem.A[j] * problem.x[j]);
    CHECK(std::abs(expected_element(problem, 0).value - problem.b[0]) < 1e-3 * magnitude);
}

TEST_CASE("infinities match by sign and NaNs by class, but never what nobody wrote") {
    const float inf = std::numeric_limits<float>::infinity();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float unwritten = std::bit_cast<float>(poison_word);
    CHECK(is_right({inf, 0}, inf));
    CHECK_FALSE(is_right({inf, 0}, -inf));
    CHECK_FALSE(is_right({inf, 0}, std::numeric_limits<float>::max()));
    CHECK(is_right({std::nan(""), 0}, nan));
    CHECK(is_right({std::nan(""), 0}, -nan));
    CHECK_FALSE(is_right({std::nan(""), 0}, 1.0f));
    CHECK_FALSE(is_right({std::nan(""), 0}, unwritten));
    CHECK_FALSE(is_right({1, 1}, nan));
    CHECK_FALSE(is_right({1, 1}, unwritten));
}

TEST_CASE("arithmetic does not turn other NaNs into the pattern of an unwritten output") {
    volatile float zero = 0;
    CHECK_FALSE(is_unwritten(zero / zero));
    CHECK_FALSE(is_unwritten(std::numeric_limits<float>::quiet_NaN()));
    CHECK(is_unwritten(std::bit_cast<float>(poison_word)));
}
