// Why a lane has returned before a shuffle that the others of its warp come to.
#include "simulator/report/advice/parting_lanes.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// Thread 0 waits in the shuffle on line 5 for another thread, in one block of 128 threads; n is 7.
std::string words_on(const std::string& row, std::uint32_t returned) {
    const StudentSource source(
        "constexpr int threads = 128, lanes = 32;\n"
        "__global__ void k(int n, float* y) {\n  int i = " +
        row +
        ";\n  if (i >= n) return;\n"
        "  float sum = __shfl_down_sync(0xffffffff, y[i], 16);\n}\n");
    Settled settled;
    settled.self = source.line(5);
    settled.recorded = {.finding = {.kind = FindingKind::barrier_divergence,
                                    .self = {.op = Op::barrier},
                                    .other = Party{.thread = {returned, 0, 0}, .op = Op::barrier}},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {128, 1, 1},
                        .numbers = {{"n", 7}}};
    return parting_words(settled);
}

}  // namespace

TEST_CASE("the condition by which a lane returned is stated with both values") {
    CHECK(words_on("blockIdx.x * threads + threadIdx.x", 8) ==
          "It has returned by `i >= n`, where its i is 8; here i is 0. Lanes that are to stay "
          "together need the same i: where it counts the warps, it is a thread's number divided by "
          "32.");
}

TEST_CASE("nothing is said of a lane of another warp, or of one that the condition keeps") {
    CHECK(words_on("threadIdx.x", 40).empty());
    CHECK(words_on("threadIdx.x", 5).empty());
    CHECK(words_on("threadIdx.x / lanes", 8).empty());
}
