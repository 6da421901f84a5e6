// Advice on two stores of one line: what is missing in the index, or wrong with it, so that two
// threads come to one element.
#include "simulator/report/advice/own_elements.hpp"

#include "simulator/report/advice/race_advice.hpp"
#include "simulator/report/tests/race_scenario.hpp"
#include "simulator/report/tests/student_source.hpp"
#include "tests/text_has.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

struct Thread {
    Dim3 block, thread;
};

// The two threads store p[index] on the last line of the kernel; 8 parts.
std::string advice_on_store(const std::string& text, long index, const Thread& one,
                            const Thread& other, Dim3 grid = {64, 1, 1}, Dim3 block = {96, 1, 1}) {
    const StudentSource source("__global__ void k(int parts, float* p) {\n" + text + "\n}\n");
    Settled settled;
    settled.self = source.line(static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 2);
    settled.other = settled.self;
    settled.recorded = {
        .finding = {.kind = FindingKind::race,
                    .self = {.block = one.block, .thread = one.thread, .op = Op::write},
                    .other = Party{.block = other.block, .thread = other.thread, .op = Op::write},
                    .variable = "p",
                    .index = index,
                    .elements = 4096,
                    .element_size = 4,
                    .blocks_at_own_number = one.block == other.block || grid.z > 1 ? 0u : grid.x,
                    .space = Space::global},
        .kernel = "k",
        .grid = grid,
        .block = block,
        .numbers = {{"parts", 8}}};
    return race_advice(settled);
}

const Thread first{{0, 0, 0}, {0, 0, 0}};

}  // namespace

TEST_CASE("the first thread of a row is not the only one of a block of several rows") {
    const auto advice = [](const std::string& condition, long elements, Dim3 other) {
        const StudentSource source("__global__ void k(bool* y) {\n__shared__ bool last;\n" +
                                   condition + "\nlast = true;\n}\n");
        Settled settled = two_writes(source, 4, 4, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, other);
        settled.recorded.block = {32, 4, 1};
        settled.recorded.finding.variable = "last";
        settled.recorded.finding.elements = elements;
        return race_advice(settled);
    };
    const char* const words =
        "on line 3 holds for 4 threads of the block, one for each threadIdx.y: where one of them "
        "is meant, that is to be 0, too.";
    CHECK(text_has(advice("if (threadIdx.x == 0)", 1, {0, 2, 0}), words));
    CHECK_FALSE(text_has(advice("if (threadIdx.x == 0)", 8, {0, 2, 0}), words));
    CHECK_FALSE(text_has(advice("if (y[0])", 1, {0, 2, 0}), "one for each"));
    CHECK_FALSE(text_has(advice("if (threadIdx.x == 0)", 1, {1, 2, 0}), "one for each"));
}

TEST_CASE(
    "a column as long as the step from row to row is stated with the values of both threads") {
    const std::string text =
        advice_on_store("int i = threadIdx.x;\nint part = blockIdx.y;\np[part * parts + i] = 1;", 8,
                        {{0, 0, 0}, {8, 0, 0}}, {{0, 1, 0}, {0, 0, 0}}, {1, 64, 1});
    CHECK(text_has(text,
                   "`part * parts + i` is 8 for both: part = 0 and i = 8 in the one, "
                   "part = 1 and i = 0 in the other. With `part` the index grows by "
                   "8 only"));
    CHECK_FALSE(text_has(text, "atomicAdd"));
}

TEST_CASE("an index that is a lane's number in a block of warps is told the warp's number") {
    const std::string lanes = "int lane = threadIdx.x % 32;\nint warp = threadIdx.x / 32;\n";
    const Thread other{{0, 0, 0}, {64, 0, 0}};
    CHECK(text_has(advice_on_store(lanes + "p[lane] = 1;", 0, first, other),
                   "is 0 in both threads, which are the same lane of warps 0 and 2: where "
                   "each warp has an element of its own, the index is the warp's number, "
                   "`warp`."));
    CHECK(text_has(advice_on_store("p[threadIdx.x % 32] = 1;", 0, first, other),
                   "`threadIdx.x / 32`"));
    CHECK_FALSE(
        text_has(advice_on_store("p[threadIdx.x % 16] = 1;", 0, first, other), "the same lane"));
}

