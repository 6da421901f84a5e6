// Calls that CUDA refuses as "invalid argument": which argument is wrong, and why.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include "simulator/exec/tests/kernel.hpp"
#include "simulator/report/advice/explanation.hpp"
#include "simulator/simulator.hpp"

using namespace cusim::exec::test;

namespace {

// The text of the only finding, which must be a note.
std::string note() {
    const auto findings = cusim::report::settled_findings();
    if (findings.size() != 1) return std::to_string(findings.size()) + " findings";
    const auto& finding = findings.front().recorded.finding;
    return finding.severity == cusim::report::Severity::note
               ? cusim::report::message(findings.front())
               : "no note";
}

cudaResourceDesc rows_of_floats(float* memory, std::size_t width, std::size_t pitch) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = memory;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = pitch;
    return resource;
}

std::string refusal(const cudaResourceDesc& resource, cudaError_t error = cudaErrorInvalidValue) {
    const cudaTextureDesc how{};
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, nullptr) == error);
    return note();
}

}  // namespace

TEST_CASE("a texture object that is refused says which field does not fit, and how") {
    Fresh fresh;
    float* memory = nullptr;
    REQUIRE(cudaMalloc(&memory, 8192) == cudaSuccess);
    const std::string start = "cudaCreateTextureObject is refused: ";
    SUBCASE("a pitch of elements") {
        CHECK(refusal(rows_of_floats(memory, 3, 40)) ==
              start + "res.pitch2D.pitchInBytes is 40, and must be a multiple of 32 bytes.");
    }
    SUBCASE("a pitch below the width") {
        CHECK(refusal(rows_of_floats(memory, 100, 128)) ==
              start +
                  "res.pitch2D.pitchInBytes is 128, and a row of 100 elements takes 400 "
                  "bytes.");
    }
    SUBCASE("a width of bytes") {
        CHECK(refusal(rows_of_floats(memory, 1 << 20, 128)) ==
              start + "res.pitch2D.width is 1048576, and may be 1 to 131072 elements.");
    }
    SUBCASE("a pointer into the middle") {
        CHECK(refusal(rows_of_floats(memory + 1, 3, 512)) ==
              start +
                  "res.pitch2D.devPtr must lie a multiple of 512 bytes behind the beginning "
                  "of its memory.");
    }
    SUBCASE("a number of elements for one of bytes") {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = memory;
        resource.res.linear.desc = cudaCreateChannelDesc<float4>();
        resource.res.linear.sizeInBytes = 8;
        CHECK(refusal(resource) ==
              start + "res.linear.sizeInBytes is 8, and an element has 16 bytes.");
    }
    SUBCASE("a type that nothing has set") {
        cudaResourceDesc resource{};
        resource.res.linear.desc = cudaCreateChannelDesc<float>();
        CHECK(refusal(resource, cudaErrorInvalidResourceHandle) ==
              start +
                  "resType is cudaResourceTypeArray, which is 0, and res.array.array is no CUDA "
                  "array.");
    }
    SUBCASE("a channel descriptor that nothing has set") {
        cudaResourceDesc resource = rows_of_floats(memory, 3, 512);
        resource.res.pitch2D.desc = {};
        CHECK(refusal(resource, cudaErrorInvalidChannelDescriptor) ==
              start +
                  "the channel descriptor says that an element has x = 0, y = 0, z = 0 and w = 0 "
                  "bits.");
    }
    CHECK(cudaFree(memory) == cudaSuccess);
}

TEST_CASE("a refused copy of a box says where it would end") {
    Fresh fresh;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    REQUIRE(cudaMallocArray(&array, &format, 8, 4) == cudaSuccess);
    float values[64] = {};
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(values, 32, 8, 4);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(32, 4, 1);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
    CHECK(note() ==
          "cudaMemcpy3D is refused: extent (32, 4, 1) from dstPos (0, 0, 0) on leads outside of "
          "dstArray, which is (8, 4, 1): of an array, width and x count elements.");
    CHECK(cudaFreeArray(array) == cudaSuccess);
}

TEST_CASE("the time between two events is available once the host has waited for the later one") {
    Fresh fresh;
    cudaEvent_t start, end;
    REQUIRE(cudaEventCreate(&start) == cudaSuccess);
    REQUIRE(cudaEventCreate(&end) == cudaSuccess);
    REQUIRE(cudaEventRecord(start) == cudaSuccess);
    run({}, [] {});
    REQUIRE(cudaEventRecord(end) == cudaSuccess);
    float milliseconds = -1;
    const auto time = [&] { return cudaEventElapsedTime(&milliseconds, start, end); };
    SUBCASE("not before") {
        CHECK(time() == cudaErrorNotReady);
        CHECK(milliseconds == -1);
        CHECK(note() ==
              "cudaEventElapsedTime is refused: nothing has waited for its second event, and a "
              "launch returns at once: cudaEventSynchronize() with the later event comes before "
              "the time is asked for.");
    }
    SUBCASE("not by waiting for the earlier one") {
        CHECK(cudaEventSynchronize(start) == cudaSuccess);
        CHECK(time() == cudaErrorNotReady);
    }
    SUBCASE("not if it was made without timing, or never recorded") {
        cudaEvent_t untimed, unused;
        REQUIRE(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
        REQUIRE(cudaEventCreate(&unused) == cudaSuccess);
        CHECK(cudaEventElapsedTime(&milliseconds, untimed, end) == cudaErrorInvalidResourceHandle);
        CHECK(note() ==
              "cudaEventElapsedTime is refused: its first event was made with "
              "cudaEventDisableTiming, and keeps no time.");
        Fresh again;
        CHECK(cudaEventElapsedTime(&milliseconds, start, unused) == cudaErrorInvalidResourceHandle);
        CHECK(note() == "cudaEventElapsedTime is refused: its second event was never recorded.");
    }
    SUBCASE("by waiting for it") {
        CHECK(cudaEventSynchronize(end) == cudaSuccess);
        CHECK(time() == cudaSuccess);
    }
    SUBCASE("by waiting for all") {
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(time() == cudaSuccess);
    }
    SUBCASE("and it may be there behind a cudaFree") {
        CHECK(cudaFree(nullptr) == cudaSuccess);
        CHECK(time() == cudaErrorNotReady);
        void* memory = nullptr;
        CHECK(cudaMalloc(&memory, 4) == cudaSuccess);
        CHECK(cudaFree(memory) == cudaSuccess);
        CHECK(time() == cudaSuccess);
    }
}

TEST_CASE("a device that is not there is named, with the call that asks for it") {
    Fresh fresh;
    const std::string rest = ", and the only device here is number 0.";
    SUBCASE("the current device") {
        CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
        CHECK(note() == "cudaSetDevice is refused: it asks for device 1" + rest);
    }
    SUBCASE("a copy from another device") {
        int* memory = nullptr;
        REQUIRE(cudaMalloc(&memory, 64) == cudaSuccess);
        CHECK(cudaMemcpyPeer(memory, 0, memory, 2, 64) == cudaErrorInvalidDevice);
        CHECK(note() == "cudaMemcpyPeer is refused: it asks for device 2" + rest);
        CHECK(cudaFree(memory) == cudaSuccess);
    }
    CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
}
