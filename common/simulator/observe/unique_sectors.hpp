// How many different sectors of global memory a launch touched: the traffic that no cache, however
// large, could have saved.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "simulator/memory/layout.hpp"
#include "simulator/observe/transactions.hpp"

namespace cusim::observe {

class UniqueSectors {
  public:
    void touch(const WarpRequest& request);
    // All sectors of these bytes.
    void touch(memory::Address begin, memory::Address end);
    std::uint64_t count() const { return count_; }
    void clear();

  private:
    // Counted from the start of the heap.
    void touch_sectors(std::vector<std::uint8_t>& stamps, std::size_t begin, std::size_t end);

    // By sector of a heap: the launch, modulo 255, that touched it last.
    std::vector<std::uint8_t> device_, host_visible_;
    std::unordered_set<memory::Address> elsewhere_;  // variables of the program
    memory::Address last_ = 0;
    std::uint64_t count_ = 0;
    std::uint8_t launch_ = 1;
};

}  // namespace cusim::observe
