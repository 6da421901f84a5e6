// Advice on a race of updates that keep the greatest or the least value.
#include "simulator/report/advice/race_advice.hpp"
#include "simulator/report/tests/race_scenario.hpp"

using namespace cusim::report;
using namespace cusim::report::test;

namespace {

std::string advice_on_update(const std::string& line) {
    const StudentSource source(
        "__global__ void k(int n, float* y) {\n  __shared__ float Q[64];\n  " + line + "\n}\n");
    Settled settled = two_writes(source, 3, 3, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
    settled.recorded.finding.variant = Variant::lost_update;
    settled.recorded.finding.variable = "Q";
    settled.recorded.finding.space = Space::shared;
    return race_advice(settled);
}

std::string advice_on_two_lines(const std::string& condition, const std::string& store) {
    const StudentSource source("__global__ void k(int n, int t, float* q) {\n  if (" + condition +
                               ")\n    " + store + "\n}\n");
    Settled settled = two_writes(source, 2, 3, 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
    settled.recorded.finding.self.op = Op::read;
    settled.recorded.finding.variable = "q";
    return race_advice(settled);
}

}  // namespace

TEST_CASE("an update that keeps the greatest or the least value names the atomic that does") {
    for (const char* const line :
         {"Q[0] = max(Q[0], n);", "Q[0] = std::max(n, Q[0]);", "if (n > Q[0]) Q[0] = n;",
          "if (n && Q[0] < n) { Q[0] = n; }", "Q[0] = n > Q[0] ? n : Q[0];",
          "Q[0] = (Q[0] >= n) ? Q[0] : n;"}) {
        CAPTURE(line);
        CHECK(text_has(advice_on_update(line), "lost: use atomicMax(),"));
    }
    for (const char* const line : {"Q[0] = fminf(Q[0], n);", "if (y[n] < *Q) *Q = y[n];",
                                   "if (Q[0] > n) Q[0] = n;", "Q[0] = Q[0] < n ? Q[0] : n;"}) {
        CAPTURE(line);
        CHECK(text_has(advice_on_update(line), "lost: use atomicMin(),"));
    }
    for (const char* const line :
         {"Q[0] += n;", "if (n < 3) Q[0] = Q[0] + n;", "Q[0] = max(n, 3);"})
        CHECK_FALSE(text_has(advice_on_update(line), "atomicM"));
}

TEST_CASE("a look and a store on two lines are one update, but not in a step of a tree") {
    CHECK(text_has(advice_on_two_lines("t < n && n > *q", "*q = n;"),
                   "Between the look at `*q` and the store another thread may store"));
    CHECK(text_has(advice_on_two_lines("q[0] > n", "{ q[0] = n; }"), "atomicMin()"));
    CHECK_FALSE(text_has(advice_on_two_lines("q[t] < q[t + n]", "q[t] = q[t + n];"), "atomicM"));
    CHECK_FALSE(text_has(advice_on_two_lines("*q > 0", "*q = 0;"), "atomicM"));
}
