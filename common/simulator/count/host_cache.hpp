// The first-level cache of a CPU as a model: how many lines do the accesses of host code fetch? For
// lab 01, where the order of two loops decides that. 32 KiB in lines of 64 bytes, 8 ways, the line
// least recently used gives way, writes allocate: as in most x86 CPUs of 2008 to 2019. Sets are
// chosen by the address within a page, so a count does not depend on where the system puts pages.
// (Set-associative LRU as in Hill and Smith, "Evaluating associativity in CPU caches", 1989.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simulator/memory/layout.hpp"

namespace cusim::count {

class HostCache {
  public:
    static constexpr std::size_t line_bytes = 64, ways = 8, sets = 64;
    static constexpr std::size_t bytes = line_bytes * ways * sets;

    // Empties it. `frame`: where the stack stands, whose place differs from run to run.
    void start(std::uintptr_t frame);
    void touch(memory::Address a, std::size_t size);
    std::uint64_t lines_fetched() const { return fetched_; }

  private:
    void look_up(std::uint64_t line);

    static constexpr std::uint64_t none = ~std::uint64_t{0};
    std::array<std::array<std::uint64_t, ways>, sets> lines_{};  // of each set, the latest first
    std::uint64_t latest_ = none;
    std::uintptr_t frame_ = 0;
    std::uint64_t fetched_ = 0;
};

// From here on, until it is told to stop, an emptied cache stands between host code and memory.
void watch_host_cache();
// Returns the lines fetched since.
std::uint64_t stop_watching_host_cache();

}  // namespace cusim::count
