// The host's arrays, whose sizes copies are compared with.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "simulator/exec/tests/kernel.hpp"
#include "simulator/memory/host_blocks.hpp"

using namespace cusim::exec::test;
using cusim::memory::forget_host_block;
using cusim::memory::host_block_at;
using cusim::memory::note_host_block;
using cusim::report::FindingKind;
using cusim::report::Variant;

namespace {

// What a program's malloc() does.
char* allocate(std::size_t size) {
    void* const block = std::calloc(1, size);
    note_host_block(block, size);
    return static_cast<char*>(block);
}

void release(void* block) {
    forget_host_block(block);
    std::free(block);
}

std::size_t size_at(const void* address) {
    const auto block = host_block_at(address);
    return block ? block->size : 0;
}

}  // namespace

TEST_CASE("a block is found by each address in it, and no longer once it is freed") {
    for (const std::size_t size : {1u, 24u, 1000u, 100'000u, 3'000'000u}) {
        char* const block = allocate(size);
        CHECK(size_at(block) == size);
        CHECK(size_at(block + size - 1) == size);
        CHECK(size_at(block - 1) == 0);
        release(block);
        CHECK(!host_block_at(block));
    }
    CHECK(!host_block_at(nullptr));
}

TEST_CASE("a block that other code has freed is not taken for what lies there since") {
    for (const std::size_t size : {8000u, 200'000u}) {
        char* const block = allocate(size);
        const void* volatile dangling = block;  // the compiler would warn of its use
        std::free(block);
        char* const other = static_cast<char*>(std::malloc(size / 2));
        CHECK(size_at(dangling) == 0);
        std::free(other);
        forget_host_block(dangling);
    }
}

TEST_CASE("many blocks of all sizes are each found") {
    std::mt19937 random{7};
    std::map<char*, std::size_t> known;
    for (int i = 0; i < 20'000; ++i) {
        if (random() % 3 == 0 && !known.empty()) {
            auto it = known.lower_bound(
                std::next(known.begin(), long(random() % known.size() / 8))->first);
            release(it->first);
            known.erase(it);
        } else {
            const std::size_t size = 1 + random() % (i % 100 == 0 ? 100'000 : 300);
            known[allocate(size)] = size;
        }
    }
    std::size_t wrong = 0;
    for (const auto& [block, size] : known) wrong += size_at(block + size / 2) != size;
    CHECK(wrong == 0);
    for (const auto& [block, size] : known) release(block);
    for (const auto& [block, size] : known) wrong += size_at(block) != 0;
    CHECK(wrong == 0);
}

TEST_CASE("a copy beyond the end of the host's array is refused with both sizes") {
    char* const host = allocate(40);
    for (const bool to_host : {true, false}) {
        Fresh fresh;
        char* d = nullptr;
        REQUIRE(cudaMalloc(reinterpret_cast<void**>(&d), 44) == cudaSuccess);
        REQUIRE(cudaMemset(d, 0, 44) == cudaSuccess);
        const auto direction = to_host ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
        const auto copy = [&](std::size_t begin, std::size_t size) {
            return cudaMemcpy(to_host ? host + begin : d, to_host ? d : host + begin, size,
                              direction);
        };
        CHECK(copy(8, 32) == cudaSuccess);
        CHECK(copy(8, 36) == cudaErrorInvalidValue);
        CHECK(only_finding().kind == FindingKind::bad_copy);
        CHECK(only_finding().variant == Variant::short_host_array);
        CHECK(only_finding().cause.find("36 bytes") != std::string::npos);
        CHECK(only_finding().cause.find("has 32") != std::string::npos);
    }
    release(host);
}
