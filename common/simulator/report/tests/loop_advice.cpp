#include "simulator/report/advice/loop_advice.hpp"

#include "simulator/report/tests/student_source.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string advice(const std::string& loop) {
    const StudentSource source("__global__ void k(float* Q) {\n" + loop +
                               "\n__syncthreads();\n}\n");
    Settled settled;
    settled.self = source.line(3);
    settled.recorded.finding = {.kind = FindingKind::livelock, .self = {.op = Op::barrier}};
    return endless_loop_advice(settled);
}

}  // namespace

TEST_CASE("a stride that is divided and compared with >= 0 is reported as an endless loop") {
    CHECK(advice("for (int s = 128; s >= 0; s /= 2)") ==
          "`s >= 0` on line 2 stays true: once s is 0, dividing leaves it 0. Write `s > 0`.");
    CHECK(advice("for (unsigned s = 128; s >= 0; s--)").find("since s is unsigned") !=
          std::string::npos);
}

TEST_CASE("nothing about flags and locks is said for other loops around a barrier") {
    CHECK(advice("for (int s = 128; s != 3; s--)") ==
          "The loop round the barrier does not end: does every iteration change what its condition "
          "tests?");
}

TEST_CASE("a loop that changes nothing of its condition is reported, on the host as well") {
    CHECK(advice("for (int j = 0; j < 7;)") ==
          "Nothing in the loop on line 2 changes j, so `j < 7` stays true.");
    const StudentSource source(
        "void gather(int n, int m, float* y) {\nfor (int i = 0; i < n; i++) {\nint j = 0;\n"
        "while (j < m)\ny[i] += 1;\n}\n}\n");
    Settled settled;
    settled.self = source.line(5);
    settled.recorded.finding = {.kind = FindingKind::livelock, .variant = Variant::time_is_up};
    CHECK(endless_loop_advice(settled) ==
          "Nothing in the loop on line 4 changes j or m, so `j < m` stays true.");
}

TEST_CASE("a loop without a body that waits for other threads is told how to read") {
    const auto words_of = [](const std::string& loop, const std::string& before = "") {
        const StudentSource source("__device__ unsigned tickets[4];\n__global__ void k(int n) {\n" +
                                   before + loop + "\n}\n");
        Settled settled;
        settled.self = source.line(3);
        settled.recorded.finding = {.kind = FindingKind::livelock,
                                    .variant = Variant::endless_loop};
        return endless_loop_advice(settled);
    };
    CHECK(words_of("while (tickets[0] < gridDim.x) {}") ==
          "The loop on line 3 changes nothing: `tickets[0] < gridDim.x` waits for what another "
          "thread stores. A compiler may read that once, before the loop: read it by an atomic, or "
          "make it volatile.");
    for (const char* const other : {"while (atomicAdd(&tickets[0], 0) < gridDim.x) {}",
                                    "while (tickets[0]-- > 0) {}", "while (tickets[0] < 4) n++;"})
        CHECK(words_of(other).find("changes nothing") == std::string::npos);
    CHECK(words_of("while (tickets[0] < 4) {}", "volatile int a = 0; ").find("changes nothing") ==
          std::string::npos);
}

TEST_CASE("a loop that may change its condition, or may be left, is not called endless") {
    CHECK(advice("for (int j = 0; j < 7; next(j))").find("Nothing") == std::string::npos);
    CHECK(advice("int* p = Q;\nfor (int j = 0; *p < 7;)").find("Nothing") == std::string::npos);
    CHECK(advice("for (int j = 0; j < 7;) if (Q[j] > 0) break; else").find("Nothing") ==
          std::string::npos);
}

TEST_CASE("an unsigned number that is compared with 0 on the way to an access is named") {
    const auto words_in = [](const std::string& type) {
        const StudentSource source("__global__ void k(int m, float* x) {\n" + type +
                                   " rest = m - 64;\nint count = rest >= 0 ? 64 : m;\nx[count] = "
                                   "1;\n}\n");
        Settled settled;
        settled.self = source.line(4);
        return unsigned_comparison(settled);
    };
    CHECK(words_in("unsigned int") ==
          "`rest >= 0` on line 3 is always true, since rest is unsigned: below 0 comes the largest "
          "number. Make it an int.");
    CHECK(words_in("int").empty());
}

TEST_CASE("a counter of a type that may not hold its bound is named") {
    CHECK(advice("for (signed char j = 0; j < m; j++)") ==
          "`j` on line 2 holds 127 at most, by its type: where m is more than that, `j < m` stays "
          "true. Make it an int.");
    CHECK(
        advice("for (unsigned short j = 0; j <= m; j++)").starts_with("`j` on line 2 holds 65535"));
    CHECK_FALSE(advice("for (char j = 0; j < 7; j++)").starts_with("`j`"));
    CHECK_FALSE(advice("for (int j = 0; j < m; j++)").starts_with("`j`"));
}
