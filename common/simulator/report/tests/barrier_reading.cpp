// Where a barrier is said to be missing: where none stands, and nowhere else.
#include "simulator/report/barrier_reading.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string advice(const std::string& body, int one, int other) {
    const StudentSource source(
        "__device__ void add_up(float* q);\n__global__ void k(float* Q) {\n" + body + "}\n");
    Settled settled;
    settled.self = source.line(one);
    settled.other = source.line(other);
    return missing_barrier(settled);
}

bool barrier_reading_has(const std::string& text, const std::string& words) {
    INFO(text);
    return text.find(words) != std::string::npos;
}

const std::string loop = "for (int s = 128; s > 0; s /= 2) {\n";

}  // namespace

TEST_CASE("where a barrier stands in the loop, the guard is told") {
    const std::string text =
        advice(loop + "__syncthreads();\nif (t + s < 256) Q[t] += Q[t + s];\n}\n", 5, 5);
    CHECK(barrier_reading_has(text, "as in `if (t < s)`"));
    CHECK_FALSE(barrier_reading_has(text, "No __syncthreads()"));
}

TEST_CASE("where none stands in the loop, that is told") {
    CHECK(barrier_reading_has(advice(loop + "if (t < s) Q[t] += Q[t + s];\n}\n", 4, 4),
                              "No __syncthreads() stands in the loop: every turn needs one"));
}

TEST_CASE("of two places for a barrier in a loop the one without is told") {
    CHECK(barrier_reading_has(
        advice(loop + "Q[t] = s;\n__syncthreads();\ny += Q[s];\n}\n", 4, 6),
        "between line 6 and line 4 of the next turn: put one at the end of the turn"));
    CHECK(
        barrier_reading_has(advice(loop + "Q[t] = s;\ny += Q[s];\n__syncthreads();\n}\n", 4, 5),
                            "no __syncthreads() stands between line 4 and line 5: put one there"));
    CHECK(advice(loop + "Q[t] = s;\n__syncthreads();\ny += Q[s];\n__syncthreads();\n}\n", 4, 6) ==
          "");
}

TEST_CASE("a function that may have a barrier leaves the place open") {
    CHECK(advice("Q[t] = 1;\nadd_up(Q);\ny = Q[0];\n", 3, 5) == "");
    CHECK(barrier_reading_has(advice("Q[t] = 1;\nfloat z = sqrtf(2);\ny = Q[0];\n", 3, 5),
                              "between line 3 and line 5"));
}

TEST_CASE("a warp's barrier between threads of the block is no barrier of theirs") {
    CHECK(barrier_reading_has(advice("Q[t] = 1;\n__syncwarp();\ny = Q[0];\n", 3, 5),
                              "__syncwarp() orders the threads of a warp only"));
}
