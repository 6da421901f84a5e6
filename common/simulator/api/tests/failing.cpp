// Calls that are made to fail.
#include "simulator/api/calls/failing.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::api;
using cusim::exec::test::Fresh;

TEST_CASE("exactly the selected call fails, with its own error") {
    Fresh fresh;
    int *a = nullptr, *b = nullptr;
    fail_call(2);
    CHECK(cudaMalloc(&a, 4) == cudaSuccess);
    CHECK(cudaMalloc(&b, 4) == cudaErrorMemoryAllocation);
    CHECK(cudaMemset(a, 0, 4) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    const auto failed = stop_failing();
    CHECK(failed.call.starts_with("cudaMalloc"));
    CHECK(failed.next.starts_with("cudaMemset"));
    CHECK(cudaFree(a) == cudaSuccess);
}

TEST_CASE("questions that the driver answers can be made to fail") {
    Fresh fresh;
    int device = -1, count = -1;
    cudaDeviceProp properties;
    fail_call(3);
    CHECK(cudaGetDevice(&device) == cudaSuccess);
    CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaErrorUnknown);
    CHECK(stop_failing().call.starts_with("cudaGetDeviceProperties"));
}

TEST_CASE("a copy that is made to fail copies nothing") {
    Fresh fresh;
    int* d = nullptr;
    CHECK(cudaMalloc(&d, 4) == cudaSuccess);
    int one = 1, two = 2;
    CHECK(cudaMemcpy(d, &one, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    fail_call(1);
    CHECK(cudaMemcpy(&two, d, 4, cudaMemcpyDeviceToHost) == cudaErrorUnknown);
    CHECK(two == 2);
    CHECK(stop_failing().call.starts_with("cudaMemcpy"));
    cudaFree(d);
}

TEST_CASE("calls that are not the program's own do not fail and are not counted") {
    Fresh fresh;
    int* d = nullptr;
    fail_call(1);
    {
        const Unfailing ours;
        CHECK(cudaMalloc(&d, 4) == cudaSuccess);
    }
    CHECK(cudaMemset(d, 0, 4) == cudaErrorUnknown);
    CHECK(stop_failing().call.starts_with("cudaMemset"));
    CHECK(cudaGetLastError() == cudaErrorUnknown);
    cudaFree(d);
}

TEST_CASE("calls that free something do not fail and are not counted") {
    Fresh fresh;
    int* d = nullptr;
    cudaStream_t stream;
    cudaEvent_t event;
    CHECK(cudaMalloc(&d, 4) == cudaSuccess);
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaEventCreate(&event) == cudaSuccess);
    fail_call(1);
    CHECK(cudaFree(d) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaEventDestroy(event) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorUnknown);
    const auto failed = stop_failing();
    CHECK(failed.call.starts_with("cudaDeviceSynchronize"));
    CHECK(failed.next.empty());
}

TEST_CASE("a call that only waits after a failure is not what the program went on to") {
    Fresh fresh;
    int* d = nullptr;
    CHECK(cudaMalloc(&d, 4) == cudaSuccess);
    fail_call(1);
    CHECK(cudaMemsetAsync(d, 0, 4, cudaStreamDefault) == cudaErrorUnknown);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaStreamSynchronize(0) == cudaSuccess);
    CHECK(cudaFree(d) == cudaSuccess);
    CHECK(stop_failing().next.empty());
    CHECK(cudaGetLastError() == cudaErrorUnknown);
}

TEST_CASE("what is called to clean up after a failure is not what the program went on to") {
    Fresh fresh;
    struct Waits {
        ~Waits() { cudaDeviceSynchronize(); }
    };
    int* d = nullptr;
    fail_call(1);
    try {
        const Waits waits;
        if (cudaMalloc(&d, 4) != cudaSuccess) throw 1;
    } catch (int) {
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
    }
    CHECK(stop_failing().next.empty());
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
}

TEST_CASE("no call fails if there are fewer calls, or after the end was reported") {
    Fresh fresh;
    fail_call(3);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(stop_failing().call.empty());
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}
