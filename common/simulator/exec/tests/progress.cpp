// Threads that wait for each other through memory: those that can continue do, and the others are
// reported.
#include "simulator/exec/progress.hpp"

#include <cooperative_groups.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "simulator/exec/step.hpp"
#include "simulator/exec/tests/kernel.hpp"

using namespace cusim::exec::test;
using cusim::report::FindingKind;

namespace {

int lock_word, counter;
unsigned int ticket;
// Registered, so that kernels may access them.
const cusim::Symbol managed[] = {
    {&lock_word, sizeof lock_word, "lock_word", cusim::Space::managed, __FILE__, __LINE__},
    {&counter, sizeof counter, "counter", cusim::Space::managed, __FILE__, __LINE__},
    {&ticket, sizeof ticket, "ticket", cusim::Space::managed, __FILE__, __LINE__},
};
const char* const orders[] = {"forward", "reverse", "random:5"};

// Lowers the limit, so that endless loops are found sooner.
struct LowLimit {
    explicit LowLimit(std::uint64_t steps = 5'000'000) { cusim::exec::set_step_limit(steps); }
    ~LowLimit() { cusim::exec::set_step_limit(usual); }
    std::uint64_t usual = cusim::exec::step_limit();
};

// A volatile read, with the call that the compiler's hook makes.
int poll(const int& flag) {
    cusim::exec::switch_point(&flag, sizeof flag, false, nullptr);
    return flag;
}

// A function with a large stack frame, with the hook of its first basic block.
[[gnu::noinline]] void hook() {
    cusim::exec::step(nullptr);
}
[[gnu::noinline]] void large_frame() {
    volatile char large[80 * 1024];
    hook();
    large[0] = 1;
    (void)large[0];
}

}  // namespace

TEST_CASE("every thread gets a spin lock, one after another") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        lock_word = counter = 0;
        run({4, 64}, [] {
            while (atomicCAS(&lock_word, 0, 1) != 0) {
            }
            ++counter;
            atomicExch(&lock_word, 0);
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(counter == 256);
    }
}

TEST_CASE("a thread may poll a value that a later thread of its block writes") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        counter = 0;
        run({1, 64}, [] {
            while (atomicAdd(&counter, 0) != int(threadIdx.x)) {
            }
            atomicAdd(&counter, 1);
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(counter == 64);
    }
}

TEST_CASE("a block may poll a value that another block writes, whichever runs first") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        counter = 0;
        run({8, 32}, [] {
            if (threadIdx.x == 0)
                while (poll(counter) != int(blockIdx.x)) {
                }
            __syncthreads();
            if (threadIdx.x == 0) ++counter;
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(counter == 8);
    }
}

TEST_CASE("the last block to take a ticket is one block") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        ticket = 0, counter = 0;
        run({5, 32}, [] {
            bool last = false;
            if (threadIdx.x == 0) last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
            if (__syncthreads_or(last) && threadIdx.x == 0) ++counter;
        });
        CHECK(counter == 1);
        CHECK(ticket == 0);
    }
}

