// What is told of a race where the text and the threads' numbers say how it comes about.
#include "simulator/report/race_advice.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

bool race_advice_has(const std::string& text, const std::string& words) {
    INFO(text);
    return text.find(words) != std::string::npos;
}

// Two writes of y[index] in a launch of 4 blocks of 256 threads.
Settled two_writes(const StudentSource& source, int line, int other_line, long index, Dim3 block,
                   Dim3 thread, Dim3 other_block, Dim3 other_thread) {
    Settled settled;
    settled.self = source.line(line);
    settled.other = source.line(other_line);
    settled.recorded = {
        .finding = {.kind = Kind::race,
                    .self = {.block = block, .thread = thread, .op = Op::write},
                    .other = Party{.block = other_block, .thread = other_thread, .op = Op::write},
                    .variable = "y",
                    .index = index,
                    .elements = 1024,
                    .element_size = 4,
                    .space = Space::global},
        .kernel = "k",
        .grid = {4, 1, 1},
        .block = {256, 1, 1}};
    return settled;
}

std::string advice_on_index(const std::string& index, long element, Dim3 block, Dim3 thread,
                            Dim3 other_block, Dim3 other_thread) {
    const StudentSource source("__global__ void k(float* y) {\n  int i = " + index +
                               ";\n  y[i] = i;\n}\n");
    return race_advice(two_writes(source, 3, 3, element, block, thread, other_block, other_thread));
}

}  // namespace

TEST_CASE("blocks whose elements overlap are told by how far the index grows") {
    CHECK(race_advice_has(advice_on_index("blockIdx.x * gridDim.x + threadIdx.x", 4, {1, 0, 0},
                                          {0, 0, 0}, {0, 0, 0}, {4, 0, 0}),
                          "From block to block the index grows by 4 only, and a block has 256"));
    CHECK_FALSE(race_advice_has(
        advice_on_index("threadIdx.x", 4, {1, 0, 0}, {4, 0, 0}, {0, 0, 0}, {4, 0, 0}), "overlap"));
}

TEST_CASE("threads that store into their neighbours' elements are told") {
    const StudentSource source(
        "__device__ void store(float* last) {\n  last[0] = 1;\n  last[1] = "
        "2;\n}\n");
    CHECK(race_advice_has(
        race_advice(two_writes(source, 3, 2, 256, {0, 0, 0}, {255, 0, 0}, {1, 0, 0}, {0, 0, 0})),
        "Threads 255 and 256 of the grid both store element 256"));
    CHECK_FALSE(race_advice_has(
        race_advice(two_writes(source, 3, 2, 300, {0, 0, 0}, {255, 0, 0}, {1, 0, 0}, {0, 0, 0})),
        "both store element"));
}

namespace {

// A thread of block 0 reads data[3] on line `read` while one of `writer` writes it on line `write`.
Settled read_and_write(const StudentSource& source, int read, int write, Dim3 writer) {
    Settled settled = two_writes(source, read, write, 3, {0, 0, 0}, {3, 0, 0}, writer, {70, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.variable = "data";
    return settled;
}

}  // namespace

TEST_CASE("a read by another array's index is told as that, and not as a race to be ordered") {
    const StudentSource source(
        "__global__ void k(float* data, const float* table, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  for (int j = 0; j < n; j++) data[i] = table[n * i + j];\n"
        "  data[i] = data[i + 1] + table[i];\n}\n");
    Settled astray = read_and_write(source, 3, 3, {1, 0, 0});
    CHECK(race_advice(astray) ==
          "Line 3 does not read data: the index of another array is so far outside that it leads "
          "there.");
    CHECK_FALSE(race_advice_has(race_advice(read_and_write(source, 4, 4, {1, 0, 0})),
                                "does not read data"));
}

TEST_CASE("no barrier of a block is offered for memory that other blocks may come to") {
    const StudentSource source(
        "__device__ void keep(float* next, int at, float w) {\n  next[at] = w;\n}\n"
        "__global__ void k(const float* data, float* next) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  float w = data[i];\n  keep(next, 3, w);\n}\n");
    Settled race = read_and_write(source, 6, 2, {0, 0, 0});
    CHECK(race_advice(race) ==
          "No barrier orders the two. Line 6 calls this memory data, and line 2 calls it next: "
          "where these are meant to be apart, a pointer or an index leads from one into the other; "
          "else put a __syncthreads() between them, where every thread of the block reaches it, if "
          "no other block comes to these elements: between blocks it orders nothing, and what "
          "helps is a second array to write into, or two kernels.");
    race.recorded.grid = {1, 1, 1};
    CHECK(race_advice(race) ==
          "No barrier orders the two: put a __syncthreads() between them, where every thread of "
          "the block reaches it.");
}
