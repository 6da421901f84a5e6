// Allocations, copies and fills: what CUDA accepts, what it refuses, and what is reported.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstring>
#include <utility>
#include <vector>

#include "simulator/api/memory/copy.hpp"
#include "simulator/count/host_cache.hpp"
#include "simulator/exec/tests/kernel.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/quick_check.hpp"
#include "simulator/report/advice/explanation.hpp"
#include "simulator/simulator.hpp"

using namespace cusim::exec::test;
using cusim::report::FindingKind;
using cusim::report::Severity;
using cusim::report::Variant;

namespace {

// Device memory with `count` integers 0, 1, 2, …
int* counting(int count) {
    std::vector<int> values(count);
    for (int i = 0; i < count; ++i) values[i] = i;
    int* d = nullptr;
    REQUIRE(cudaMalloc(&d, count * sizeof(int)) == cudaSuccess);
    REQUIRE(cudaMemcpy(d, values.data(), count * sizeof(int), cudaMemcpyHostToDevice) ==
            cudaSuccess);
    return d;
}

bool no_findings() {
    return cusim::report::settled_findings().empty();
}

}  // namespace

TEST_CASE("bytes copied to the device are the same when copied back") {
    Fresh fresh;
    int* const d = counting(100);
    int* other = nullptr;
    CHECK(cudaMalloc(&other, 400) == cudaSuccess);
    CHECK(cudaMemcpy(other, d, 400, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(cudaMemset(other, 0, 40) == cudaSuccess);
    std::vector<int> back(100);
    CHECK(cudaMemcpy(back.data(), other, 400, cudaMemcpyDefault) == cudaSuccess);
    CHECK(back[9] == 0);
    CHECK(back[10] == 10);
    CHECK(back[99] == 99);
    CHECK(cudaFree(d) == cudaSuccess);
    CHECK(cudaFree(other) == cudaSuccess);
    CHECK(no_findings());
}

TEST_CASE("a copy by columns fetches a line of the host's cache for each element") {
    Fresh fresh;
    constexpr int rows = 1000, columns = 64;  // more rows than the cache has lines
    std::vector<float> matrix(std::size_t{rows} * columns), column(rows);
    float* d = nullptr;
    REQUIRE(cudaMalloc(&d, rows * sizeof(float)) == cudaSuccess);
    for (const auto& [to, kind] :
         {std::pair{column.data(), cudaMemcpyHostToHost}, std::pair{d, cudaMemcpyHostToDevice}}) {
        cusim::count::watch_host_cache();
        for (int j = 0; j < 16; ++j)
            REQUIRE(cudaMemcpy2D(to, sizeof(float), &matrix[j], columns * sizeof(float),
                                 sizeof(float), rows, kind) == cudaSuccess);
        CHECK(cusim::count::stop_watching_host_cache() >= 16 * rows);
    }
    CHECK(cudaFree(d) == cudaSuccess);
}

TEST_CASE("allocations are aligned, apart from each other, and at fixed addresses") {
    std::uintptr_t first[2];
    for (auto& address : first) {
        Fresh fresh;
        char *a = nullptr, *b = nullptr;
        cudaMalloc(&a, 1000);
        cudaMalloc(&b, 1);
        CHECK(cusim::memory::device_heap.contains(a));
        CHECK(reinterpret_cast<std::uintptr_t>(a) % 256 == 0);
        CHECK(reinterpret_cast<std::uintptr_t>(b) % 256 == 0);
        CHECK(b - (a + 1000) >= 256);
        address = reinterpret_cast<std::uintptr_t>(b) - reinterpret_cast<std::uintptr_t>(a);
    }
    CHECK(first[0] == first[1]);
}

TEST_CASE("an allocation with a null address for its pointer is refused with advice") {
    Fresh fresh;
    CHECK(cudaMalloc(nullptr, 100) == cudaErrorInvalidValue);
    cudaGetLastError();
    const auto findings = cusim::report::settled_findings();
    REQUIRE(findings.size() == 1);
    const std::string text = cusim::report::message(findings[0]);
    INFO(text);
    CHECK(text.find("cudaMalloc is to store the new pointer there, and is given null") !=
          text.npos);
    CHECK(text.find("It takes the address of the pointer") != text.npos);
}

TEST_CASE("an allocation of no bytes is a null pointer, one too large an error") {
    Fresh fresh;
    int* pointer = reinterpret_cast<int*>(8);
    CHECK(cudaMalloc(&pointer, 0) == cudaSuccess);
    CHECK(pointer == nullptr);
    CHECK(cudaMalloc(&pointer, std::size_t{1} << 50) == cudaErrorMemoryAllocation);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaFree(nullptr) == cudaSuccess);
    CHECK(no_findings());
}

TEST_CASE("freed memory is reused only when nothing else is left") {
    Fresh fresh;
    for (int i = 0; i < 20; ++i) {
        char* large = nullptr;
        REQUIRE(cudaMalloc(&large, std::size_t{5} << 30) == cudaSuccess);
        char* too_much = nullptr;
        CHECK(cudaMalloc(&too_much, std::size_t{5} << 30) == cudaErrorMemoryAllocation);
        REQUIRE(cudaFree(large) == cudaSuccess);
    }
    CHECK(no_findings());
}

TEST_CASE("a copy beyond the end of an allocation is refused with both sizes") {
    Fresh fresh;
    int* const d = counting(10);
    std::vector<int> host(100);
    CHECK(cudaMemcpy(host.data(), d, 44, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    CHECK(only_finding().kind == FindingKind::bad_copy);
    CHECK(only_finding().variant == Variant::too_many_bytes);
    CHECK(only_finding().cause.find("44 bytes") != std::string::npos);
    CHECK(only_finding().cause.find("has 40") != std::string::npos);
    CHECK(cudaMemcpy(host.data(), d + 5, 20, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(host[4] == 9);
}

TEST_CASE("host memory in place of device memory is refused") {
    std::vector<int> host(4);
    const auto refused = [](cudaError_t error) {
        CHECK(error == cudaErrorInvalidValue);
        CHECK(only_finding().kind == FindingKind::bad_copy);
        CHECK(only_finding().severity == Severity::error);
    };
    {
        Fresh fresh;
        refused(cudaMemcpy(host.data(), host.data() + 2, 8, cudaMemcpyHostToDevice));
    }
    {
        Fresh fresh;
        refused(cudaMemcpy(counting(2), host.data(), 8, cudaMemcpyDeviceToHost));
        CHECK(only_finding().variant == Variant::wrong_direction);
        CHECK(only_finding().cause.find("from host to device") != std::string::npos);
    }
    Fresh fresh;
    refused(cudaMemset(host.data(), 0, 8));
}

TEST_CASE("device memory in place of host memory is copied, with a warning") {
    Fresh fresh;
    int* const d = counting(4);
    CHECK(cudaMemcpy(d, d + 2, 8, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(only_finding().kind == FindingKind::bad_copy);
    CHECK(only_finding().severity == Severity::warning);
    CHECK(only_finding().variant == Variant::wrong_direction);
}

TEST_CASE("null pointers and unknown directions are refused") {
    std::vector<int> host(4);
    Fresh fresh;
    CHECK(cudaMemcpy(nullptr, host.data(), 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpy(host.data(), host.data(), 4, cudaMemcpyKind(9)) ==
          cudaErrorInvalidMemcpyDirection);
}

TEST_CASE("rows are copied between pitches, and a row wider than its pitch is refused") {
    Fresh fresh;
    char* d = nullptr;
    std::size_t pitch = 0;
    CHECK(cudaMallocPitch(&d, &pitch, 100, 3) == cudaSuccess);
    CHECK(pitch == 512);
    std::vector<char> host(300);
    for (int i = 0; i < 300; ++i) host[i] = char(i / 100);
    CHECK(cudaMemcpy2D(d, pitch, host.data(), 100, 100, 3, cudaMemcpyHostToDevice) == cudaSuccess);
    char last = 0;
    CHECK(cudaMemcpy(&last, d + 2 * pitch + 99, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(last == 2);
    CHECK(no_findings());
    CHECK(cudaMemcpy2D(d, 64, host.data(), 100, 100, 3, cudaMemcpyHostToDevice) ==
          cudaErrorInvalidPitchValue);
    CHECK(cudaMemset2D(d, pitch, 7, 100, 4) == cudaErrorInvalidValue);
}

TEST_CASE("memory freed twice, not allocated, or by the wrong function is refused") {
    const auto kind_after = [](auto action) {
        Fresh fresh;
        action();
        return only_finding().kind;
    };
    CHECK(kind_after([] {
              int* const d = counting(1);
              CHECK(cudaFree(d) == cudaSuccess);
              CHECK(cudaFree(d) == cudaErrorInvalidValue);
          }) == FindingKind::use_after_free);
    CHECK(kind_after([] { CHECK(cudaFree(counting(2) + 1) == cudaErrorInvalidValue); }) ==
          FindingKind::bad_copy);
    CHECK(kind_after([] {
              int host;
              CHECK(cudaFree(&host) == cudaErrorInvalidValue);
          }) == FindingKind::host_pointer);
    CHECK(kind_after([] {
              int* pinned = nullptr;
              CHECK(cudaMallocHost(&pinned, 4) == cudaSuccess);
              CHECK(cudaFree(pinned) == cudaErrorInvalidValue);
              CHECK(cudaFreeHost(pinned) == cudaSuccess);
          }) == FindingKind::host_pointer);
    CHECK(kind_after([] { CHECK(cudaFreeHost(counting(1)) == cudaErrorInvalidValue); }) ==
          FindingKind::device_pointer);
}

TEST_CASE("managed and pinned memory are for both sides") {
    Fresh fresh;
    static int *managed, *pinned;
    CHECK(cudaMallocManaged(&managed, 4) == cudaSuccess);
    CHECK(cudaMallocHost(&pinned, 4) == cudaSuccess);
    *managed = *pinned = 5;
    run({1, 1}, [] { *managed += *pinned; });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(*managed == 10);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, managed) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeManaged);
    CHECK(cudaPointerGetAttributes(&attributes, pinned) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeHost);
    CHECK(cudaPointerGetAttributes(&attributes, &attributes) == cudaSuccess);
    CHECK(attributes.type == cudaMemoryTypeUnregistered);
    CHECK(cudaFree(managed) == cudaSuccess);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
}

TEST_CASE("registered host memory is known until it is unregistered") {
    Fresh fresh;
    int host[4];
    CHECK(cudaHostRegister(host, sizeof host, cudaHostRegisterDefault) == cudaSuccess);
    CHECK(cudaHostRegister(host, sizeof host, 0) == cudaErrorHostMemoryAlreadyRegistered);
    int* device = nullptr;
    CHECK(cudaHostGetDevicePointer(&device, host, 0) == cudaSuccess);
    CHECK(device == host);
    CHECK(cudaHostUnregister(host) == cudaSuccess);
    CHECK(cudaHostUnregister(host) == cudaErrorHostMemoryNotRegistered);
}

namespace {
int table[4] = {1, 2, 3, 4};
const cusim::Symbol table_symbol{table, sizeof table, "table", cusim::Space::constant, "test.cu",
                                 1};
}  // namespace

TEST_CASE("symbols are copied to and from, inside their bounds") {
    Fresh fresh;
    const int values[2] = {30, 40};
    CHECK(cudaMemcpyToSymbol(table, values, 8, 8) == cudaSuccess);
    int back[4];
    CHECK(cudaMemcpyFromSymbol(back, table, 16) == cudaSuccess);
    CHECK(back[1] == 2);
    CHECK(back[3] == 40);
    int ordinary = 0;
    CHECK(cudaMemcpyToSymbol(ordinary, back, 4) == cudaErrorInvalidSymbol);
    void* address = nullptr;
    CHECK(cudaGetSymbolAddress(&address, table) == cudaSuccess);
    CHECK(address == table);
    std::size_t size = 0;
    CHECK(cudaGetSymbolSize(&size, table) == cudaSuccess);
    CHECK(size == 16);
}

TEST_CASE("a copy of a box is one copy, and is refused before a slice of it moves") {
    Fresh fresh;
    std::vector<char> host(4 * 3 * 8, 7);
    cudaPitchedPtr box{};
    REQUIRE(cudaMalloc3D(&box, {8, 3, 4}) == cudaSuccess);
    cudaMemcpy3DParms p{};
    p.srcPtr = {host.data(), 8, 8, 3};
    p.dstPtr = box;
    p.extent = {8, 3, 4};
    p.kind = cudaMemcpyHostToDevice;
    const auto across = cusim::api::copies_across();
    CHECK(cudaMemcpy3D(&p) == cudaSuccess);
    CHECK(cusim::api::copies_across() == across + 1);
    const auto before = cusim::api::moved_within();
    CHECK(cudaMemset3D(box, 0, p.extent) == cudaSuccess);
    CHECK(cusim::api::moved_within().times == before.times + 1);
    CHECK(cusim::api::moved_within().bytes == before.bytes + host.size());
    CHECK(no_findings());
    p.extent.depth = 5;
    CHECK(cudaMemcpy3D(&p) == cudaErrorInvalidValue);
    CHECK(only_finding().kind == FindingKind::bad_copy);
    char first = 1;
    CHECK(cudaMemcpy(&first, box.ptr, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(first == 0);
    CHECK(cudaFree(box.ptr) == cudaSuccess);
}

TEST_CASE("an allocation from a pool is checked as any in a stream is") {
    Fresh fresh;
    cudaMemPool_t pool;
    REQUIRE(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
    void* pointer = nullptr;
    CHECK(cudaMallocFromPoolAsync(&pointer, 64, nullptr, nullptr) == cudaErrorInvalidValue);
    CHECK(cudaMallocFromPoolAsync(nullptr, 64, pool, nullptr) == cudaErrorInvalidValue);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    CHECK(cudaMallocFromPoolAsync(&pointer, 64, pool, stream) == cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    cudaStreamDestroy(stream);
    CHECK(cudaMallocFromPoolAsync(&pointer, 64, pool, stream) == cudaErrorInvalidResourceHandle);
    CHECK(cudaMallocFromPoolAsync(&pointer, 64, pool, nullptr) == cudaSuccess);
    CHECK(cudaFreeAsync(pointer, nullptr) == cudaSuccess);
}

TEST_CASE("a copy between device memory and a symbol stays within the device") {
    Fresh fresh;
    int* const d = counting(4);
    const auto across = cusim::api::copies_across();
    const auto before = cusim::api::moved_within();
    CHECK(cudaMemcpyToSymbol(table, d, 16, 0, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(cudaMemcpyFromSymbol(d, table, 16, 0, cudaMemcpyDeviceToDevice) == cudaSuccess);
    CHECK(cudaMemset(table, 0, 16) == cudaSuccess);
    CHECK(cusim::api::copies_across() == across);
    CHECK(cusim::api::moved_within().times == before.times + 3);
    int back[4];
    CHECK(cudaMemcpyFromSymbol(back, table, 16) == cudaSuccess);
    CHECK(cusim::api::copies_across() == across + 1);
    CHECK(cudaFree(d) == cudaSuccess);
}

TEST_CASE("a copy beyond the end of a symbol is refused with both sizes") {
    int back[8] = {};
    {
        Fresh fresh;
        CHECK(cudaMemcpyToSymbol(table, back, 16, 4) == cudaErrorInvalidValue);
        CHECK(only_finding().kind == FindingKind::bad_copy);
        CHECK(only_finding().variant == Variant::too_many_bytes);
        CHECK(only_finding().cause == "it takes 16 bytes of table from byte 4 on, which has 16");
    }
    Fresh fresh;
    CHECK(cudaMemcpyFromSymbol(back, table, 32) == cudaErrorInvalidValue);
    CHECK(only_finding().cause == "it takes 32 bytes of table, which has 16");
}
