// Shapes, indices, parameters and limits of launches, and when their errors are returned.
#include <doctest/doctest.h>

#include <cassert>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;
using cusim::report::FindingKind;

TEST_CASE("every thread of a 3D grid of 3D blocks runs once and knows its indices") {
    for (const char* order : {"forward", "reverse", "random:3"}) {
        CAPTURE(order);
        Fresh fresh{order};
        using Location = std::tuple<unsigned, unsigned, unsigned, unsigned, unsigned, unsigned>;
        static std::set<Location> places;
        static int runs;
        places.clear(), runs = 0;
        run({dim3(3, 2, 4), dim3(5, 6, 2)}, [] {
            ++runs;
            CHECK(gridDim.x == 3);
            CHECK(gridDim.z == 4);
            CHECK(blockDim.y == 6);
            places.insert(
                {blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z});
        });
        CHECK(runs == 3 * 2 * 4 * 5 * 6 * 2);
        CHECK(places.size() == std::size_t(runs));
        CHECK(places.contains({2, 1, 3, 4, 5, 1}));
    }
}

TEST_CASE("launches beyond a limit are counted and not run, until the records are reset") {
    static int runs;
    runs = 0;
    Fresh fresh;
    cusim::report::limit_launches(2);
    for (int i = 0; i < 5; ++i) run({}, [] { ++runs; });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(runs == 2);
    const auto report = cusim::report::collect_json();
    CHECK(report["kernels"].size() == 2);
    CHECK(report["unlisted_kernels"] == 3);
    cusim::report::reset();
    run({}, [] { ++runs; });
    CHECK(runs == 3);
    cusim::report::limit_launches(cusim::report::no_limit);
}

TEST_CASE("forward takes blocks and threads in ascending order, reverse in descending") {
    static std::vector<unsigned> sequence;
    const auto kernel = [] { sequence.push_back(blockIdx.x * 10 + threadIdx.x); };
    {
        Fresh fresh;
        sequence.clear();
        run({2, 2}, kernel);
        CHECK(sequence == std::vector<unsigned>{0, 1, 10, 11});
    }
    Fresh fresh{"reverse"};
    sequence.clear();
    run({2, 2}, kernel);
    CHECK(sequence == std::vector<unsigned>{11, 10, 1, 0});
}

TEST_CASE("a random order is the same for the same seed and another for another") {
    static std::vector<unsigned> sequence;
    const auto sequence_of = [](const char* order) {
        Fresh fresh{order};
        sequence.clear();
        run({4, 64}, [] { sequence.push_back(blockIdx.x * 64 + threadIdx.x); });
        return sequence;
    };
    const auto first = sequence_of("random:1");
    CHECK(first.size() == 256);
    CHECK(std::set<unsigned>(first.begin(), first.end()).size() == 256);
    CHECK(first != sequence_of("random:2"));
}

TEST_CASE("each thread has its own copy of the parameters") {
    Fresh fresh;
    static int wrong;
    wrong = 0;
    static constexpr cusim::KernelSite site{"kernel", "test.cu", 1};
    int n = 5;
    cusim::configure(1, 8);
    cusim::launch(
        site,
        [](int count) {
            if (count != 5) ++wrong;
            count += 1;
        },
        n);
    CHECK(wrong == 0);
    CHECK(n == 5);
}

TEST_CASE("a launch beyond the device's limits does not run, and the error can be asked for") {
    static bool ran;
    const auto refused = [](dim3 grid, dim3 block, std::size_t shared = 0) {
        Fresh fresh;
        ran = false;
        run({grid, block, shared}, [] { ran = true; });
        const cudaError_t error = cudaPeekAtLastError();
        CHECK_FALSE(ran);
        CHECK_FALSE(cusim::report::has_errors());
        return error;
    };
    CHECK(refused(1, 1025) == cudaErrorInvalidConfiguration);
    CHECK(refused(1, dim3(32, 33)) == cudaErrorInvalidConfiguration);
    CHECK(refused(1, dim3(1, 1, 65)) == cudaErrorInvalidConfiguration);
    CHECK(refused(0, 1) == cudaErrorInvalidConfiguration);
    CHECK(refused(1, 0) == cudaErrorInvalidConfiguration);
    CHECK(refused(dim3(1, 65536), 1) == cudaErrorInvalidConfiguration);
    CHECK(refused(1, 1, 49153) == cudaErrorInvalidValue);
}

TEST_CASE("a refused launch that is never checked is an error, with the reason") {
    Fresh fresh;
    run({1, 1025}, [] {});
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const auto& finding = only_finding();
    CHECK(finding.kind == FindingKind::launch_error);
    CHECK(finding.severity == cusim::report::Severity::error);
    CHECK(finding.cause.find("1024, 1024, 64") != std::string::npos);
}

TEST_CASE("cudaGetLastError forgets a refused launch, cudaPeekAtLastError does not") {
    Fresh fresh;
    run({1, 2000}, [] {});
    CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a kernel's error is returned when the host waits, and stays until the reset") {
    Fresh fresh;
    run({1, 1}, [] { __trap(); });
    CHECK(cudaGetLastError() == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(cudaGetLastError() == cudaErrorLaunchFailure);
    void* pointer = nullptr;
    CHECK(cudaMalloc(&pointer, 4) == cudaErrorLaunchFailure);
    CHECK(cudaDeviceReset() == cudaSuccess);
    CHECK(cudaMalloc(&pointer, 4) == cudaSuccess);
}

TEST_CASE("after a fatal error no thread of the launch runs again") {
    Fresh fresh;
    static int ran;
    ran = 0;
    run({4, 32}, [] {
        __syncthreads();
        ++ran;
        __trap();
    });
    CHECK(ran == 1);
}

TEST_CASE("an assertion that fails in a kernel is reported with its expression") {
    Fresh fresh;
    run({1, 4}, [] { assert(threadIdx.x < 2); });
    CHECK(cudaDeviceSynchronize() == cudaErrorAssert);
    const auto findings = cusim::report::settled_findings();
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].recorded.finding.kind == FindingKind::assertion);
    CHECK(findings[0].recorded.finding.self.thread.x == 2);
    CHECK(findings[0].recorded.finding.cause.find("threadIdx.x < 2") != std::string::npos);
}
