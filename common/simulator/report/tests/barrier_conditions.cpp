// A barrier that threads miss is named with the condition that keeps them from it.
#include "simulator/report/advice/barrier_conditions.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

Settled settled_on(const StudentSource& source, int one, int other) {
    Settled settled;
    settled.self = source.line(one);
    settled.other = source.line(other);
    return settled;
}

std::string race_in(const std::string& body, int one, int other) {
    const StudentSource source("__global__ void k(float* Q) {\n" + body + "}\n");
    return barrier_in_an_if(settled_on(source, one, other), false);
}

std::string missed_in(const std::string& text, int line) {
    const StudentSource source(text);
    return barrier_missed_by(settled_on(source, line, line), source.line(line));
}

const std::string tree_loop = "for (int s = 128; s > 0; s /= 2) {\n";

}  // namespace

TEST_CASE("a barrier in an `if` of the loop orders only some of its turns") {
    CHECK(race_in(tree_loop + "if (s >= 32) __syncthreads();\nif (t < s) Q[t] += Q[t + s];\n}\n", 4,
                  4) ==
          "The barrier on line 3 is reached only where `s >= 32`: put it outside of that `if`, "
          "where every thread of the block reaches it in every iteration.");
    CHECK(race_in("Q[t] = 1;\nif (lane == 0) {\n__syncthreads();\n}\ny[0] = Q[t + 1];\n", 2, 6) ==
          "The barrier on line 4 is reached only where `lane == 0`: put it outside of that `if`, "
          "where every thread of the block reaches it.");
}

TEST_CASE("a barrier that every turn reaches is no barrier in an `if`") {
    CHECK(race_in(tree_loop + "__syncthreads();\nif (t < s) Q[t] += Q[t + s];\n}\n", 4, 4).empty());
    CHECK(
        race_in("if (n > 3) {\nQ[t] = 1;\n__syncthreads();\ny[0] = Q[t + 1];\n}\n", 3, 5).empty());
    CHECK(race_in("Q[t] = 1;\ny[0] = Q[t + 1];\n", 2, 3).empty());
    CHECK(race_in("Q[t] = 1;\n}\n__global__ void l(float* Q) {\nif (t > 3) __syncthreads();\n"
                  "y[0] = Q[t + 1];\n",
                  2, 6)
              .empty());
}

TEST_CASE("a barrier in an `if` that does not stand between the accesses is not blamed") {
    CHECK(race_in(tree_loop + "if (s < 128) __syncthreads();\nQ[t] = x[s];\ny[s] += Q[t + 1];\n}\n",
                  4, 5)
              .empty());
    CHECK(race_in(tree_loop + "Q[t] = x[s];\nif (s < 128) __syncthreads();\ny[s] += Q[t + 1];\n}\n",
                  3, 5)
              .starts_with("The barrier on line 4 is reached only where `s < 128`"));
}

TEST_CASE("the `if` that only some threads enter is named where others wait for the barrier") {
    CHECK(missed_in("__global__ void k() {\nint lane = threadIdx.x % 32;\nif (lane == 0) {\n"
                    "__syncthreads();\n}\n}\n",
                    4) ==
          "The barrier on line 4 is reached only where `lane == 0`: put it outside of that `if`.");
    CHECK(missed_in("__global__ void k(int n) {\nif (n > 3)\n__syncthreads();\n}\n", 3).empty());
}

TEST_CASE("all of the `if`'s condition is named, since any part of it may keep a thread away") {
    CHECK(missed_in("__global__ void k(int n) {\nint i = threadIdx.y, j = threadIdx.x;\n"
                    "if (i < n && (j < n)) {\n__syncthreads();\n}\n}\n",
                    4) ==
          "The barrier on line 4 is reached only where `i < n && (j < n)`: put it outside of that "
          "`if`.");
}

TEST_CASE("the return by which threads leave before a barrier is named") {
    CHECK(missed_in("__device__ void add(float* q, int z) {\nfor (int s = 8; s > 0; s /= 2) {\n"
                    "__syncthreads();\nif (z >= s) return;\nq[z] += q[z + s];\n}\n}\n",
                    3) ==
          "`z >= s` on line 4 lets threads return from add, which come to its barrier on line 3 no "
          "more: guard the work in place of that.");
    CHECK(missed_in("__global__ void k(int n) {\nif (n == 0) return;\n__syncthreads();\n}\n", 3)
              .empty());
    CHECK(missed_in("__global__ void k(int n) {\n__syncthreads();\nif (threadIdx.x > n) return;\n"
                    "}\n",
                    2)
              .empty());
}

namespace {

// Two threads of a block wait on lines 4 and 6; 9 rows.
std::string left_in(const std::string& loop, const std::string& more = "") {
    const StudentSource source(
        "__global__ void k(int rows, float* Q) {\nint t = threadIdx.x / 64;\n" + loop +
        "\n__syncthreads();\n" + more + "}\n__syncthreads();\n}\n");
    Settled settled = settled_on(source, 4, 6);
    settled.recorded = {.finding = {.kind = FindingKind::barrier_divergence,
                                    .self = {.thread = {0, 0, 0}},
                                    .other = Party{.thread = {448, 0, 0}},
                                    .variant = Variant::different_barriers},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {512, 1, 1},
                        .numbers = {{"rows", 9}}};
    return loop_left_before(settled);
}

}  // namespace

TEST_CASE("a loop that one thread has left is named, with how often the two go round it") {
    CHECK(
        left_in("for (int r = t; r < rows; r += 8) {") ==
        "The one is in the loop on line 3, which the other has left: `r < rows` must hold equally "
        "often for all threads of the block. It does 2 times for thread 0 of block 0, and 1 time "
        "for thread 448 of block 0. Guard the work in the loop in place of that.");
    CHECK(left_in("for (int r = t; r < end; r += 8) {") ==
          "The one is in the loop on line 3, which the other has left: `r < end` must hold equally "
          "often for all threads of the block. Guard the work in the loop in place of that.");
}

TEST_CASE("a loop that may end in another way is not named") {
    CHECK(left_in("for (int r = t; r < rows; r += 8) {", "if (Q[r] > 3) break;").empty());
    CHECK(left_in("if (t > 3) {").empty());
}
