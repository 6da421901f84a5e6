// A device without fibers for the checker's tests, in place of exec/. Threads access memory when
// the test says so, in any order.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simulator/race/events.hpp"
#include "simulator/race/quick_check.hpp"
#include "simulator/report/findings/finding.hpp"

namespace cusim::race {

// Thrown by this file's abort_thread().
struct Aborted {};

class Scene;

class Thread {
  public:
    Thread(BlockClock& block, WarpClock& warp, std::uint32_t index);

    // Sites are distinguished by line.
    int read(const int* p, int line = 1);
    void write(int* p, int value, int line = 2);
    void read_byte(const unsigned char* p, int line = 3);
    void write_byte(unsigned char* p, int line = 4);
    int volatile_read(const int* p, int line = 5);
    void volatile_write(int* p, int value, int line = 6);
    int add(int* p, int value, Scope scope = Scope::device, int line = 7);
    int load(const int* p, int line = 10);
    int exchange(int* p, int value, Scope scope = Scope::device, int line = 8);
    void fence(Scope scope = Scope::device);
    // Records the basic block, as its hook would.
    Thread& block(int number);
    void end();

  private:
    void run();
    ThreadClock actor_;
};

// One launch. Its blocks and threads begin when first asked for.
class Launch {
  public:
    Launch(unsigned blocks, unsigned threads, StreamId stream = 0);
    ~Launch();
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    Thread& thread(unsigned block, unsigned thread);
    void barrier(unsigned block);
    void warp_barrier(unsigned block, unsigned warp, std::uint32_t mask = ~0u);
    int* shared(unsigned block, unsigned count, const char* name = "s");

  private:
    struct Block {
        BlockClock clock;
        std::vector<WarpClock> warps;
        std::vector<std::unique_ptr<Thread>> threads;
        std::uintptr_t next_shared = 0;
    };
    Block& block(unsigned index);

    unsigned threads_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

// Allocates device memory that holds no values yet; frees it.
int* allocate(std::size_t count, memory::MemoryKind kind = memory::MemoryKind::device,
              const char* name = "a");
void give_values(int* p, std::size_t count);
int* filled(std::size_t count);

// The findings since the last call, or since the test case began, in order.
std::vector<report::Finding> findings();
// Their kinds and severities, such as "race error, race warning"; empty if there are none.
std::string reported();

}  // namespace cusim::race
