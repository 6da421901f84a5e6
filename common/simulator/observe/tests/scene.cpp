#include "scene.hpp"

#include <sys/mman.h>

#include <utility>

#include "cusim/builtins.hpp"
#include "quiet_reporter.hpp"
#include "simulator/exec/step.hpp"
#include "simulator/observe/lane_log.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/report/settle.hpp"

// exec/'s side.
namespace cusim::exec {
std::uint64_t steps_left = 0;
std::uintptr_t stack_limit = 0;
void out_of_budget(const void*, std::uintptr_t) {}
void switch_point(const void*, std::uint32_t, bool, const void*) {}
void after_atomic(const void*, std::uint64_t, bool, const void*) {}
void abort_thread(cudaError_t) {
    throw observe::Aborted{};
}
}  // namespace cusim::exec

extern "C" {
const uint3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
}

namespace cusim::observe {

namespace {

report::LaunchRecord last_record;

const void* pc(int line) {
    return reinterpret_cast<const void*>(std::uintptr_t(line));
}

void map(memory::Region region) {
    mmap(reinterpret_cast<void*>(region.base), region.size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
}

// What a test case leaves in the report is neither the next one's nor told when the program ends.
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
    access<Op::read, 1>(p, pc(line));
    return *p;
}

void Thread::write(int* p, int value, int line) {
    run();
    access<Op::write, 1>(p, pc(line));
    *p = value;
}

void Thread::read_byte(const unsigned char* p, int line) {
    run();
    small_access<Op::read, 1>(p, pc(line));
}

void Thread::write_byte(unsigned char* p, int line) {
    run();
    small_access<Op::write, 1>(p, pc(line));
    *p = static_cast<unsigned char>(line);
}

int Thread::volatile_read(const int* p, int line) {
    run();
    volatile_access(p, 4, Op::read, pc(line));
    return *p;
}

void Thread::volatile_write(int* p, int value, int line) {
    run();
    volatile_access(p, 4, Op::write, pc(line));
    *p = value;
}

int Thread::add(int* p, int value, Scope scope, int line) {
    run();
    atomic_access(p, 4, scope, Atomic::update, {.result_used = false}, pc(line));
    *p += value;
    return *p - value;
}

void Thread::loop_add(int* p, int value, int line) {
    run();
    atomic_access(p, 4, Scope::device, Atomic::update, {false, SharedAtomic::loop}, pc(line));
    *p += value;
}

int Thread::load(const int* p, int line) {
    run();
    atomic_access(p, 4, Scope::device, Atomic::load, {}, pc(line));
    return *p;
}

int Thread::exchange(int* p, int value, Scope scope, int line) {
    run();
    atomic_access(p, 4, scope, Atomic::update, {}, pc(line));
    return std::exchange(*p, value);
}

void Thread::fence(Scope scope) {
    run();
    observe::fence(scope);
}

Thread& Thread::block(int number) {
    run();
    append(mark_record(Mark::block, pc(number)));
    return *this;
}

Thread& Thread::enter(int function) {
    run();
    append(mark_record(Mark::enter, pc(function)));
    return *this;
}

Thread& Thread::leave() {
    run();
    append(mark_record(Mark::leave, nullptr));
    return *this;
}

void Thread::end() {
    run();
    thread_ends(actor_);
}

Launch::Launch(unsigned blocks, unsigned threads, StreamId stream)
    : threads_{threads}, blocks_(blocks) {
    map_once();
    report::launch_begins({.name = "kernel", .grid = {blocks, 1, 1}, .block = {threads, 1, 1}});
    launch_begins({"kernel", {blocks, 1, 1}, {threads, 1, 1}, stream});
}

Launch::~Launch() {
    launch_ends();
    if (const auto* record = report::current_launch()) last_record = *record;
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
    observe::warp_barrier(block(index).warps[warp], mask);
}

int* Launch::shared(unsigned index, unsigned count, const char* name) {
    Block& b = block(index);
    int* const p = reinterpret_cast<int*>(b.next_shared);
    shared_variable(b.clock, p, count * sizeof(int), name);
    b.next_shared += count * sizeof(int) + 64;
    return p;
}

void run_one_by_one(unsigned threads, const std::function<void(Thread&, unsigned index)>& body) {
    Launch launch{1, threads};
    for (unsigned i = 0; i < threads; ++i) {
        Thread& thread = launch.thread(0, i);
        body(thread.enter(1000).block(1), i);
        thread.leave();
        thread.end();
    }
}

int* allocate(std::size_t count, MemoryKind kind, const char* name) {
    map_once();
    static std::uintptr_t next[] = {memory::device_heap.base, memory::host_visible_heap.base};
    const bool both = kind == MemoryKind::managed || kind == MemoryKind::pinned;
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

std::uint64_t counter(const char* name) {
    return last_record.counters.at(name);
}

std::vector<report::Finding> findings() {
    std::vector<report::Finding> result;
    for (const report::Settled& settled : report::settled_findings())
        result.push_back(settled.recorded.finding);
    report::reset();
    return result;
}

std::string told() {
    std::string result;
    for (const report::Finding& finding : findings())
        result += (result.empty() ? "" : ", ") + std::string{name(finding.kind)} + ' ' +
                  name(finding.severity);
    return result;
}

}  // namespace cusim::observe
