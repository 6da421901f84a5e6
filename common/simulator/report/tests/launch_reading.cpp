// Arguments of a launch that are exchanged are the first thing to look at where an index that uses
// them is out of bounds.
#include "simulator/report/source/launch_reading.hpp"

#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

TextHas launch_reading_has(const std::string& text, const std::string& words) {
    return text_has(text, words);
}

// Thread 7 of one block reads `variable`[index] on line 3; n is 7 and m is 9.
std::string advice_on_launch(const std::string& line, const std::string& launch,
                             const std::string& variable, long index, long elements,
                             int launched_on = 0) {
    const StudentSource source(
        "__global__ void k(int n, int m, float* y, const float* A, const float* x) {\n"
        "  int i = threadIdx.x;\n  " +
        line + "\n}\nvoid f(int n, int m, float* d_y, const float* d_A, const float* d_x) {\n  " +
        launch + "\n}\n");
    Settled settled;
    settled.self = source.line(3);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.thread = {7, 0, 0}, .op = Op::read},
                                    .variable = variable,
                                    .index = index,
                                    .elements = elements,
                                    .element_size = 4,
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {16, 1, 1},
                        .numbers = {{"n", 7}, {"m", 9}}};
    if (launched_on > 0) settled.launched = source.line(launched_on);
    return bounds_advice(settled);
}

}  // namespace

TEST_CASE("two arrays that a launch exchanges are named") {
    const std::string line = "if (i < m) y[i] = A[i];";
    const std::string exchanged =
        advice_on_launch(line, "k<<<1, 16>>>(n, m, d_y, d_x, d_A);", "A", 7, 7);
    CHECK(launch_reading_has(
        exchanged, "The launch on line 6 hands `d_x` to the parameter A, and `d_A` to x"));
    CHECK_FALSE(launch_reading_has(
        advice_on_launch(line, "k<<<1, 16>>>(n, m, d_y, d_A, d_x);", "A", 7, 7), "exchanged"));
}

TEST_CASE("a part that goes on to another size than the array's names both") {
    const std::string part =
        "int t = i % 4; int first = i / 4 * 4; int count = min(16, m - first); if (t < count) "
        "A[first + "
        "t];";
    CHECK(launch_reading_has(advice_on_launch(part, "launch(n, m);", "A", 7, 7),
                             "either `t < n - first` is meant, or n and m are exchanged, in the "
                             "launch or where the function that launches this kernel is called"));
    CHECK(launch_reading_has(
        advice_on_launch(part, "k<<<1, 16>>>(m, n, d_y, d_A, d_x);", "A", 7, 7),
        "hands `m` to the parameter n, and `n` to m: are two arguments of the launch exchanged?"));
}

TEST_CASE("of several launches of a kernel only that is quoted for which the thread has run") {
    const std::string line = "if (i < m) y[i] = A[i];";
    const std::string launches =
        "k<<<1, 16>>>(n, m, d_y, d_A, d_x);\n  k<<<1,\n      16>>>(n, m, d_y, d_x, d_A);";
    const auto advice = [&](int launched_on) {
        return advice_on_launch(line, launches, "A", 7, 7, launched_on);
    };
    CHECK_FALSE(launch_reading_has(advice(6), "exchanged"));
    CHECK(launch_reading_has(advice(8), "hands `d_x` to the parameter A, and `d_A` to x"));
}