TEST_CASE("polling a value that no thread writes is a livelock") {
    Fresh fresh;
    counter = 0;
    run({2, 32}, [] {
        while (atomicAdd(&counter, 0) == 0) {
        }
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(only_finding().kind == FindingKind::livelock);
}

TEST_CASE("an endless loop is a livelock") {
    Fresh fresh;
    run({1, 1}, [] {
        for (;;) cusim::exec::step(nullptr);
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(only_finding().kind == FindingKind::livelock);
    CHECK(only_finding().variant == cusim::report::Variant::endless_loop);
}

TEST_CASE("of many warps with endless loops the first is reported before the others begin") {
    Fresh fresh;
    static int begun;
    begun = 0;
    run({4, 256}, [] {
        ++begun;
        for (;;) cusim::exec::step(nullptr);
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(begun == 32);
    CHECK(only_finding().self.thread == cusim::report::Dim3{0, 0, 0});
}

TEST_CASE("endless loops of atomics are reported, though each iteration changes a value") {
    Fresh fresh;
    const LowLimit low;
    counter = 0;
    run({256, 256}, [] {
        for (;;) {
            cusim::exec::step(nullptr);
            atomicAdd(&counter, 1);
        }
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(only_finding().kind == FindingKind::livelock);
    CHECK(counter < 1'000'000);
}

TEST_CASE("threads that poll in vain and change something else meanwhile are a livelock") {
    Fresh fresh;
    const LowLimit low;
    lock_word = counter = 0;
    run({8, 256}, [] {
        do {
            cusim::exec::step(nullptr);
            atomicAdd(&counter, 1);
        } while (poll(lock_word) == 0);
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(only_finding().kind == FindingKind::livelock);
    CHECK(counter < 1'000'000);
}

TEST_CASE("a long wait that changes something meanwhile ends when another thread ends it") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        lock_word = counter = 0;
        run({2, 256}, [] {
            if (threadIdx.x == 200) atomicExch(&lock_word, 1);
            do {
                cusim::exec::step(nullptr);
                atomicAdd(&counter, 1);
            } while (poll(lock_word) == 0);
        });
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(cusim::report::settled_findings().empty());
    }
}

TEST_CASE("many threads may wait for the host, whatever their number") {
    Fresh fresh;
    const LowLimit low{100'000};
    lock_word = counter = 0;
    run({16, 256}, [] {
        while (poll(lock_word) == 0) cusim::exec::step(nullptr);
        atomicAdd(&counter, 1);
    });
    lock_word = 1;
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(counter == 16 * 256);
    CHECK(cusim::report::settled_findings().empty());
}

TEST_CASE("long work shared by many threads is allowed if it ends") {
    Fresh fresh;
    static constexpr int items = 200'000;
    counter = 0;
    run({64, 256}, [] {
        while (atomicAdd(&counter, 1) < items) cusim::exec::step(nullptr);
    });
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(counter == items + 64 * 256);
}

TEST_CASE("an endless loop of barriers is a livelock at the barrier's line") {
    Fresh fresh;
    static int line;
    run({1, 1024}, [] {
        for (;;) {
            line = __LINE__ + 1;
            __syncthreads();
        }
    });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchTimeout);
    CHECK(only_finding().kind == FindingKind::livelock);
    CHECK(only_finding().self.site.line == line);
}

TEST_CASE("a grid barrier lets no block pass before the last one has arrived") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        static int early;
        counter = early = 0;
        const auto kernel = [] {
            const auto grid = cooperative_groups::this_grid();
            ++counter;
            grid.sync();
            if (counter < int(grid.size())) ++early;
            grid.sync();
            ++counter;
        };
        CHECK(run_cooperatively({20, 96}, kernel) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(early == 0);
        CHECK(counter == 2 * 20 * 96);
    }
}

TEST_CASE("grid barriers are counted once each, and not as barriers of a block") {
    Fresh fresh;
    CHECK(run_cooperatively({20, 96}, [] {
              for (int i = 0; i < 3; ++i) cooperative_groups::this_grid().sync();
              __syncthreads();
          }) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    const auto counters = cusim::report::collect_json()["kernels"][0]["counters"];
    CHECK(counters["grid_barriers"] == 3);
    CHECK(counters["barriers"] == 20);
}

TEST_CASE("a cooperative grid that does not fit is refused") {
    Fresh fresh;
    const auto kernel = [] {};
    CHECK(run_cooperatively({132 * 2, 1024}, kernel) == cudaSuccess);
    CHECK(run_cooperatively({132 * 2 + 1, 1024}, kernel) == cudaErrorCooperativeLaunchTooLarge);
    CHECK(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
}

TEST_CASE("a grid barrier in an ordinary launch is an error") {
    Fresh fresh;
    run({2, 32}, [] { cooperative_groups::this_grid().sync(); });
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(only_finding().kind == FindingKind::launch_error);
}

TEST_CASE("a block that waits elsewhere than at the grid barrier is a deadlock") {
    Fresh fresh;
    const auto kernel = [] {
        if (threadIdx.x == 0)
            cooperative_groups::this_grid().sync();
        else
            __syncthreads();
    };
    CHECK(run_cooperatively({2, 32}, kernel) == cudaSuccess);
    CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
    CHECK(only_finding().kind == FindingKind::deadlock);
}

TEST_CASE("a block that returns before the grid barrier is waited for, in any order") {
    for (const char* order : orders) {
        CAPTURE(order);
        Fresh fresh{order};
        const auto kernel = [] {
            if (blockIdx.x != 1) cooperative_groups::this_grid().sync();
        };
        CHECK(run_cooperatively({3, 32}, kernel) == cudaSuccess);
        CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
        CHECK(only_finding().kind == FindingKind::deadlock);
    }
}

TEST_CASE("a stack overflow is reported, and the program continues") {
    Fresh fresh;
    run({2, 32}, [] { large_frame(); });
    CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    CHECK(only_finding().kind == FindingKind::stack_overflow);
}
