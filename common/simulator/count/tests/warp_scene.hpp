// Hand-made logs: threads that add records when the test says so. Nothing checks their accesses,
// and no memory exists, since the counters need addresses only.
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

    // Sites are distinguished by line. The addresses are never dereferenced.
    void read(const int* p, int line = 1);
    void write(const int* p, int line = 2);
    void add(const int* p, int line = 7, bool result_used = false);
    // A float's atomicAdd on shared memory, which is a loop on the hardware.
    void loop_add(const int* p, int line = 9);
    // What the hooks of basic blocks and functions record.
    Thread& block(int number);
    Thread& enter(int function);
    Thread& leave();
    void at_barrier(int line);
    // Without the access itself.
    void hands_over(const int* word);
    void looks(const int* word);
    // The same at barrier object 1.
    void arrives(std::uint32_t version);
    void leaves(std::uint32_t version);
    void end();

  private:
    void run();

    trace::Block& block_;
    trace::Thread thread_;
};

// One launch. Its blocks and threads begin when first asked for.
class Launch {
  public:
    Launch(unsigned blocks, unsigned threads);
    ~Launch();
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    Thread& thread(unsigned block, unsigned thread);
    void barrier(unsigned block);
    const int* shared(unsigned block, unsigned count);
    // To be called before the block's threads are asked for.
    void join(unsigned block, trace::Cluster& cluster);

  private:
    struct Block {
        trace::Block trace;
        std::vector<std::unique_ptr<Thread>> threads;
    };
    Block& block(unsigned index);

    unsigned threads_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

// Runs a launch of one block whose threads run one after the other.
void run_one_by_one(unsigned threads, const std::function<void(Thread&, unsigned index)>& body);

// A counter of the latest launch.
std::uint64_t counter(const char* name);

// Returns addresses of device memory that belong to an allocation.
const int* allocation(std::size_t count);

}  // namespace cusim::count::tests
