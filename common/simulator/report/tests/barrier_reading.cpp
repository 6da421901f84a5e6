// A barrier is reported as missing where it is missing, and nowhere else.
#include "simulator/report/advice/barrier_reading.hpp"

#include <algorithm>

#include "simulator/report/advice/order_between_blocks.hpp"
#include "simulator/report/advice/race_advice.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string advice(const std::string& body, int one, int other, bool same_warp = false) {
    const StudentSource source(
        "__device__ void add_up(float* q);\n__global__ void k(float* Q) {\n" + body + "}\n");
    Settled settled;
    settled.self = source.line(one);
    settled.other = source.line(other);
    return missing_barrier(settled, same_warp);
}

// Two blocks are involved; the other one writes.
template <class Question>
auto ask(Question question, const std::string& body, int reads, int writes) {
    const StudentSource source("__global__ void k(float* p) {\n" + body + "}\n");
    Settled settled;
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.other = Party{.op = Op::write};
    settled.self = source.line(reads);
    settled.other = source.line(writes);
    return question(settled);
}

TextHas barrier_reading_has(const std::string& text, const std::string& words) {
    return text_has(text, words);
}

const std::string loop = "for (int s = 128; s > 0; s /= 2) {\n";

}  // namespace

TEST_CASE("if the loop has a barrier, the guard is reported") {
    const std::string text =
        advice(loop + "__syncthreads();\nif (t + s < 256) Q[t] += Q[t + s];\n}\n", 5, 5);
    CHECK(barrier_reading_has(text, "as in `if (t < s)`"));
    CHECK_FALSE(barrier_reading_has(text, "No __syncthreads()"));
}

TEST_CASE("a guard that exists is not advised: what is read is too far away") {
    const std::string text =
        advice(loop + "__syncthreads();\nif (t < s) Q[t] += Q[t + 256];\n}\n", 5, 5);
    CHECK(barrier_reading_has(text, "what they read lies `256` further on"));
    CHECK(barrier_reading_has(text, "at `t + s`"));
    CHECK_FALSE(barrier_reading_has(text, "Let only threads"));
}

TEST_CASE("no guard is advised that guards nothing or exists already") {
    for (const char* const line : {"if (t < 64) Q[t] += Q[t + 64];", "if (s) Q[t] += Q[t + 256];"})
        CHECK_FALSE(barrier_reading_has(advice(loop + "__syncthreads();\n" + line + "\n}\n", 5, 5),
                                        "Let only threads"));
}

TEST_CASE("where the stride grows, the guard is that of every second, fourth, … thread") {
    const std::string text = advice(
        "for (int s = 1; s < 256; s *= 2) {\n__syncthreads();\nif (t % s == 0) Q[t] += Q[t + "
        "s];\n}\n",
        5, 5);
    CHECK(barrier_reading_has(text, "as in `if (t % (2 * s) == 0)`"));
    CHECK_FALSE(barrier_reading_has(text, "(t < s)"));
}

TEST_CASE("a tree whose guard holds within a row is said to be that of several rows") {
    const std::string text =
        advice(loop + "__syncthreads();\nif (z < s) Q[t * 8 + z] += Q[t * 8 + z + s];\n}\n", 5, 5);
    CHECK(barrier_reading_has(text, "does each have elements of its own"));
    CHECK_FALSE(barrier_reading_has(text, "read into a variable first"));
    CHECK_FALSE(barrier_reading_has(text, "as in `if"));
}

TEST_CASE("in a branch for one warp, a warp's barrier is what is missing") {
    const std::string body = "if (threadIdx.x < 32) {\nQ[t] = 1;\ny = Q[t + 1];\n}\n";
    CHECK(barrier_reading_has(advice(body, 4, 5, true), "it is a __syncwarp() that goes there"));
    CHECK_FALSE(barrier_reading_has(advice(body, 4, 5), "__syncwarp"));
    CHECK_FALSE(
        barrier_reading_has(advice("Q[t] = 1;\ny = Q[t + 1];\n", 3, 4, true), "__syncwarp"));
}

TEST_CASE("a guard of the read alone, or of whole blocks, is no branch for one warp") {
    for (const char* const body :
         {"Q[t] = 1;\nif (threadIdx.x < 32) y = Q[t + 1];\n",
          "if (row < n) {\nQ[t] = 1;\ny = Q[t + 1];\n}\n",
          "for (int k = threadIdx.x; k < 9; ++k) {\nQ[t] = k;\ny = Q[t + 1];\n}\n"}) {
        const int first = body[0] == 'Q' ? 3 : 4;
        CHECK_FALSE(barrier_reading_has(advice(body, first, first + 1, true), "__syncwarp"));
    }
}

TEST_CASE("a loop without a barrier is reported as such") {
    CHECK(
        barrier_reading_has(advice(loop + "if (t < s) Q[t] += Q[t + s];\n}\n", 4, 4),
                            "There is no __syncthreads() in the loop: every iteration needs one"));
}

TEST_CASE("of two positions for a barrier in a loop the empty one is named") {
    CHECK(barrier_reading_has(
        advice(loop + "Q[t] = s;\n__syncthreads();\ny += Q[s];\n}\n", 4, 6),
        "between line 6 and line 4 of the next iteration: put one at the end of the loop's body"));
    CHECK(barrier_reading_has(
        advice(loop + "Q[t] = s;\ny += Q[s];\n__syncthreads();\n}\n", 4, 5),
        "there is no __syncthreads() between line 4 and line 5: put one there"));
    CHECK(advice(loop + "Q[t] = s;\n__syncthreads();\ny += Q[s];\n__syncthreads();\n}\n", 4, 6) ==
          "");
}

