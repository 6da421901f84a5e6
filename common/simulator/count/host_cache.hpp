// A model of a CPU's first-level cache: counts the lines that accesses of host code fetch. Lab 01
// uses it, where the order of two loops decides this count. The cache has 32 KiB in lines of 64
// bytes, 8 ways, least-recently-used replacement, and allocates on writes, like most x86 CPUs of
// 2008 to 2019. The set depends only on the address within a page, so a count does not depend on
// where the system places pages. (Set-associative LRU as in Hill and Smith, "Evaluating
// associativity in CPU caches", 1989.)
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

    // Empties the cache. `frame`: the position of the stack, which differs from run to run.
    void start(std::uintptr_t frame);
    void touch(memory::Address a, std::size_t size);
    std::uint64_t lines_fetched() const { return fetched_; }

  private:
    void look_up(std::uint64_t line);

    static constexpr std::uint64_t none = ~std::uint64_t{0};
    std::array<std::array<std::uint64_t, ways>, sets>
        lines_{};  // for each set, the most recent line first
    std::uint64_t latest_ = none;
    std::uintptr_t frame_ = 0;
    std::uint64_t fetched_ = 0;
};

// Starts to pass all accesses of host code to the cache, which is empty at first.
void watch_host_cache();
// Stops, and returns how many lines were fetched.
std::uint64_t stop_watching_host_cache();

}  // namespace cusim::count
