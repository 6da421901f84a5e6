// Indices made of what a loop's counter is divided into: their values are found from the turns of
// the loop.
#include "simulator/report/source/loop_turns.hpp"

#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

TextHas loop_turns_has(const std::string& text, const std::string& words) {
    return text_has(text, words);
}

// Thread 3 of block 2, of 8 blocks of 4 threads, stores p[index], which has 40 elements, on the
// last line. 8 rows, 5 parts.
std::string advice_on_tasks(const std::string& text, long index) {
    const StudentSource source("__global__ void k(int n, int parts, float* p) {\n" + text +
                               "\n}\n");
    Settled settled;
    settled.self = source.line(static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2);
    settled.recorded = {
        .finding = {.kind = FindingKind::out_of_bounds,
                    .self = {.block = {2, 0, 0}, .thread = {3, 0, 0}, .op = Op::write},
                    .variable = "p",
                    .index = index,
                    .elements = 40,
                    .element_size = 4,
                    .space = Space::global},
        .kernel = "k",
        .grid = {8, 1, 1},
        .block = {4, 1, 1},
        .numbers = {{"n", 8}, {"parts", 5}}};
    return bounds_advice(settled);
}

const std::string tasks =
    "for (int task = blockIdx.x; task < 3 * parts; task += gridDim.x) {\n"
    "int i = task / parts * blockDim.x + threadIdx.x;\nint part = task % parts;\n";

}  // namespace

TEST_CASE("a row and a part into which a loop's counter is divided are known") {
    const std::string text = advice_on_tasks(tasks + "p[i * parts + part] = 1; }", 55);
    CHECK(
        loop_turns_has(text, "Here i = 11, parts = 5 and part = 0, so `i * parts + part` is 55."));
}

TEST_CASE("what several turns give differently stays unknown") {
    // Tasks 2 and 10 both reach element 45.
    const std::string text =
        advice_on_tasks(tasks + "int far = i - i + 45;\np[far * 2 - far + part - part] = 1; }", 45);
    CHECK_FALSE(loop_turns_has(text, "part = "));
}
