// The layout of structs, as far as the source shows it.
#include "simulator/report/source/struct_members.hpp"

#include <doctest/doctest.h>

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string member(const std::string& members, std::size_t offset) {
    return pointer_member(SourceTokens("struct Task {\n" + members + "\n};"), "Task", offset);
}

// A read after the 400 bytes at 0x1000, by a kernel with this parameter.
Settled nameless(const Place& place, std::vector<MemberPointer> members) {
    Settled result;
    result.self = place;
    result.recorded = {.finding = {.kind = FindingKind::out_of_bounds,
                                   .index = 100,
                                   .elements = 100,
                                   .element_size = 4,
                                   .address = 0x1000 + 400,
                                   .cause = "it is right behind the 400 bytes allocated there"},
                       .kernel = "k",
                       .grid = {1, 1, 1},
                       .block = {128, 1, 1},
                       .members = std::move(members)};
    return result;
}

const std::string text =
    "struct Task { const float* a; float* x; };\n__global__ void k(Task t) {\n"
    "    t.x[threadIdx.x] = 0;\n}\n";

}  // namespace

TEST_CASE("a pointer in a struct is found by its offset") {
    const std::string members =
        "const float* A;\n    ptrdiff_t lda;\n"
        "    unsigned lines, width;\n    float *x, *y;";
    CHECK(member(members, 0) == "A");
    CHECK(member(members, 24) == "x");
    CHECK(member(members, 32) == "y");
    CHECK(member(members, 8).empty());
    CHECK(member(members, 16).empty());
    CHECK(member(members, 40).empty());
}

TEST_CASE("members are aligned, and functions take no space") {
    const std::string members =
        "char kind = 0;\n    __device__ float at(int i) const { return x[i]; }"
        "\n    static int count;\n    float* x = nullptr;";
    CHECK(member(members, 8) == "x");
    CHECK(member("int n{3}; int m; float* x;", 8) == "x");
}

TEST_CASE("members after one of unknown size are not named") {
    CHECK(member("Scalar alpha; float* x;", 8).empty());
    CHECK(member("float at[2]; float* x;", 8).empty());
    CHECK(member("float* x; Scalar alpha; float* y;", 0) == "x");
    CHECK(pointer_member(SourceTokens("int Task;"), "Task", 0).empty());
}

TEST_CASE("memory without a name is named after the only member that points to it") {
    const StudentSource source(text);
    Settled one = nameless(source.line(3), {{"t", 0, 0x2000}, {"t", 8, 0x1000}});
    name_by_member(one);
    CHECK(one.recorded.finding.variable == "t.x");
    CHECK(one.recorded.finding.cause == "it is right behind the 400 bytes of t.x");

    Settled two = nameless(source.line(3), {{"t", 0, 0x1000}, {"t", 8, 0x1000 + 4}});
    name_by_member(two);
    CHECK(two.recorded.finding.variable.empty());
}

TEST_CASE("pointers in structs that point to where nothing is allocated are named, too") {
    const StudentSource source(text);
    Settled one = nameless(source.line(3), {{"t", 0, 0x1000}});
    one.recorded.astray_members = {{"t", 8, 0x9000}, {"t", 4, 0x9000}};
    name_by_member(one);
    CHECK(one.recorded.astray == std::vector<std::string>{"t.x"});
}