TEST_CASE("an index that all lanes of a warp share is to be stored by one of them") {
    const std::string text = advice_on_store(
        "int lane = threadIdx.x % 32;\nint i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;\n"
        "p[i] = 1;",
        0, first, {{0, 0, 0}, {1, 0, 0}});
    CHECK(text_has(text,
                   "is the same in all lanes of a warp, and several of them store: "
                   "let one lane do it, as by `if (lane == 0)`"));
}

TEST_CASE("a cast in an index is no variable that may tell two threads apart") {
    for (const char* const type : {"size_t", "unsigned int", "std::uint64_t"}) {
        CAPTURE(type);
        const std::string text = advice_on_store(
            "int row = blockIdx.x;\np[static_cast<" + std::string(type) + ">(row) * parts] = 1;", 0,
            first, {{0, 0, 0}, {5, 0, 0}});
        CHECK(text_has(text, "The index has no threadIdx.x in it"));
    }
}

TEST_CASE("many blocks of few threads are held up to who finds blockIdx missing") {
    const std::string text = advice_on_store("p[threadIdx.x] = 1;", 0, first,
                                             {{1, 0, 0}, {0, 0, 0}}, {64, 1, 1}, {2, 1, 1});
    CHECK(text_has(text,
                   "The launch has 64 blocks of 2 threads: in <<<blocks, threads>>> "
                   "the threads of one block come second."));
    CHECK_FALSE(text_has(text, "blockIdx is missing"));
    CHECK(text_has(advice_on_store("p[threadIdx.x] = 1;", 0, first, {{1, 0, 0}, {0, 0, 0}}),
                   "blockIdx is missing"));
}

TEST_CASE("blocks that differ in one number alone are told which, where the index is unknown") {
    const Thread other{{0, 0, 1}, {0, 0, 0}};
    CHECK(text_has(advice_on_store("at(p)[0] = 1;", 0, first, other, {1, 1, 64}),
                   "The two threads differ in blockIdx.z alone, which makes no difference "
                   "to where they store"));
}

TEST_CASE("a variable that numbers warps does not let one lane through") {
    const std::string index = "int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;\n";
    const Thread second{{0, 0, 0}, {1, 0, 0}};
    CHECK(text_has(
        advice_on_store(index + "int lane = threadIdx.x / 32;\nif (lane == 0) p[i] = 1;", 0, first,
                        second),
        "`i` and `lane` are the same in all lanes of a warp, so all lanes that come here store: "
        "`lane == 0` lets one lane of each warp through where `lane` is the lane's number, the "
        "remainder `threadIdx.x % 32`."));
    CHECK_FALSE(
        text_has(advice_on_store(index + "int lane = threadIdx.x / 16;\nif (lane == 0) p[i] = 1;",
                                 0, first, second),
                 "lets one lane"));
}

TEST_CASE("a type that is too narrow for the threads' numbers is named") {
    const Thread other{{2, 0, 0}, {64, 0, 0}};
    const auto advice_on_type = [&](const std::string& type) {
        return advice_on_store(
            type + " i = blockIdx.x * blockDim.x + threadIdx.x;\nif (i < 300) p[i] = 1;", 0, first,
            other);
    };
    CHECK(text_has(
        advice_on_type("unsigned char"),
        "`i` is of type unsigned char, which holds 0 to 255, and `blockIdx.x * blockDim.x + "
        "threadIdx.x` is 256 in one of the two: what does not fit is cut off"));
    CHECK(text_has(advice_on_type("const int8_t"), "of type int8_t, which holds -128"));
    for (const char* const wide : {"int", "short", "auto", "unsigned"})
        CHECK_FALSE(text_has(advice_on_type(wide), "cut off"));
}

