// Shared variables: one for each block, at the same address for all its threads.
#include <doctest/doctest.h>

#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;

namespace {

struct Tile {
    int values[64];
};
struct Other {
    double value;
};
struct Large {
    char bytes[40 * 1024];
};

}  // namespace

TEST_CASE("the threads of a block share a variable, and two variables do not overlap") {
    Fresh fresh;
    static int sum;
    sum = 0;
    run({3, 64}, [] {
        int(&values)[64] = cusim::shared_variable<Tile>("values").values;
        double& other = cusim::shared_variable<Other>("other").value;
        values[threadIdx.x] = int(blockIdx.x);
        other = 0.5;
        __syncthreads();
        sum += values[63 - threadIdx.x];
    });
    CHECK(sum == 64 * (0 + 1 + 2));
}

TEST_CASE("a block does not find values that the previous block left in shared memory") {
    Fresh fresh;
    static bool stale;
    stale = false;
    run({2, 1}, [] {
        int& value = cusim::shared_variable<Tile>("values").values[0];
        if (value == 1234) stale = true;
        value = 1234;
    });
    CHECK_FALSE(stale);
}

TEST_CASE("dynamic shared memory is the same for every array that names it") {
    Fresh fresh;
    static float seen;
    run({1, 32, 128}, [] {
        auto& integers = cusim::dynamic_shared<int[1]>("integers");
        auto& floats = cusim::dynamic_shared<float[1]>("floats");
        if (threadIdx.x == 0) integers[31] = __float_as_int(1.5f);
        __syncthreads();
        seen = floats[31];
    });
    CHECK(seen == 1.5f);
}

TEST_CASE("more shared memory than a block can have ends the launch") {
    Fresh fresh;
    run({1, 1, 9 * 1024}, [] { cusim::shared_variable<Large>("bytes").bytes[0] = 1; });
    CHECK(cudaDeviceSynchronize() == cudaErrorInvalidValue);
    const auto findings = cusim::report::settled_findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].recorded.finding.kind == cusim::report::FindingKind::launch_error);
    CHECK(findings[0].recorded.finding.variable == "bytes");
}
