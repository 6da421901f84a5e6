// SIM_ORDER=compare: dependence on the order of threads is reported, and no side effect happens
// twice.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;
using cusim::report::FindingKind;

namespace {

int turns, whole;
float real;
const cusim::Symbol compared[] = {
    {&whole, sizeof whole, "whole", cusim::Space::managed, __FILE__, __LINE__},
    {&real, sizeof real, "real", cusim::Space::managed, __FILE__, __LINE__},
};

}  // namespace

TEST_CASE("a value that depends on which thread is last is reported, with both values") {
    Fresh fresh{"compare"};
    whole = 0;
    run({1, 32}, [] { atomicExch(&whole, int(threadIdx.x)); });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(whole == 31);
    CHECK(only_finding().kind == FindingKind::order_dependence);
    CHECK(only_finding().variable == "whole");
    CHECK(only_finding().self.thread.x == 31);
    CHECK(only_finding().cause.find("makes it 31, and with the threads in reverse order it is 0") !=
          std::string::npos);
}

TEST_CASE("the trial is undone: a counter counts each thread once, a launch is recorded once") {
    Fresh fresh{"compare"};
    whole = turns = 0;
    run({1, 32}, [] {
        ++turns;
        atomicAdd(&whole, 1);
    });
    CHECK(turns == 64);
    CHECK(whole == 32);
    CHECK(cusim::report::settled_findings().empty());
    CHECK(cusim::report::collect_json()["kernels"].size() == 1);
}

TEST_CASE("a different last digit of a float sum is no finding, a different sum is") {
    Fresh fresh{"compare"};
    real = 0;
    run({1, 256}, [] { atomicAdd(&real, 1.0f / float(threadIdx.x + 1)); });
    CHECK(cusim::report::settled_findings().empty());
    run({1, 32}, [] { atomicExch(&real, 1.0f + float(threadIdx.x)); });
    CHECK(only_finding().kind == FindingKind::order_dependence);
}