TEST_CASE("a loop's step that is less than the block's threads is named") {
    const Dim3 block{32, 32, 1};
    const auto advice_on_loop = [&](const std::string& loop, const Thread& other) {
        return advice_on_store("for (" + loop + ")\np[k * 32 + threadIdx.x] = 1;", 256, first,
                               other, {1, 1, 1}, block);
    };
    const std::string loop = "int k = threadIdx.y; k < 32; k += 8";
    CHECK(text_has(
        advice_on_loop(loop, {{0, 0, 0}, {0, 8, 0}}),
        "`k` begins at the thread's number along y and grows by 8, and a block has 32 threads "
        "along y: threads whose numbers are 8 apart come to the same elements."));
    CHECK_FALSE(text_has(advice_on_loop(loop, {{0, 0, 0}, {0, 9, 0}}), "grows by 8"));
    CHECK_FALSE(text_has(
        advice_on_loop("int k = threadIdx.y; k < 64; k += 32", {{0, 0, 0}, {0, 8, 0}}), "grows"));
}

TEST_CASE("a step of a block in a grid of several is named") {
    const auto advice_on_loop = [&](const std::string& step) {
        return advice_on_store(
            "for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < 5000; k += " + step +
                ")\np[k] = 1;",
            256, first, {{1, 0, 0}, {0, 0, 0}}, {4, 1, 1}, {256, 1, 1});
    };
    CHECK(text_has(
        advice_on_loop("blockDim.x"),
        "`k` begins at the thread's number in the grid and grows by 256, and the grid has 1024 "
        "threads: threads whose numbers are 256 apart come to the same elements."));
    CHECK_FALSE(text_has(advice_on_loop("blockDim.x * gridDim.x"), "grows by"));
}

TEST_CASE("an index that multiplies the numbers of block and thread is told to add the thread's") {
    const std::string words = "The index is a product of the block's number and the thread's";
    const Thread other{{3, 0, 0}, {0, 0, 0}};
    CHECK(text_has(advice_on_store("int i = blockIdx.x * blockDim.x * threadIdx.x;\np[i] = 1;", 0,
                                   first, other),
                   words));
    CHECK(text_has(
        advice_on_store("p[blockIdx.x * threadIdx.x] = 1;", 0, first, {{0, 0, 0}, {5, 0, 0}}),
        words));
    for (const char* const index :
         {"blockIdx.x * threadIdx.x + 1", "blockIdx.x * (threadIdx.x / 2)", "blockIdx.x * 64"})
        CHECK_FALSE(text_has(advice_on_store("p[" + std::string(index) + "] = 1;", 0, first, other),
                             words));
}

TEST_CASE("an index made of nothing but numbers of threads is what two threads share") {
    const std::string text = advice_on_store(
        "int k = threadIdx.x + threadIdx.y * blockDim.y + blockIdx.x * 96;\np[6 * k + 1] = 1;", 13,
        {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}, {64, 1, 1}, {48, 2, 1});
    CHECK(text_has(text,
                   "The index `6 * k + 1` is made of the numbers of block and thread, "
                   "and is 13 for both: look at the lengths in it"));
    CHECK_FALSE(text_has(text, "atomicAdd"));
    CHECK_FALSE(text_has(text, "let one thread"));
}

TEST_CASE("an index that a division or a size may give to several threads has both remedies") {
    for (const char* const index :
         {"threadIdx.x / 32", "threadIdx.x * parts", "min(threadIdx.x, 7)"}) {
        CAPTURE(index);
        const std::string text = advice_on_store(std::string("int k = ") + index + ";\np[k] = 1;",
                                                 0, first, {{0, 0, 0}, {5, 0, 0}});
        CHECK_FALSE(text_has(text, "look at the lengths in it"));
    }
}
