// Properties of the device, of kernels, streams and events.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <string>

#include "simulator/device/occupancy.hpp"
#include "simulator/exec/tests/kernel.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/settle.hpp"

using namespace cusim::exec::test;
using cusim::device::blocks_per_multiprocessor;
using cusim::device::find_profile;

namespace {

// No test asks for its occupancy, which a refused launch would speak of.
[[gnu::patchable_function_entry(16, 16)]] void never_asked() {
    static constexpr cusim::KernelSite site{"never_asked", "test.cu", 1};
    cusim::launch(site, [] {});
}

[[gnu::patchable_function_entry(16, 16)]] void plain() {
    static constexpr cusim::KernelSite site{"plain", "test.cu", 1};
    cusim::launch(site, [] {});
}

// Like a function of the device, whose entry has no mark.
bool has_stored = false;
void stores() {
    has_stored = true;
}

int seen = 0;
[[gnu::patchable_function_entry(16, 16)]] void takes(int a, double b) {
    static constexpr cusim::KernelSite site{"takes", "test.cu", 1, 128, 4};
    cusim::launch(
        site, [](int x, double y) { seen += x + int(y); }, a, b);
}

}  // namespace

TEST_CASE("errors have CUDA's names and texts") {
    CHECK(std::string(cudaGetErrorName(cudaSuccess)) == "cudaSuccess");
    CHECK(std::string(cudaGetErrorString(cudaSuccess)) == "no error");
    CHECK(std::string(cudaGetErrorName(cudaErrorIllegalAddress)) == "cudaErrorIllegalAddress");
    CHECK(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) ==
          "an illegal memory access was encountered");
    CHECK(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)) == "out of memory");
    CHECK(std::string(cudaGetErrorName(cudaError_t(12345))) == "unrecognized error code");
}

TEST_CASE("properties and attributes tell the same limits") {
    cudaDeviceProp p;
    REQUIRE(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
    CHECK(p.multiProcessorCount == 132);
    CHECK(p.maxThreadsDim[2] == 64);
    CHECK(p.sharedMemPerBlockOptin == 232448);
    int value = 0;
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimX, 0) == cudaSuccess);
    CHECK(value == p.maxGridSize[0]);
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 1) ==
          cudaErrorInvalidDevice);
    CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}

TEST_CASE("occupancy follows the scarcest resource") {
    const auto& h100 = *find_profile("h100");
    CHECK(blocks_per_multiprocessor(h100, 128, {}) == 16);
    CHECK(blocks_per_multiprocessor(h100, 1024, {}) == 2);
    CHECK(blocks_per_multiprocessor(h100, 32, {}) == 32);
    CHECK(blocks_per_multiprocessor(h100, 256, {.registers_per_thread = 64}) == 4);
    CHECK(blocks_per_multiprocessor(h100, 256, {.shared_bytes = 100 * 1024}) == 2);
    CHECK(blocks_per_multiprocessor(h100, 256, {.shared_bytes = 300000}) == 0);
    CHECK(blocks_per_multiprocessor(h100, 1025, {}) == 0);
    CHECK(blocks_per_multiprocessor(*find_profile("c2050"), 192, {}) == 5);
    CHECK(find_profile("h101") == nullptr);
    CHECK(find_profile("invented-") == nullptr);
    CHECK(find_profile("invented-7x") == nullptr);
    const auto &one = *find_profile("invented-7"), &other = *find_profile("invented-8");
    CHECK(&one == find_profile("invented-7"));
    CHECK(one.max_threads_per_block < 1024);
    CHECK(one.max_grid[0] != one.max_grid[1]);
    CHECK(one.max_grid[0] != other.max_grid[0]);
}

TEST_CASE("a kernel is described and launched by its address") {
    Fresh fresh;
    int blocks = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 128, 0) == cudaSuccess);
    CHECK(blocks == 16);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 128, 60000) == cudaSuccess);
    CHECK(blocks == 0);
    int grid = 0, block = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain) == cudaSuccess);
    CHECK(grid == 264);
    CHECK(block == 1024);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, takes) == cudaSuccess);
    CHECK(block == 128);
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, takes) == cudaSuccess);
    CHECK(attributes.maxThreadsPerBlock == 128);

    int x = 3;
    double y = 4;
    void* arguments[] = {&x, &y};
    CHECK(cudaLaunchKernel(takes, 2, 5, arguments) == cudaSuccess);
    CHECK(seen == 70);
    CHECK(cudaLaunchKernel(takes, 2, 2000, arguments) == cudaErrorInvalidConfiguration);
    CHECK(cudaLaunchKernel(takes, 2, 129, arguments) == cudaErrorInvalidValue);
    CHECK(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, nullptr) ==
          cudaErrorInvalidDeviceFunction);
}

