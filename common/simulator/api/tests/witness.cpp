// Whether a race can change the result of a launch, and what is reported.
#include "simulator/report/findings/witness.hpp"

#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <sys/mman.h>

#include "simulator/api/trials/values.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/exec/tests/kernel.hpp"
#include "simulator/race/events.hpp"
#include "simulator/race/quick_check.hpp"

using namespace cusim::exec::test;
using cusim::report::Witness;

namespace {

int total, flag, other;
alignas(8) int count_and_real[2];
const cusim::Symbol watched[] = {
    {&total, sizeof total, "total", cusim::Space::device, __FILE__, __LINE__},
    {&flag, sizeof flag, "flag", cusim::Space::device, __FILE__, __LINE__},
    {&other, sizeof other, "other", cusim::Space::device, __FILE__, __LINE__},
    {&count_and_real, sizeof count_and_real, "count_and_real", cusim::Space::device, __FILE__,
     __LINE__},
};

// Stands for the return addresses of hooks: each access site has its own address.
const char places[8] = {};
int load(const int& from, int place) {
    cusim::race::access<cusim::trace::Op::read, 1>(&from, &places[place]);
    return from;
}
void store(int& to, int value, int place) {
    cusim::race::access<cusim::trace::Op::write, 1>(&to, &places[place]);
    to = value;
}

void add(int value) {
    store(total, load(total, 0) + value, 1);
}

}  // namespace

TEST_CASE("a count beside a float is not part of a double whose last digits do not matter") {
    Fresh fresh;
    count_and_real[0] = 10;
    count_and_real[1] = 0x40e00000;  // 7.f
    run({1, 2},
        [] { store(count_and_real[0], load(count_and_real[0], 0) + int(threadIdx.x) + 1, 1); });
    CHECK(only_finding().witness);
}

TEST_CASE("whole numbers that would be close as floats differ") {
    Fresh fresh;
    static constexpr cusim::KernelSite site{"kernel", "test.cu", 1, 0, 0, "sum"};
    int* sum = nullptr;
    const int before = 1'000'000'000;
    REQUIRE(cudaMalloc(&sum, sizeof before) == cudaSuccess);
    cudaMemcpy(sum, &before, sizeof before, cudaMemcpyHostToDevice);
    cusim::configure(1, 2, 0);
    cusim::launch(
        site, [](int* to) { store(*to, load(*to, 0) + int(threadIdx.x) + 1, 1); }, sum);
    REQUIRE(only_finding().witness);
    CHECK(only_finding().witness->usual == "1000000003");
    CHECK(only_finding().witness->here == "1000000002");
    CHECK(cudaFree(sum) == cudaSuccess);
}

TEST_CASE("a race keeps its own accesses, however many come before it") {
    for (int accesses = 29; accesses < 67; ++accesses) {
        Fresh fresh;
        total = 10;
        flag = accesses;
        run({1, 2}, [] {
            for (int i = 0; i < flag; ++i) load(other, 2);
            add(int(threadIdx.x) + 1);
        });
        CAPTURE(accesses);
        CHECK(only_finding().witness);
    }
}