TEST_CASE("a call that may contain a barrier leaves the position open") {
    CHECK(advice("Q[t] = 1;\nadd_up(Q);\ny = Q[0];\n", 3, 5) == "");
    CHECK(barrier_reading_has(advice("Q[t] = 1;\nfloat z = sqrtf(2);\ny = Q[0];\n", 3, 5),
                              "between line 3 and line 5"));
}

TEST_CASE("a warp's barrier does not order threads of different warps") {
    CHECK(barrier_reading_has(advice("Q[t] = 1;\n__syncwarp();\ny = Q[0];\n", 3, 5),
                              "__syncwarp() orders the threads of a warp only"));
}

TEST_CASE("a warp's barrier between two of its lanes has not ordered both") {
    CHECK(barrier_reading_has(advice("Q[t] = 1;\n__syncwarp(m);\ny = Q[0];\n", 3, 5, true),
                              "orders only the lanes that come to it and that its mask names"));
}

TEST_CASE("a loop with a warp's barrier on one way only lacks the other one") {
    const std::string start = loop + "v = Q[t - 1];\n", end = "Q[t] += v;\n";
    const std::string missing = "In the loop there is no __syncwarp() between line ";
    CHECK(barrier_reading_has(advice(start + end + "__syncwarp();\n}\n", 4, 5, true),
                              missing + "4 and line 5: put one there"));
    CHECK(barrier_reading_has(advice(start + "__syncwarp();\n" + end + "}\n", 4, 6, true),
                              missing + "6 and line 4 of the next iteration"));
    CHECK(barrier_reading_has(advice(start + end + "__syncwarp();\n}\n", 4, 5),
                              "There is no __syncthreads() in the loop"));
}

TEST_CASE("a warp's barrier at the end of a loop is said to order a warp only") {
    const std::string head = loop + "Q[t] = 1;\n__syncthreads();\nx += Q[t + 1];\n";
    CHECK(barrier_reading_has(advice(head + "__syncwarp();\n}\n", 4, 6),
                              "__syncwarp() orders the threads of a warp only."));
    CHECK_FALSE(barrier_reading_has(advice(head + "}\n", 4, 6), "__syncwarp()"));
}

TEST_CASE("a fence before the barrier of the block covers its own thread's stores alone") {
    const auto early = [](const std::string& between) {
        return ask(fence_before_barrier, "p[1] = 2;\n" + between + "atomicAdd(t, 1);\nx = p[0];\n",
                   2 + int(std::ranges::count(between, '\n')) + 2, 2);
    };
    const auto found = early("__threadfence();\n__syncthreads();\n");
    REQUIRE(found);
    CHECK(found->fence == 3);
    CHECK(found->barrier == 4);
    CHECK_FALSE(early("__syncthreads();\n__threadfence();\n"));
    CHECK_FALSE(early("__threadfence();\n__syncthreads();\n__threadfence();\n"));
    CHECK_FALSE(early("__syncthreads();\n"));
}

TEST_CASE("a fence counts before the atomic and after the write, and nowhere else") {
    const std::string write = "p[t] = 1;\n", fence = "__threadfence();\n",
                      ticket = "last = atomicAdd(&n, 1) == 7;\n", read = "y = p[0];\n";
    CHECK(ask(fences_before_it_counts, write + fence + ticket + read, 5, 2));
    CHECK_FALSE(ask(fences_before_it_counts, write + ticket + fence + read, 5, 2));
    CHECK_FALSE(ask(fences_before_it_counts, fence + write + ticket + read, 5, 3));
    CHECK_FALSE(ask(fences_before_it_counts, write + ticket + read, 4, 2));
    const std::string flag = "f[0] = 1;\n", reader = "else { " + fence + read + "}\n";
    CHECK(ask(fences_before_it_counts, "if (t < 7) {\n" + write + fence + flag + "}\n" + reader, 8,
              3));
    CHECK_FALSE(
        ask(fences_before_it_counts, "if (t < 7) {\n" + write + flag + "}\n" + reader, 7, 3));
    CHECK(ask(fences_before_it_counts,
              "if (t < 7) { p[t] = 1; __threadfence(); f[0] = 1; }\n" + read, 3, 2));
}

TEST_CASE("an atomic whose result is not used makes no thread wait") {
    CHECK_FALSE(ask(waits_for_others, "if (t > 0) atomicAdd(&h[t], 1u);\np[t] = 1;\n", 3, 3));
    CHECK(ask(waits_for_others, "if (atomicAdd(&n, 1) < 7) return;\np[t] = 1;\n", 3, 3));
    CHECK(ask(waits_for_others, "while (flag == 0) {}\np[t] = 1;\n", 3, 3));
}

TEST_CASE("a grid barrier in between is reported with its line") {
    const std::string head = "cg::grid_group grid = cg::this_grid();\np[t] = 1;\n";
    CHECK(ask(grid_barrier_between, head + "if (t == 0) grid.sync();\ny = p[0];\n", 5, 3) == 4);
    CHECK(ask(grid_barrier_between, head + "y = p[0];\ngrid.sync();\n", 4, 3) == 0);
}

TEST_CASE("a race of two blocks on memory with two names gives both names") {
    const auto told = [](const std::string& body) {
        return ask(
            [](Settled& settled) {
                settled.recorded.finding.other->block = {1, 0, 0};
                return race_advice(settled);
            },
            body, 3, 4);
    };
    CHECK(barrier_reading_has(told("float sum =\nfrom[t];\nto[t] = sum;\n"),
                              "Line 3 calls this memory from, and line 4 calls it to"));
    CHECK_FALSE(barrier_reading_has(told("float sum =\np[t];\np[t + 1] = sum;\n"), "calls"));
}
