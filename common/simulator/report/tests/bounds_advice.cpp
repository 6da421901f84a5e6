// What is said of an index that lies outside, by what is known of it.
#include "simulator/report/bounds_advice.hpp"

#include <doctest/doctest.h>

#include "simulator/report/tests/scenario.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// Four blocks of 256; y has 1000 floats.
Finding access(long index, Dim3 block, Dim3 thread) {
    return {.kind = Kind::out_of_bounds,
            .self = thread_at(12, Op::write, block, thread),
            .variable = "y",
            .index = index,
            .elements = 1000,
            .element_size = 4,
            .space = Space::global};
}

Settled with_numbers(const Finding& finding, const std::vector<Number>& numbers) {
    Settled result = settled(finding);
    result.recorded.numbers = numbers;
    return result;
}

bool advises(const Finding& finding, const std::vector<Number>& numbers, const std::string& words) {
    const std::string text = bounds_advice(with_numbers(finding, numbers));
    INFO(text);
    return text.find(words) != std::string::npos;
}

bool advises(const Finding& finding, const std::string& words) {
    return advises(finding, {}, words);
}

}  // namespace

TEST_CASE("a thread whose own number is outside lacks a guard") {
    const Finding finding = access(1000, {3, 0, 0}, {232, 0, 0});
    CHECK(bounds_advice(settled(finding)) ==
          "The last element is y[999]. The index is the thread's number in the grid, and 24 of the "
          "1024 threads have no element: let only those work that have one, as in `if (i < n)`.");
}

TEST_CASE("an index beside the thread's number is a neighbour that the edge lacks") {
    CHECK(advises(access(-1, {0, 0, 0}, {1, 0, 0}), "minus 2: at the lower edge"));
    CHECK(advises(access(1000, {3, 0, 0}, {231, 0, 0}), "plus 1: at the upper edge"));
}

TEST_CASE("an index farther off, or of thread 0, is called no neighbour of the thread's number") {
    CHECK_FALSE(advises(access(1010, {3, 0, 0}, {206, 0, 0}), "edge"));
    CHECK_FALSE(advises(access(-2, {0, 0, 0}, {0, 0, 0}), "edge"));
    CHECK(advises(access(-1, {0, 0, 0}, {0, 0, 0}), "if it is that of a neighbour, as in `i - 1`"));
}

TEST_CASE("an index that has nothing to do with the thread's number is miscalculated") {
    CHECK(advises(access(51234, {0, 0, 0}, {5, 0, 0}), "check how it is computed"));
    CHECK_FALSE(advises(access(51234, {0, 0, 0}, {5, 0, 0}), "if (i < n)"));
}

TEST_CASE("one past the end is told as the end of a loop") {
    CHECK(advises(access(1000, {0, 0, 0}, {5, 0, 0}), "`<= n`"));
}

TEST_CASE("on the host no thread's number is spoken of") {
    Finding finding = access(1003, {0, 0, 0}, {0, 0, 0});
    finding.self.host = true;
    finding.space = Space::host;
    CHECK(advises(finding, "The last element is y[999]. Check how it is computed"));
    finding.index = std::nullopt;
    CHECK(advises(finding, "whether the pointer has been given a value"));
}

TEST_CASE("a negative index is told as negative, also where it has become unsigned") {
    CHECK(advises(access(-500, {0, 0, 0}, {5, 0, 0}), "The index is negative"));
    CHECK(advises(access(4294967292, {0, 0, 0}, {5, 0, 0}), "is -4 in unsigned arithmetic"));
}

TEST_CASE("as many bytes as threads are elements miscounted, or a guard is missing") {
    Finding finding = access(256, {1, 0, 0}, {0, 0, 0});
    finding.elements = 256;
    CHECK(advises(finding, "n * sizeof(float)"));
    CHECK(advises(finding, "if (i < n)"));
}

TEST_CASE("as many elements as an argument says are right, and a guard is missing") {
    Finding finding = access(256, {1, 0, 0}, {0, 0, 0});
    finding.elements = 256;
    CHECK(advises(finding, {{"n", 256}}, "768 of the 1024 threads have no element"));
    CHECK_FALSE(advises(finding, {{"n", 256}}, "sizeof"));
}

