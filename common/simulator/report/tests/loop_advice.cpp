#include "simulator/report/loop_advice.hpp"

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
