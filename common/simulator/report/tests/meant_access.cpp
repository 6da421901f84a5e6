// Which array an access is reported for, if it ends in none or in another one than the line
// indexes.
#include "simulator/report/advice/meant_access.hpp"

#include <doctest/doctest.h>

#include "simulator/report/advice/bounds_advice.hpp"
#include "simulator/report/advice/explanation.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

// An access through an index of y, which has 12 floats; A begins 100 floats after y.
Settled behind_y(const StudentSource& source, const std::string& variable, long index, long element,
                 std::uint32_t thread, Op op) {
    Settled settled;
    settled.self = source.line(4);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.thread = {thread, 0, 0}, .op = op},
                                    .variable = variable,
                                    .index = index,
                                    .elements = 700,
                                    .element_size = 4,
                                    .address = static_cast<std::uintptr_t>(0x5000 + 4 * element),
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {256, 1, 1},
                        .numbers = {{"n", 12}, {"m", 300}},
                        .pointers = {{"y", 0x5000, 48}, {"A", 0x5190, 2800}}};
    return settled;
}

const std::string adds_at_column =
    "__global__ void k(int n, int m, float* y, const float* A) {\nint j = threadIdx.x;\nif (j < m) "
    "{\nfor (int i = 0; i < n; i++) atomicAdd(&y[j], A[i * m + j]);\n}\n}\n";

}  // namespace

TEST_CASE("an index into another array of the same line is reported for its own array") {
    const StudentSource source(adds_at_column);
    Settled settled = behind_y(source, "A", -1, 99, 99, Op::atomic);
    name_meant_array(settled);
    CHECK(text_has(message(settled),
                   "updates y[99]: it is 348 bytes past the end of the 48 bytes of y. The last "
                   "element is y[11]. Here j = 99."));
}

TEST_CASE("and so where it leads to memory that has no name in the launch") {
    const StudentSource source(adds_at_column);
    Settled settled = behind_y(source, "", 10, 50, 50, Op::atomic);
    name_meant_array(settled);
    CHECK(text_has(message(settled), "y[50]: it is 152 bytes past the end of the 48 bytes"));
}

TEST_CASE("other effects of such an index are not reported again") {
    const StudentSource source(adds_at_column);
    Settled update = behind_y(source, "y", 12, 12, 12, Op::atomic);
    Settled astray = behind_y(source, "A", -1, 99, 99, Op::atomic);
    Settled race = behind_y(source, "A", 3, 103, 103, Op::atomic);
    race.recorded.finding.kind = FindingKind::race;
    race.recorded.finding.other = Party{.thread = {3, 0, 0}, .op = Op::read};
    const std::string path = source.line(4).path;
    std::vector<Recorded> all;
    for (Settled* const each : {&update, &astray, &race}) {
        each->recorded.finding.self.site = {.file = path.c_str(), .line = 4};
        if (each->recorded.finding.other)
            each->recorded.finding.other->site = each->recorded.finding.self.site;
        all.push_back(each->recorded);
    }
    const auto found = settle(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].recorded.finding.variable == "y");
}

namespace {

// A read of the fourth line, 29 elements before x and 30 behind A, which has 37 rows of 37.
Settled between_arrays(const StudentSource& source, Dim3 grid, Dim3 at, Dim3 thread) {
    Settled settled;
    settled.self = source.line(4);
    settled.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                    .self = {.block = at, .thread = thread, .op = Op::read},
                                    .variable = "x",
                                    .index = -29,
                                    .elements = 37,
                                    .element_size = 4,
                                    .address = 0x10000 + 4 * 1398,
                                    .neighbour = Neighbour{"A", 0x10000, 4 * 1369},
                                    .cause = "it is 116 bytes before the 148 bytes of x",
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = grid,
                        .block = {8, 4, 1},
                        .numbers = {{"n", 37}},
                        .pointers = {{"A", 0x10000, 4 * 1369}, {"x", 0x10000 + 4 * 1427, 148}}};
    return settled;
}

std::string calls_helper(const std::string& row) {
    return "__device__ float part_sum(int n, int i, int part, const float* A, const float* x) {\n"
           "float sum = 0;\nfor (int j = part * blockDim.x + threadIdx.x; j < n; j += 16)\n"
           "sum += A[i * n + j] * x[j];\nreturn sum;\n}\n"
           "__global__ void k(int n, float* y, const float* A, const float* x) {\n" +
           row + "}\n";
}

}  // namespace

