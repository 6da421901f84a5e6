// Parameters of launches other than pointers and sizes.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;

namespace {

struct Numbers {
    float number[300];
};

template <class Parameter>
nlohmann::json counters_of_launch_with(Parameter parameter) {
    Fresh fresh;
    static constexpr cusim::KernelSite site{"kernel", "test.cu", 1};
    cusim::configure(1, 32);
    cusim::launch(
        site, [](Parameter) {}, parameter);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    return cusim::report::collect_json()["kernels"][0]["counters"];
}

}  // namespace

TEST_CASE("launch arguments that are numbers are counted, pointers and sizes are not") {
    CHECK(counters_of_launch_with(Numbers{})["parameter_bytes"] == sizeof(Numbers));
    CHECK(!counters_of_launch_with(7).contains("parameter_bytes"));
}
