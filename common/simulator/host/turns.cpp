#include "simulator/host/turns.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "simulator/host/real.hpp"
#include "simulator/race/events.hpp"

namespace cusim::host {

bool several = false;

struct HostThread {
    race::HostId host = 0;
    std::atomic<std::uint32_t> has_turn{0};
    const void* waits_for = nullptr;     // nullptr if it can run
    const Deadline* deadline = nullptr;  // of the wait
    std::uint64_t since = 0;             // when the wait began
    bool timed_out = false;
    bool waits_for_device = false;
    bool ended = false, detached = false;
};

namespace {

struct Threads {
    std::vector<std::unique_ptr<HostThread>> all;  // in order of creation
    HostThread* running = nullptr;
    std::uint64_t waits = 0;  // so far
};

Threads& threads() {
    static auto& instance = *new Threads;
    if (instance.all.empty()) {
        instance.all.push_back(std::make_unique<HostThread>());
        instance.running = instance.all.front().get();
    }
    return instance;
}

void futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
    real::system_call()(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr,
                        0);
}

void take_turn(HostThread& thread) {
    while (thread.has_turn.exchange(0) == 0) futex(thread.has_turn, FUTEX_WAIT, 0);
    threads().running = &thread;
    race::switch_host(thread.host);
}

void give_turn(HostThread& thread) {
    thread.has_turn = 1;
    futex(thread.has_turn, FUTEX_WAKE, INT_MAX);
}

bool can_run(HostThread& thread) {
    if (thread.ended) return false;
    if (!thread.waits_for) return true;
    if (!thread.deadline || !thread.deadline->has_passed()) return false;
    thread.waits_for = nullptr;
    return thread.timed_out = true;
}

// The next thread after the running one that can run. Threads that only wait for the device come
// after all others, and the running thread comes last.
HostThread* next_thread() {
    auto& all = threads().all;
    const auto at = std::find_if(all.begin(), all.end(), [](const auto& thread) {
        return thread.get() == threads().running;
    });
    const auto self = static_cast<std::size_t>(at - all.begin());
    HostThread* waits_for_device = nullptr;
    for (std::size_t i = 1; i <= all.size(); ++i) {
        HostThread& thread = *all[(self + i) % all.size()];
        if (!can_run(thread)) continue;
        if (!thread.waits_for_device) return &thread;
        if (!waits_for_device) waits_for_device = &thread;
    }
    return waits_for_device;
}

bool any_deadline() {
    return std::ranges::any_of(threads().all, [](const auto& thread) {
        return !thread->ended && thread->waits_for && thread->deadline;
    });
}

void rest() {
    constexpr timespec moment{0, 200'000};
    real::nanosleep()(&moment, nullptr);
}

// If none can run, waits until a deadline passes or a signal handler helps.
HostThread& await_next_thread() {
    for (;;) {
        if (HostThread* const next = next_thread()) return *next;
        rest();
    }
}

void hand_over(HostThread& next) {
    HostThread& self = *threads().running;
    if (&next == &self) return;
    give_turn(next);
    take_turn(self);
}

}  // namespace

bool Deadline::has_passed() const {
    timespec now{};
    clock_gettime(clock, &now);
    return std::pair(now.tv_sec, now.tv_nsec) >= std::pair(time.tv_sec, time.tv_nsec);
}

bool block(const void* address, const Deadline* deadline) {
    HostThread& self = running();
    self.waits_for = address;
    self.deadline = deadline;
    self.since = ++threads().waits;
    self.timed_out = false;
    hand_over(await_next_thread());
    self.deadline = nullptr;
    return !self.timed_out;
}

void wake(const void* address, unsigned most) {
    for (; most > 0; --most) {
        HostThread* first = nullptr;
        for (const auto& thread : threads().all)
            if (thread->waits_for == address && (!first || thread->since < first->since))
                first = thread.get();
        if (!first) return;
        first->waits_for = nullptr;
    }
}

void yield() {
    if (several) hand_over(await_next_thread());
}

void looks_at_flag() {
    constexpr unsigned patience = 64;
    static unsigned looks = 0;
    if (several && ++looks % patience == 0) yield();
}

bool let_others_run() {
    if (!several) return false;
    HostThread& self = running();
    self.waits_for_device = true;
    HostThread* next = next_thread();
    while (next && next->waits_for_device && any_deadline()) {
        rest();
        next = next_thread();
    }
    const bool any = next && !next->waits_for_device;
    if (any) hand_over(*next);
    self.waits_for_device = false;
    return any;
}

void release(const void* address) {
    if (several) race::host_releases(reinterpret_cast<std::uintptr_t>(address));
}

void acquire(const void* address) {
    if (several) race::host_acquires(reinterpret_cast<std::uintptr_t>(address));
}

HostThread& add_thread() {
    running();
    several = true;
    HostThread& thread = *threads().all.emplace_back(std::make_unique<HostThread>());
    thread.host = race::host_begins();
    return thread;
}

void begin(HostThread& thread) {
    take_turn(thread);
}

void end(HostThread& thread) {
    thread.ended = true;
    release(&thread);
    wake(&thread);
    const bool last =
        std::ranges::all_of(threads().all, [](const auto& other) { return other->ended; });
    if (last) return;  // the C library ends the program
    HostThread& next = await_next_thread();
    if (thread.detached) race::host_ends(thread.host);
    give_turn(next);
}

bool has_ended(const HostThread& thread) {
    return thread.ended;
}

void join(HostThread& thread) {
    acquire(&thread);
    race::host_ends(thread.host);
    std::erase_if(threads().all, [&](const auto& other) { return other.get() == &thread; });
}

void detach(HostThread& thread) {
    thread.detached = true;
    if (thread.ended) race::host_ends(thread.host);
}

HostThread& running() {
    return *threads().running;
}

}  // namespace cusim::host
