#include "scene.hpp"

#include <sys/mman.h>

#include <utility>

#include "cusim/builtins.hpp"
#include "quiet_reporter.hpp"
#include "simulator/race/stop.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/settle.hpp"
#include "simulator/trace/consumers.hpp"
#include "simulator/trace/lane_log.hpp"

// exec/'s side.
void cusim::race::fail_launch(cudaError_t) {}
void cusim::race::abort_thread(cudaError_t) {
    throw Aborted{};
}

extern "C" {
const uint3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
}

namespace cusim::race {

namespace {

const void* pc(int line) {
    return reinterpret_cast<const void*>(std::uintptr_t(line));
}

void map(memory::Region region) {
    mmap(reinterpret_cast<void*>(region.base), region.size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

// Findings that a test case leaves in the report must not reach the next one, or be printed at the
// end.
struct CleanReport : QuietReporter {
    explicit CleanReport(const doctest::ContextOptions&) {}

    void test_case_end(const doctest::CurrentTestCaseStats&) override { report::reset(); }
};

DOCTEST_REGISTER_LISTENER("clean report", 1, CleanReport);

void map_once() {
    static const bool mapped = [] {
        map(memory::device_heap);
        map(memory::host_visible_heap);
        map(memory::shared_arenas);
        return true;
    }();
    static_cast<void>(mapped);
}

}  // namespace

Thread::Thread(BlockClock& block, WarpClock& warp, std::uint32_t index) {
    thread_begins(actor_, block, warp, index, nullptr, 0);
}

void Thread::run() {
    switch_to(&actor_);
}

int Thread::read(const int* p, int line) {
    run();
    access<trace::Op::read, 1>(p, pc(line));
    return *p;
}

void Thread::write(int* p, int value, int line) {
    run();
    access<trace::Op::write, 1>(p, pc(line));
    *p = value;
}

void Thread::read_byte(const unsigned char* p, int line) {
    run();
    small_access<trace::Op::read, 1>(p, pc(line));
}

void Thread::write_byte(unsigned char* p, int line) {
    run();
    small_access<trace::Op::write, 1>(p, pc(line));
    *p = static_cast<unsigned char>(line);
}

int Thread::volatile_read(const int* p, int line) {
    run();
    volatile_access(reinterpret_cast<memory::Address>(p), 4, trace::Op::read, pc(line));
    return *p;
}

void Thread::volatile_write(int* p, int value, int line) {
    run();
    volatile_access(reinterpret_cast<memory::Address>(p), 4, trace::Op::write, pc(line));
    *p = value;
}

int Thread::add(int* p, int value, Scope scope, int line) {
    run();
    atomic_access(p, 4, scope, Atomic::update, {.result_used = false}, pc(line));
    *p += value;
    return *p - value;
}

int Thread::load(const int* p, int line) {
    run();
    atomic_access(p, 4, Scope::device, Atomic::load, {}, pc(line));
    return *p;
}

int Thread::exchange(int* p, int value, Scope scope, int line) {
    run();
    atomic_access(p, 4, scope, Atomic::update, {.order = Order::look}, pc(line));
    return std::exchange(*p, value);
}

void Thread::fence(Scope scope) {
    run();
    race::fence(scope);
}

Thread& Thread::block(int number) {
    run();
    trace::append(trace::mark_record(trace::Mark::block, pc(number)));
    return *this;
}

void Thread::end() {
    run();
    thread_ends(actor_);
}

namespace {

// In count/'s place, so that deferred reads come by the replay as well.
class NoCounters final : public trace::RequestConsumer {
  public:
    bool is_complete() const override { return true; }
    void give_up() override {}
    void warp_runs(const trace::Block&, std::uint32_t, std::uint32_t) override {}
    void count(trace::SiteId, const trace::EvenRequest&, const trace::Block&) override {}
    void count(trace::SiteId, trace::WarpRequest&, const trace::Block&) override {}
    void count_texture(trace::SiteId, std::span<trace::WarpRequest>, const trace::Block&) override {
    }
    void barrier(trace::Record, std::uint32_t) override {}
    std::optional<std::uint32_t> meets(const trace::Block&, std::uint32_t,
                                       const trace::Meeting&) override {
        return {};
    }
    void met(std::uint32_t) override {}
    void warp_ends(const trace::Block&, std::uint32_t) override {}
};

}  // namespace

Launch::Launch(unsigned blocks, unsigned threads, StreamId stream)
    : threads_{threads}, blocks_(blocks) {
    static NoCounters counters;
    trace::request_consumer = &counters;
    map_once();
    report::launch_begins({.name = "kernel", .grid = {blocks, 1, 1}, .block = {threads, 1, 1}});
    launch_begins({"kernel", {blocks, 1, 1}, {threads, 1, 1}, stream});
}

Launch::~Launch() {
    launch_ends();
    report::launch_ends();
}

Launch::Block& Launch::block(unsigned index) {
    auto& slot = blocks_.at(index);
    if (slot) return *slot;
    slot = std::make_unique<Block>();
    slot->warps.resize((threads_ + 31) / 32);
    slot->threads.resize(threads_);
    slot->next_shared = memory::shared_arenas.base + index * memory::shared_arena_size;
    block_begins(slot->clock, index, reinterpret_cast<void*>(slot->next_shared));
    return *slot;
}

Thread& Launch::thread(unsigned block_index, unsigned thread) {
    Block& b = block(block_index);
    auto& slot = b.threads.at(thread);
    if (!slot) slot = std::make_unique<Thread>(b.clock, b.warps[thread / 32], thread);
    return *slot;
}

void Launch::barrier(unsigned index) {
    block_barrier(block(index).clock);
}

void Launch::warp_barrier(unsigned index, unsigned warp, std::uint32_t mask) {
    race::warp_barrier(block(index).warps[warp], mask);
}

int* Launch::shared(unsigned index, unsigned count, const char* name) {
    Block& b = block(index);
    int* const p = reinterpret_cast<int*>(b.next_shared);
    shared_variable(b.clock, {reinterpret_cast<std::uintptr_t>(p), count * sizeof(int), name});
    b.next_shared += count * sizeof(int) + 64;
    return p;
}

int* allocate(std::size_t count, memory::MemoryKind kind, const char* name) {
    map_once();
    static std::uintptr_t next[] = {memory::device_heap.base, memory::host_visible_heap.base};
    const bool both = kind == memory::MemoryKind::managed || kind == memory::MemoryKind::pinned;
    int* const p = reinterpret_cast<int*>(next[both]);
    next[both] += (count * sizeof(int) + 511) / 256 * 256 + 256;
    allocated(p, count * sizeof(int), kind, name);
    return p;
}

void give_values(int* p, std::size_t count) {
    fills(p, count * sizeof(int), 0, Wait::yes);
}

int* filled(std::size_t count) {
    int* const p = allocate(count);
    give_values(p, count);
    return p;
}

std::vector<report::Finding> findings() {
    std::vector<report::Finding> result;
    for (const report::Settled& settled : report::settled_findings())
        result.push_back(settled.recorded.finding);
    report::reset();
    return result;
}

std::string reported() {
    std::string result;
    for (const report::Finding& finding : findings())
        result += (result.empty() ? "" : ", ") + std::string{name(finding.kind)} + ' ' +
                  name(finding.severity);
    return result;
}

}  // namespace cusim::race
