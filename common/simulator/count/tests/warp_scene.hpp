// Warps recorded by hand: threads that leave records in their logs when the test says so. Nothing
// checks what they do, and no memory is there: the profiler needs addresses only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simulator/trace/thread.hpp"

namespace cusim::count::tests {

class Thread {
  public:
    Thread(trace::Block& block, std::uint32_t index);

    // Sites are told apart by line. The addresses are never followed.
    void read(const int* p, int line = 1);
    void write(const int* p, int line = 2);
    void add(const int* p, int line = 7, bool result_used = false);
    // As a float's atomicAdd is done on shared memory.
    void loop_add(const int* p, int line = 9);
    // What the hooks of blocks and functions record.
    Thread& block(int number);
    Thread& enter(int function);
    Thread& leave();
    void at_barrier(int line);
    void end();

  private:
    void run();

    trace::Block& block_;
    trace::Thread thread_;
};

// One launch; blocks and threads begin when first asked for.
class Launch {
  public:
    Launch(unsigned blocks, unsigned threads);
    ~Launch();
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    Thread& thread(unsigned block, unsigned thread);
    void barrier(unsigned block);
    const int* shared(unsigned block, unsigned count);

  private:
    struct Block {
        trace::Block trace;
        std::vector<std::unique_ptr<Thread>> threads;
    };
    Block& block(unsigned index);

    unsigned threads_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

// A launch of one block whose threads run one after the other, each to its end.
void run_one_by_one(unsigned threads, const std::function<void(Thread&, unsigned index)>& body);

// The counters of the launch that ended last.
std::uint64_t counter(const char* name);

// Addresses of device memory that belong to an allocation.
const int* allocation(std::size_t count);

}  // namespace cusim::count::tests
