// What the host gets of kernels' results through memory that both sides share, and what it hands
// over there.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <vector>

#include "simulator/exec/tests/kernel.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/race/host_access.hpp"
#include "simulator/race/quick_check.hpp"
#include "simulator/simulator.hpp"

using namespace cusim::exec::test;

TEST_CASE("host reads of a kernel's results count as an unnamed copy, reads of a flag do not") {
    Fresh fresh;
    static int* managed;
    static const char place = 0;
    CHECK(cudaMallocManaged(&managed, 12) == cudaSuccess);
    const auto reads_by_host = [](int& from, auto access) {
        const auto before = cusim::copies_across();
        access(from);
        return cusim::copies_across() - before;
    };
    const auto plain = [](int& from) {
        cusim::race::access<cusim::trace::Op::read, 1>(&from, &place);
    };
    const auto volatile_read = [](int& from) {
        cusim::race::host_looks_at(reinterpret_cast<cusim::memory::Address>(&from), 4,
                                   cusim::trace::Op::read, &place,
                                   cusim::race::AccessKind::volatile_);
    };
    managed[0] = managed[1] = 0;
    CHECK(reads_by_host(managed[0], plain) == 0);
    run({1, 1}, [] {
        cusim::race::access<cusim::trace::Op::write, 1>(&managed[0], &place);
        managed[0] = 1;
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(reads_by_host(managed[0], plain) == 1);
    CHECK(reads_by_host(managed[0], volatile_read) == 1);
    CHECK(reads_by_host(managed[1], plain) == 0);
    CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("a copy to the host of a kernel's results in shared memory counts, others there do not") {
    Fresh fresh;
    static int* managed;
    static const char place = 0;
    std::vector<int> host(40);
    const std::size_t bytes = host.size() * sizeof(int);
    CHECK(cudaMallocManaged(&managed, bytes) == cudaSuccess);
    cusim::forget_records();
    const auto counted = [](auto action) {
        const auto before = cusim::copies_across();
        action();
        return cusim::copies_across() - before;
    };
    const auto back = [&] {
        CHECK(cudaMemcpy(host.data(), managed, bytes, cudaMemcpyDefault) == cudaSuccess);
    };
    const auto there = [&](std::size_t size) {
        CHECK(cudaMemcpy(managed, host.data(), size, cudaMemcpyDefault) == cudaSuccess);
    };
    CHECK(counted([&] { there(4); }) == 0);
    CHECK(counted(back) == 0);
    CHECK(counted([&] { there(bytes); }) == 1);
    CHECK(counted(back) == 0);
    run({1, 1}, [] { cusim::race::access<cusim::trace::Op::write, 1>(&managed[39], &place); });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(counted(back) == 1);
    CHECK(cudaFree(managed) == cudaSuccess);
}

TEST_CASE("registered memory that is given back with a kernel's results counts as a copy") {
    Fresh fresh;
    static int* lent;
    static const char place = 0;
    std::vector<int> host(40);
    lent = host.data();
    const auto given_back = [&](auto meanwhile) {
        CHECK(cudaHostRegister(lent, 160, cudaHostRegisterDefault) == cudaSuccess);
        meanwhile();
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        const auto before = cusim::copies_across();
        CHECK(cudaHostUnregister(lent) == cudaSuccess);
        return cusim::copies_across() - before;
    };
    CHECK(given_back([] {}) == 0);
    CHECK(
        given_back([] {
            run({1, 1}, [] { cusim::race::access<cusim::trace::Op::write, 1>(&lent[39], &place); });
        }) == 1);
}

TEST_CASE("a few flags tell the host how far a kernel is, an array of them is a copy") {
    Fresh fresh;
    static unsigned* flags;
    static const char place = 0;
    constexpr unsigned few = 16, many = 40;
    const auto at = [](unsigned i) { return reinterpret_cast<cusim::memory::Address>(&flags[i]); };
    const auto look = [&](unsigned i) {
        const auto before = cusim::copies_across();
        cusim::race::host_looks_at(at(i), 4, cusim::trace::Op::read, &place,
                                   cusim::race::AccessKind::volatile_);
        return cusim::copies_across() - before;
    };
    CHECK(cudaMallocManaged(&flags, many * sizeof(unsigned)) == cudaSuccess);
    const auto raise_all = [at](unsigned value) {
        run({1, 1}, [at, value] {
            for (unsigned i = 0; i < many; ++i) {
                cusim::race::volatile_access(at(i), 4, cusim::trace::Op::write, &place);
                flags[i] = value + i;
            }
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
    };
    cusim::forget_records();
    raise_all(1);
    for (unsigned i = 0; i < few; ++i) CHECK(look(i) == 0);
    for (int turn = 0; turn < 100; ++turn) CHECK(look(0) == 0);  // it polls
    CHECK(look(few) == 1);
    raise_all(100);
    CHECK(look(0) == 1);  // a new value in a known flag
    cusim::forget_records();
    CHECK(look(0) == 0);
    CHECK(cudaFree(flags) == cudaSuccess);
}
