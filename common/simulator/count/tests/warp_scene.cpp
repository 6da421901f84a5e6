#include "warp_scene.hpp"

#include "cusim/builtins.hpp"
#include "quiet_reporter.hpp"
#include "simulator/count/launch.hpp"
#include "simulator/memory/layout.hpp"
#include "simulator/report/recorder.hpp"
#include "simulator/trace/lane_log.hpp"
#include "simulator/trace/meetings.hpp"
#include "simulator/trace/memory_objects.hpp"
#include "simulator/trace/sites.hpp"
#include "simulator/trace/warp_log.hpp"

extern "C" {
const uint3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
}

namespace cusim::count::tests {

namespace {

report::LaunchRecord last_record;

const void* pc(int line) {
    return reinterpret_cast<const void*>(std::uintptr_t(line));
}

void append_access(const int* p, trace::Op op, int line, bool result_used = false,
                   trace::SharedAtomic on_shared = trace::SharedAtomic::native) {
    const trace::SiteId site = trace::intern(pc(line), op, sizeof *p);
    trace::site_info(site).result_used = result_used;
    trace::site_info(site).on_shared = on_shared;
    trace::append(trace::access_record(site, reinterpret_cast<memory::Address>(p)));
}

// Clears the report, so that a test case does not see findings of the one before.
struct CleanReport : QuietReporter {
    explicit CleanReport(const doctest::ContextOptions&) {}

    void test_case_end(const doctest::CurrentTestCaseStats&) override { report::reset(); }
};

DOCTEST_REGISTER_LISTENER("clean report", 1, CleanReport);

}  // namespace

Thread::Thread(trace::Block& block, std::uint32_t index) : block_{block} {
    thread_.thread = index;
    trace::log_begins(thread_, block);
}

void Thread::run() {
    trace::switch_log(thread_.log);
}

void Thread::read(const int* p, int line) {
    run();
    append_access(p, trace::Op::read, line);
}

void Thread::write(const int* p, int line) {
    run();
    append_access(p, trace::Op::write, line);
}

void Thread::add(const int* p, int line, bool result_used) {
    run();
    append_access(p, trace::Op::update, line, result_used);
}

void Thread::loop_add(const int* p, int line) {
    run();
    append_access(p, trace::Op::update, line, false, trace::SharedAtomic::loop);
}

Thread& Thread::block(int number) {
    run();
    trace::append(trace::mark_record(trace::Mark::block, pc(number)));
    return *this;
}

Thread& Thread::enter(int function) {
    run();
    trace::append(trace::mark_record(trace::Mark::enter, pc(function)));
    return *this;
}

Thread& Thread::leave() {
    run();
    trace::append(trace::mark_record(trace::Mark::leave, nullptr));
    return *this;
}

void Thread::at_barrier(int line) {
    run();
    count::at_barrier(block_, "k.cu", line);
}

void Thread::hands_over(const int* word) {
    run();
    trace::hands_over(thread_, block_, reinterpret_cast<memory::Address>(word));
}

void Thread::looks(const int* word) {
    run();
    trace::looks(thread_, block_, reinterpret_cast<memory::Address>(word));
}

void Thread::arrives(std::uint32_t version) {
    run();
    trace::arrives_at(1, version, thread_, block_);
}

void Thread::leaves(std::uint32_t version) {
    run();
    trace::leaves(1, version, thread_, block_);
}

void Thread::end() {
    run();
    trace::log_ends(thread_, block_);
}

Launch::Launch(unsigned blocks, unsigned threads) : threads_{threads}, blocks_(blocks) {
    report::launch_begins({.name = "kernel", .grid = {blocks, 1, 1}, .block = {threads, 1, 1}});
    trace::launch_begins(threads);
    count::launch_begins({blocks, 1, 1});
}

Launch::~Launch() {
    count::launch_ends();
    trace::launch_ends();
    if (const auto* record = report::current_launch()) last_record = *record;
    report::launch_ends();
}

Launch::Block& Launch::block(unsigned index) {
    auto& slot = blocks_.at(index);
    if (slot) return *slot;
    slot = std::make_unique<Block>();
    slot->threads.resize(threads_);
    slot->trace.linear = index;
    slot->trace.arena = memory::shared_arenas.base + index * memory::shared_arena_size;
    return *slot;
}

Thread& Launch::thread(unsigned block_index, unsigned thread) {
    Block& b = block(block_index);
    auto& slot = b.threads.at(thread);
    if (!slot) slot = std::make_unique<Thread>(b.trace, thread);
    return *slot;
}

void Launch::join(unsigned index, trace::Cluster& cluster) {
    block(index).trace.cluster = &cluster;
}

void Launch::barrier(unsigned index) {
    trace::replay_at_barrier(block(index).trace);
}

const int* Launch::shared(unsigned index, unsigned count) {
    Block& b = block(index);
    b.trace.shared.push_back({b.trace.arena, count * sizeof(int), "s"});
    return reinterpret_cast<const int*>(b.trace.arena);
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

std::uint64_t counter(const char* name) {
    return last_record.counters.at(name);
}

const int* allocation(std::size_t count) {
    static memory::Address next = memory::device_heap.base;
    const memory::Address base = next;
    next += (count * sizeof(int) + 511) / 256 * 256 + 256;
    trace::memory_objects().add({.base = base, .size = count * sizeof(int), .name = "a"});
    return reinterpret_cast<const int*>(base);
}

}  // namespace cusim::count::tests
