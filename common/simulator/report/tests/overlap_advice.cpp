// Advice on races of threads or blocks whose elements overlap.
#include "simulator/report/advice/race_advice.hpp"
#include "simulator/report/tests/race_scenario.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string advice_on_index(const std::string& index, long element, Dim3 block, Dim3 thread,
                            Dim3 other_block, Dim3 other_thread) {
    const StudentSource source("__global__ void k(float* y) {\n  int i = " + index +
                               ";\n  y[i] = i;\n}\n");
    return race_advice(two_writes(source, 3, 3, element, block, thread, other_block, other_thread));
}

}  // namespace

TEST_CASE("for blocks with equal indices the advice names the lengths to use") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  int b = blockIdx.y * blockDim.x + blockIdx.x;\n"
        "  y[b * 8 + threadIdx.x] = b;\n}\n");
    Settled settled = two_writes(source, 3, 3, 8, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 0});
    settled.recorded.grid = {2, 2, 1};
    settled.recorded.block = {1, 1, 1};
    const std::string text = race_advice(settled);
    CHECK(text_has(text, "gridDim's for blocks and blockDim's for threads."));
    CHECK_FALSE(text_has(text, "atomic"));
}

TEST_CASE("two dynamic arrays that begin together are one memory") {
    const StudentSource source(
        "extern __shared__ int keys[];\nextern __shared__ __align__(8) int counts[];\n"
        "__global__ void k() {\n  keys[threadIdx.x] = 1;\n  counts[threadIdx.x] = 0;\n"
        "  keys[threadIdx.x + 1] = 2;\n}\n");
    const auto advice = [&](int line, int other, Space space) {
        Settled settled = two_writes(source, line, other, 1, {}, {1, 0, 0}, {}, {0, 0, 0});
        settled.recorded.finding.space = space;
        return race_advice(settled);
    };
    CHECK(text_has(advice(5, 4, Space::shared), "keys and counts are one memory"));
    CHECK_FALSE(text_has(advice(6, 4, Space::shared), "one memory"));
    CHECK_FALSE(text_has(advice(5, 4, Space::global), "one memory"));
}

TEST_CASE("overlapping elements of blocks are reported with the index's growth") {
    CHECK(text_has(advice_on_index("blockIdx.x * gridDim.x + threadIdx.x", 4, {1, 0, 0}, {0, 0, 0},
                                   {0, 0, 0}, {4, 0, 0}),
                   "From block to block the index grows by 4 only, and a block has 256"));
    CHECK_FALSE(text_has(
        advice_on_index("threadIdx.x", 4, {1, 0, 0}, {4, 0, 0}, {0, 0, 0}, {4, 0, 0}), "overlap"));
}