TEST_CASE("as many bytes as an argument says elements are elements miscounted") {
    const Finding finding = access(1000, {0, 0, 0}, {5, 0, 0});
    CHECK(
        advises(finding, {{"n", 4000}}, "It has 4000 bytes, and n is 4000: cudaMalloc takes the"));
    CHECK(advises(finding, {{"rows", 40}, {"cols", 100}}, "rows * cols is 4000"));
}

TEST_CASE(
    "dynamic shared memory is counted in bytes by the launch, an array of fixed size is not") {
    Finding finding = access(64, {0, 0, 0}, {64, 0, 0});
    finding.elements = 64;
    finding.space = Space::shared;
    Settled dynamic = settled(finding);
    dynamic.recorded.dynamic_shared = 256;
    CHECK(bounds_advice(dynamic).find("a size given in the launch counts bytes") !=
          std::string::npos);
    CHECK(advises(finding, "192 of the 256 threads have no element"));
    CHECK_FALSE(advises(finding, "bytes"));
}

TEST_CASE("a surplus thread's row lies behind the matrix") {
    Finding finding = access(3000, {3, 0, 0}, {232, 0, 0});
    finding.elements = 3000;
    CHECK(advises(finding, {{"rows", 1000}, {"cols", 3}},
                  "The index lies in row 1000, which is the thread's number in the grid, and rows "
                  "is 1000: 24 of the 1024 threads have no row"));
}

TEST_CASE("a surplus thread of the last row lies behind the matrix") {
    Finding finding = access(400, {3, 0, 0}, {100, 0, 0});
    finding.elements = 400;
    CHECK(advises(finding, {{"rows", 4}, {"cols", 100}},
                  "The index is 3 * cols + 100, and 100 is the thread's number in its block, but "
                  "cols is only 100: let only those threads work that have a column, as in `if (j "
                  "< cols)`"));
}

TEST_CASE("a row's number times the number of rows leaves a matrix with more rows than columns") {
    Finding finding = access(300002, {1, 0, 0}, {44, 0, 0});
    finding.elements = 300000;
    CHECK(advises(finding, {{"rows", 1000}, {"cols", 300}},
                  "The index is 300 * rows + 2, and 300 is the thread's number in the grid: if "
                  "that is the row, it must be multiplied by the length of a row, cols, and not by "
                  "rows"));
    CHECK_FALSE(advises(finding, {{"rows", 300}, {"cols", 1000}}, "not by rows"));
}

TEST_CASE("one column too many is not told as a wrong length of rows") {
    Finding finding = access(99 * 100, {0, 0, 0}, {99, 0, 0});
    finding.elements = 100 * 99;
    const Settled last_row = with_numbers(finding, {{"rows", 100}, {"cols", 99}});
    CHECK(bounds_advice(last_row).find("not by rows") == std::string::npos);
}

TEST_CASE("an array whose bound the compiler knows is told like a shared one") {
    Finding finding = access(16, {3, 0, 0}, {16, 0, 0});
    finding.space = Space::local;
    finding.variable.clear();
    finding.elements = 16;
    CHECK(advises(finding, "The last index is 15. The index is the thread's number in its block"));
}

TEST_CASE("the row's number counts where rows are the elements") {
    Finding finding = access(1000, {0, 4, 0}, {3, 8, 0});
    const auto advice = bounds_advice(settled(finding, {2, 8, 1}, {16, 248, 1}));
    INFO(advice);
    CHECK(advice.find("984 of the 1984 threads in y") != std::string::npos);
}

TEST_CASE("a block's number is told as such") {
    Finding finding = access(3, {3, 0, 0}, {0, 0, 0});
    finding.elements = 3;
    CHECK(advises(finding, "The index is the block's number, and 1 of the 4 blocks"));
}

TEST_CASE("in shared memory the number within the block counts") {
    Finding finding = access(128, {3, 0, 0}, {128, 0, 0});
    finding.space = Space::shared;
    finding.elements = 128;
    CHECK(advises(finding, "number in its block, and 128 of the 256 threads"));
}

TEST_CASE("where the index is unknown, the advice is general") {
    Finding finding = access(0, {0, 0, 0}, {0, 0, 0});
    finding.index.reset();
    CHECK(advises(finding, "number of bytes"));
}