TEST_CASE("a read between two arrays belongs to the one whose index leads there, not the nearer") {
    // Row 37 begins at element 1369, and 29 is 1 * 8 + 5 + 16.
    const StudentSource source(calls_helper(
        "int i = blockIdx.y * blockDim.y + threadIdx.y;\nint r = part_sum(n, i, blockIdx.x, A, x);"
        "\n"));
    Settled settled = between_arrays(source, {4, 10, 1}, {1, 9, 0}, {5, 1, 0});
    name_meant_array(settled);
    CHECK(text_has(message(settled),
                   "reads A[1398]: it is 116 bytes past the end of the 5476 bytes of A. "
                   "part_sum is called by k "
                   "on line 9. The last element is A[1368]. Here i = 37, n = 37 and j = "
                   "29, so `i * n + j` is 1398. No condition on the way "
                   "here keeps out threads with `i` = 37"));
}

TEST_CASE("a sum of what is not negative does not lead before its array, so the other is meant") {
    const StudentSource source(
        calls_helper("for (int task = blockIdx.x; task < 50; task += gridDim.x)\n"
                     "{\nint part = task % 5;\n"
                     "part_sum(n, task / 5 * 4 + threadIdx.y, part, A, x);\n}\n"
                     "for (int part = 0; part < 5; part++) y[part] = 0;\n"));
    Settled settled = between_arrays(source, {46, 1, 1}, {45, 0, 0}, {5, 1, 0});
    name_meant_array(settled);
    CHECK(text_has(message(settled), "reads A[1398]: it is 116 bytes past the end"));
    CHECK_FALSE(text_has(message(settled), "negative"));
}

TEST_CASE("so it is where the line reads the other array through a pointer into it") {
    const StudentSource source(
        "__global__ void k(int n, float* y, const float* A, const float* x) {\n"
        "for (int i = start(); i < n; i++) {\nconst float* row = A + i * n;\n"
        "for (int j = threadIdx.x; j < n; j += step()) y[i] += row[j] * x[j];\n}\n}\n");
    Settled settled = between_arrays(source, {4, 10, 1}, {1, 9, 0}, {5, 1, 0});
    name_meant_array(settled);
    CHECK(text_has(message(settled), "so it is x[-29] or A[1398]"));
    const StudentSource forward(
        "__global__ void k(int n, float* y, const float* A, const float* x) {\n"
        "for (int i = start(); i < n; i++) {\nconst float* row = A + i * n;\n"
        "for (int j = threadIdx.x; j < n; j += 8) y[i] += row[j] * x[j];\n}\n}\n");
    settled = between_arrays(forward, {4, 10, 1}, {1, 9, 0}, {5, 1, 0});
    name_meant_array(settled);
    CHECK(text_has(message(settled), "reads A[1398]: it is 116 bytes past the end"));
}

TEST_CASE("an array that the line does not use at all is not meant") {
    const StudentSource source(
        "__global__ void k(int n, float* x, const float* A) {\n"
        "__shared__ float part[32][33]; int j = first();\n"
        "for (int k = 0; k < 32; k += 8)\npart[k][threadIdx.x] = A[j * n + threadIdx.x];\n}\n");
    Settled settled = between_arrays(source, {4, 10, 1}, {1, 9, 0}, {29, 1, 0});
    settled.recorded.finding.neighbour.reset();
    name_meant_array(settled);
    CHECK(text_has(message(settled), "reads A[1398]: it is 116 bytes past the end"));
}

TEST_CASE("a pointer that is set later may point anywhere") {
    const StudentSource source(
        "__global__ void k(int n, float* y, const float* A, const float* x) {\n"
        "const float* p = nullptr;\nfor (p = A; *p > 0; p++)\ny[n] += p[first()] * x[first()];\n"
        "}\n");
    Settled settled = between_arrays(source, {4, 10, 1}, {1, 9, 0}, {5, 1, 0});
    settled.recorded.finding.variable = "A";
    settled.recorded.finding.index = 1398;
    settled.recorded.finding.elements = 1369;
    settled.recorded.finding.neighbour.reset();
    name_meant_array(settled);
    CHECK(settled.recorded.finding.variable == "A");
}