TEST_CASE("rows of blocks that overlap are reported with both steps of the index") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  int i = blockIdx.y + threadIdx.y;\n  int j = "
        "blockIdx.y * blockDim.y + threadIdx.y;\n  y[i * 8 + blockIdx.x] = 1;\n  "
        "y[j * 8 + blockIdx.x] = 1;\n}\n");
    const auto advice = [&](int line, long index) {
        Settled settled =
            two_writes(source, line, line, index, {1, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
        settled.recorded.grid = {8, 9, 1};
        settled.recorded.block = {32, 4, 1};
        return race_advice(settled);
    };
    CHECK(text_has(advice(4, 9),
                   "From row to row of a block's threads the index grows by 8, and from "
                   "block to block along y by 8 only, though a block has 4 such rows"));
    CHECK_FALSE(text_has(advice(5, 33), "such rows"));
}

TEST_CASE("a plain read that waits in an empty loop is made one by a compiler") {
    const StudentSource source(
        "__global__ void k(int* y) {\n  y[0] = 1;\n  while (y[0] == 0) {}\n  while (y[0] == 0);\n"
        "  while (y[0] < 9) y[0] = y[0] + 1;\n}\n");
    const auto advice = [&](int line, Op op) {
        Settled settled = two_writes(source, line, 2, 0, {1, 0, 0}, {}, {}, {});
        settled.recorded.finding.self.op = op;
        return race_advice(settled);
    };
    CHECK(text_has(advice(3, Op::read), "Line 3 waits for y by plain reads"));
    CHECK(text_has(advice(4, Op::read), "store it by atomicExch() on line 2"));
    CHECK_FALSE(text_has(advice(5, Op::read), "waits for"));
    CHECK_FALSE(text_has(advice(3, Op::write), "waits for"));
}

TEST_CASE(
    "no plain read waits at the end of a `do` that works, or where the source says volatile") {
    const auto advice = [](const std::string& text) {
        const StudentSource source(text);
        Settled settled = two_writes(source, 4, 2, 0, {1, 0, 0}, {}, {}, {});
        settled.recorded.finding.self.op = Op::read;
        return race_advice(settled);
    };
    const std::string head = "__global__ void k(int* y) {\n  y[0] = 1;\n";
    CHECK(text_has(advice(head + "  do {\n  } while (y[0] == 0);\n}\n"), "waits for"));
    for (const char* const loop :
         {"  do { work();\n  } while (y[0]);\n}\n", "  do work();\n  while (y[0]);\n}\n",
          "\n  while (*(volatile int*)&y[0] == 0) {}\n}\n"})
        CHECK_FALSE(text_has(advice(head + loop), "waits for"));
    CHECK_FALSE(text_has(
        advice("__global__ void k(volatile int* y) {\n  y[0] = 1;\n\n  while (y[0] == 0) {}\n}\n"),
        "waits for"));
}

TEST_CASE("threads that store into their neighbours' elements are reported") {
    const StudentSource source(
        "__device__ void store(float* last) {\n  last[0] = 1;\n  last[1] = "
        "2;\n}\n");
    CHECK(text_has(
        race_advice(two_writes(source, 3, 2, 256, {0, 0, 0}, {255, 0, 0}, {1, 0, 0}, {0, 0, 0})),
        "Threads 255 and 256 of the grid both store element 256"));
    CHECK_FALSE(text_has(
        race_advice(two_writes(source, 3, 2, 300, {0, 0, 0}, {255, 0, 0}, {1, 0, 0}, {0, 0, 0})),
        "both store element"));
}

TEST_CASE("the advice names how far apart the threads' elements must begin") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  float* mine = &y[threadIdx.x];\n  mine[0] = 1;\n  "
        "mine[1] "
        "= 2;\n  mine[2] = 3;\n}\n");
    Settled settled = two_writes(source, 4, 3, 4, {0, 0, 0}, {3, 0, 0}, {0, 0, 0}, {4, 0, 0});
    settled.overlap = {.stores = 3, .apart = 1};
    CHECK(text_has(race_advice(settled),
                   "Each thread stores 3 elements of y, from that of its number on, which "
                   "overlap those of its neighbours: where each is to have 3 of its own, "
                   "the first is at 3 times its number."));
}

TEST_CASE("loop iterations that reach the next thread's elements are reported") {
    const auto told = [](const std::string& index, long element) {
        const StudentSource source(
            "__global__ void k(float* y) {\n  for (int k = 0; k < 6; k++)\n" + ("  y[" + index) +
            "] = k;\n}\n");
        return race_advice(
            two_writes(source, 3, 3, element, {0, 0, 0}, {3, 0, 0}, {0, 0, 0}, {4, 0, 0}));
    };
    CHECK(text_has(told("threadIdx.x + k", 5),
                   "With `threadIdx.x` the index grows by 1, and `k` runs below 6, so the "
                   "elements of one `threadIdx.x` overlap those of the next: where each is "
                   "to have elements of its own, `threadIdx.x` counts times 6"));
    CHECK(text_has(told("4 * threadIdx.x + k", 17), "the index grows by 4"));
    CHECK_FALSE(text_has(told("6 * threadIdx.x + k", 20), "overlap"));
}

TEST_CASE("threads of one number in two blocks share the element of one turn, which says nothing") {
    const StudentSource source(
        "__global__ void k(float* y) {\n  for (int k = 0; k < 6; k++)\n  y[threadIdx.x + k] = k;\n"
        "}\n");
    CHECK_FALSE(text_has(
        race_advice(two_writes(source, 3, 3, 5, {0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {3, 0, 0})),
        "overlap those of the next"));
}