TEST_CASE("an error that ends another order is reported") {
    Fresh fresh;
    total = 0;
    run({1, 2}, [] {
        if (threadIdx.x == 1) {
            if (load(total, 0) == 0) __trap();
        } else {
            store(total, 1, 1);
        }
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(only_finding().no_witness ==
          "but one in which the launch ends with an error, or not at all");
}

TEST_CASE(
    "that another order ends with an error is said, also where there is no time for a third") {
    Fresh fresh;
    count_and_real[0] = count_and_real[1] = 0;
    run({1, 2}, [] {
        const auto work = [] {
            for (int i = 0; i < 4'000'000; ++i) cusim::exec::step(nullptr);
        };
        for (int* const word : {&count_and_real[0], &count_and_real[1]}) {
            if (threadIdx.x == 0) {
                store(*word, 1, 1);
            } else if (load(*word, 0) == 0) {
                work();
                __trap();
            }
        }
        if (threadIdx.x == 0) work();
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const auto findings = cusim::report::settled_findings();
    REQUIRE(!findings.empty());
    CHECK(findings[0].recorded.finding.no_witness ==
          "but one in which the launch ends with an error, or not at all");
}

TEST_CASE("a search ends soon, even if other orders take much longer than the usual one") {
    static std::uint64_t* steps;  // of all processes
    static bool seen_too_early;
    void* const shared =
        mmap(nullptr, sizeof *steps, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(shared != MAP_FAILED);
    steps = static_cast<std::uint64_t*>(shared);
    Fresh fresh;
    total = 0;
    run({300, 1}, [] {
        if (blockIdx.x == 0) {
            seen_too_early = false;
            store(total, 1, 1);
            return;
        }
        seen_too_early |= load(total, 0) == 0;
        for (int i = 0; i < 90'000 && seen_too_early; ++i, ++*steps) cusim::exec::step(nullptr);
    });
    CHECK(!only_finding().witness);
    CHECK(*steps < 20'000'000);
    munmap(shared, sizeof *steps);
}

TEST_CASE("an unprotected sum loses one addition, and the order is reported") {
    Fresh fresh;
    total = 10;
    run({1, 2}, [] { add(int(threadIdx.x) + 1); });
    CHECK(total == 13);  // the search has left no trace
    const auto witness = only_finding().witness;
    REQUIRE(witness);
    CHECK(witness->variable == "total");
    REQUIRE(witness->steps.size() == 4);
    const auto step = [&](int i) {
        return std::pair{witness->steps[i].who.thread.x, witness->steps[i].after};
    };
    CHECK(step(0) == std::pair{0u, std::string("10")});
    CHECK(step(1) == std::pair{1u, std::string("10")});
    CHECK(step(2) == std::pair{0u, std::string("11")});
    CHECK(step(3) == std::pair{1u, std::string("12")});
    CHECK(witness->lost == 2);
    CHECK(witness->array == "total");
    CHECK(witness->usual == "13");
    CHECK(witness->here == "12");
    CHECK(witness->order == "witness:1:0.0@2:0.1@1");
}

TEST_CASE("running in the order of a witness repeats its values") {
    {
        Fresh fresh{"witness:1:0.0@2:0.1@1"};
        total = 10;
        run({1, 2}, [] { add(int(threadIdx.x) + 1); });
        CHECK(total == 12);
        REQUIRE(only_finding().witness);
        CHECK(only_finding().witness->steps.size() == 4);
    }
    Fresh fresh{"witness"};
    total = 10;
    run({1, 2}, [] { add(int(threadIdx.x) + 1); });
    CHECK(total == 12);
    REQUIRE(only_finding().witness);
    CHECK(only_finding().witness->order == "witness:1:0.0@2:0.1@1");
}

TEST_CASE("a launch that is not the order's runs as usual") {
    Fresh fresh{"witness:2:0.0@2:0.1@1"};
    total = 10;
    run({1, 2}, [] { add(int(threadIdx.x) + 1); });
    CHECK(total == 13);
    run({1, 2}, [] { add(int(threadIdx.x) + 1); });
    CHECK(total == 15);
}

TEST_CASE("a race that changes nothing has no witness, and says so") {
    Fresh fresh;
    flag = other = 0;
    run({1, 2}, [] {
        if (threadIdx.x == 0) store(flag, 0, 2);
        if (threadIdx.x == 1) store(other, load(flag, 3), 4);
    });
    CHECK(!only_finding().witness);
    CHECK(only_finding().no_witness == "none");
}

TEST_CASE("a value that another race changes is no witness of this one") {
    Fresh fresh;
    total = flag = other = 0;
    run({1, 2}, [] {
        if (threadIdx.x == 0) store(flag, 0, 2);
        if (threadIdx.x == 1) load(flag, 3);
        add(1);
    });
    const auto findings = cusim::report::settled_findings();
    REQUIRE(findings.size() == 2);
    for (const auto& settled : findings) {
        const auto& finding = settled.recorded.finding;
        CHECK((finding.witness != nullptr) == (finding.variable == "total"));
    }
}

TEST_CASE("a thread that only waits longer is no witness") {
    // Thread 0 reads the flag, which has no effect, before it stores the same value as thread 1.
    Fresh fresh;
    flag = other = 0;
    run({1, 2}, [] {
        if (threadIdx.x == 0) load(flag, 3);
        if (threadIdx.x == 1) store(flag, 1, 2);
        atomicExch(&other, int(threadIdx.x) + 1);
    });
    CHECK(other == 2);
    CHECK(!only_finding().witness);
}

TEST_CASE("if others of its block wait for a thread's store, the thread waits") {
    Fresh fresh;
    total = 5;
    run({2, 32}, [] {
        if (blockIdx.x == 0 && threadIdx.x == 0) store(total, 0, 2);
        __syncthreads();
        atomicAdd(&total, 1);
    });
    CHECK(total == 64);
    const auto witness = only_finding().witness;
    REQUIRE(witness);
    CHECK(witness->order.ends_with(":wait"));
    CHECK(witness->usual == "64");
}

TEST_CASE("a launch that does not repeat itself has no witness") {
    Fresh fresh;
    static int runs;
    total = runs = 0;
    run({1, 2}, [] { add(++runs); });
    CHECK(!only_finding().witness);
    CHECK(only_finding().no_witness.starts_with("run once more"));
}

TEST_CASE("an order for another program is refused as such") {
    Fresh fresh{"witness:1:0.0@200:0.1@1"};
    total = 10;
    run({1, 2}, [] { add(int(threadIdx.x) + 1); });
    CHECK(total == 13);
    CHECK(!only_finding().witness);
}

TEST_CASE("an element with the pattern of unwritten memory is reported as unset") {
    using namespace cusim::api;
    using cusim::detail::ElementKind;
    const std::uint32_t words[] = {0x7fc0'1234, 0x7fc0'1234, 7};
    const auto* const bytes = reinterpret_cast<const unsigned char*>(words);
    CHECK(value_text(bytes, 4, ElementKind::whole) == "2143294004");
    unwritten_words_are(0x7fc0'1234);
    CHECK(value_text(bytes, 4, ElementKind::whole) == "unset");
    CHECK(value_text(bytes, 8, ElementKind::whole) == "unset");
    CHECK(value_text(bytes + 4, 8, ElementKind::whole) != "unset");
    CHECK(value_text(bytes + 8, 4, ElementKind::whole) == "7");
    unwritten_words_are(0);
}