TEST_CASE("which of two arrays is meant is left open where the index of either may lead there") {
    const StudentSource source(
        "__device__ float part_sum(int n, int i, int part, const float* A, const float* x) {\n"
        "float sum = 0;\nfor (int j = start(part); j < n; j++)\n"
        "sum += A[i * n + j] * x[j];\nreturn sum;\n}\n"
        "__global__ void k(int n, float* y, const float* A, const float* x) {\n"
        "y[0] = part_sum(n, row(), 0, A, x);\n}\n");
    Settled settled = between_arrays(source, {4, 10, 1}, {1, 9, 0}, {5, 1, 0});
    name_meant_array(settled);
    CHECK(text_has(
        message(settled),
        "reads global memory: it is 116 bytes before the 148 bytes of x and 116 bytes past the end "
        "of the 5476 bytes of A, so it is x[-29] or A[1398]."));
}

TEST_CASE("an index that leads into freed memory is one out of bounds, not a use after free") {
    const StudentSource source(
        "__global__ void k(int n, float* y, int incy) {\nint i = threadIdx.x;\nif (i < n)\n"
        "y[i * incy] = 0;\n}\n");
    Settled settled;
    settled.self = source.line(4);
    settled.recorded = {.finding = {.kind = FindingKind::use_after_free,
                                    .self = {.thread = {50, 0, 0}, .op = Op::write},
                                    .index = 20,
                                    .elements = 100,
                                    .element_size = 4,
                                    .address = 0x5000 - 400,
                                    .space = Space::global},
                        .kernel = "k",
                        .grid = {1, 1, 1},
                        .block = {64, 1, 1},
                        .numbers = {{"n", 60}, {"incy", -2}},
                        .pointers = {{"y", 0x5000, 480}}};
    Settled unread = settled;
    name_meant_array(settled);
    CHECK(settled.recorded.finding.kind == FindingKind::out_of_bounds);
    CHECK(text_has(
        message(settled),
        "writes y[-100]: it is 400 bytes before the 480 bytes "
        "of y. The last element is y[119]. Here i = 50 and incy = -2, so `i * incy` is -100. The "
        "index is negative: check where the array begins if incy is negative."));
    unread.self = source.line(1);
    name_meant_array(unread);
    CHECK(text_has(message(unread), "No argument of the launch points there"));
}

namespace {

// The third line stores by the pointer `to`; y, from which it comes, has left its array.
const std::string stores_by_pointer =
    "__global__ void k(int n, float* y, const float* x) {\n    float* to = y + threadIdx.x;\n    "
    "*to = 2.0f;\n    to[0] = x[threadIdx.x];\n}\n";

Settled by_astray_pointer(const StudentSource& source, int line, FindingKind kind) {
    Settled settled = behind_y(source, "x", 58, 58, 2, Op::write);
    settled.self = source.line(line);
    settled.recorded.finding.kind = kind;
    settled.recorded.finding.cause = "it is 232 bytes past the end of the 260 bytes of x";
    settled.recorded.pointers = {{"x", 0x5000, 260}};
    settled.recorded.astray = {"y"};
    return settled;
}

}  // namespace

TEST_CASE("an access by a pointer that has left its array is not one to the nearest array") {
    const StudentSource source(stores_by_pointer);
    for (const FindingKind kind : {FindingKind::out_of_bounds, FindingKind::use_after_free}) {
        Settled settled = by_astray_pointer(source, 3, kind);
        name_meant_array(settled);
        INFO(message(settled));
        CHECK(settled.recorded.finding.variable.empty());
        CHECK(text_has(message(settled),
                       "The launch hands over `y` as an address at which nothing is "
                       "allocated: has the pointer been moved beyond its array, as by a "
                       "step of the wrong sign, or its memory been freed?"));
    }
}

TEST_CASE("a race by such a pointer is not one of the array where it has led") {
    const StudentSource source(stores_by_pointer);
    Settled race = by_astray_pointer(source, 3, FindingKind::race);
    race.other = source.line(4);
    race.recorded.finding.other = Party{.block = {1, 0, 0}, .thread = {3, 0, 0}, .op = Op::read};
    CHECK(astray_on(race, race.self) == "y");
    CHECK(astray_on(race, *race.other).empty());  // it uses x by its name
    CHECK(text_has(message(race),
                   "Line 3 uses `y`, which the launch hands over as an address at which "
                   "nothing is allocated: so it comes here by a pointer that has been "
                   "moved out of its array."));
    CHECK_FALSE(text_has(message(race), "atomic"));
}