TEST_CASE("a block that is too large by one warp is told from others") {
    Fresh fresh;
    const auto variant = [](unsigned threads) {
        cusim::report::reset();
        CHECK(cudaLaunchKernel(plain, 1, threads, nullptr) == cudaErrorInvalidConfiguration);
        const auto findings = cusim::report::settled_findings();
        REQUIRE(findings.size() == 1);
        return findings[0].recorded.finding.variant;
    };
    using cusim::report::Variant;
    CHECK(variant(1056) == Variant::little_too_large);
    CHECK(variant(1025) == Variant::long_block);
    CHECK(variant(1057) == Variant::long_block);
    CHECK(variant(2048) == Variant::long_block);
    CHECK(variant(0) == Variant::empty_block);
    cusim::report::reset();
}

TEST_CASE("a grid with no blocks in some direction is told from one that is too large") {
    Fresh fresh;
    const auto variant = [](dim3 grid) {
        cusim::report::reset();
        CHECK(cudaLaunchKernel(never_asked, grid, 64, nullptr) == cudaErrorInvalidConfiguration);
        const auto findings = cusim::report::settled_findings();
        REQUIRE(findings.size() == 1);
        return findings[0].recorded.finding.variant;
    };
    using cusim::report::Variant;
    for (const dim3 grid : {dim3(0, 1, 1), dim3(1, 0, 1), dim3(1, 2, 0)})
        CHECK(variant(grid) == Variant::empty_grid);
    CHECK(variant(dim3(10, 70000, 1)) == Variant::none);
    cusim::report::reset();
}

TEST_CASE("a grid of no blocks is explained by the occupancy that was asked for") {
    Fresh fresh;
    const auto refused = [](int threads, std::size_t bytes) {
        cusim::report::reset();
        int blocks = -1;
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, threads, bytes) ==
              cudaSuccess);
        CHECK(cudaLaunchKernel(plain, 0, 64, nullptr, 4096) == cudaErrorInvalidConfiguration);
        const auto findings = cusim::report::settled_findings();
        REQUIRE(findings.size() == 1);
        return findings[0].recorded.finding.cause;
    };
    CHECK(refused(4096, 64).find("has answered 0, for blocks of 4096 threads with 64 bytes of "
                                 "shared memory, where the launch has 64 threads and 4096 bytes: "
                                 "the threads of a block come before the bytes there") !=
          std::string::npos);
    CHECK(refused(1025, 0).ends_with("for blocks of 1025 threads with 0 bytes of shared memory"));
    CHECK(refused(64, 4096) == "the grid is (0, 1, 1) blocks");
    cusim::report::reset();
}

TEST_CASE("a function of the device or the host is no kernel, and is not run for one") {
    Fresh fresh;
    CHECK(cudaLaunchKernel(stores, 1, 1, nullptr) == cudaErrorInvalidDeviceFunction);
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, stores) == cudaErrorInvalidDeviceFunction);
    CHECK_FALSE(has_stored);
    cudaGetLastError();
    CHECK(cudaLaunchKernel(plain, 1, 1, nullptr) == cudaSuccess);
}

TEST_CASE("dynamic shared memory beyond 48 KiB must be requested") {
    Fresh fresh;
    CHECK(cudaLaunchKernel(plain, 1, 1, nullptr, 60000) == cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449) ==
          cudaErrorInvalidValue);
    CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000) ==
          cudaSuccess);
    CHECK(cudaLaunchKernel(plain, 1, 1, nullptr, 60000) == cudaSuccess);
    CHECK(cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, 0) ==
          cudaSuccess);
}

TEST_CASE("streams and events are known while they live") {
    Fresh fresh;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, 9) == cudaErrorInvalidValue);
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamSynchronize(nullptr) == cudaSuccess);

    cudaEvent_t start, end, untimed;
    CHECK(cudaEventCreate(&start) == cudaSuccess);
    CHECK(cudaEventCreate(&end) == cudaSuccess);
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventRecord(start) == cudaSuccess);
    CHECK(cudaEventRecord(end) == cudaSuccess);
    CHECK(cudaEventRecord(untimed) == cudaSuccess);
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess);
    CHECK(milliseconds >= 0);
    CHECK(cudaEventElapsedTime(&milliseconds, start, untimed) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventDestroy(end) == cudaSuccess);
    CHECK(cudaEventRecord(end) == cudaErrorInvalidResourceHandle);
}
