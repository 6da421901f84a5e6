// How many different sectors of global memory a launch touched: the traffic
// that no cache, however large, could have saved.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "simulator/count/transactions.hpp"
#include "simulator/memory/layout.hpp"

namespace cusim::count {

class UniqueSectors {
  public:
    void touch(const trace::WarpRequest& request);
    // All sectors of these bytes.
    void touch(memory::Address begin, memory::Address end);
    // Those of addresses that lie this far apart.
    void touch(memory::Address first, memory::Address gap, unsigned count);
    std::uint64_t count() const {
        return device_.count() + host_visible_.count() + elsewhere_.size();
    }
    void clear();

  private:
    // A bit for each sector of a heap, so that those of a whole matrix stay in
    // the cache.
    class Bits {
      public:
        void set(std::size_t first, std::size_t last);
        // The sectors of bytes that lie this far apart.
        void set_apart(std::size_t first, std::size_t gap, unsigned count);
        std::uint64_t count() const { return count_; }
        void clear();

      private:
        void make_room(std::size_t word);

        std::vector<std::uint64_t> words_;
        std::size_t lowest_ = ~std::size_t{0}, highest_ = 0;  // all other words are 0
        std::uint64_t count_ = 0;
    };

    Bits device_, host_visible_;
    std::unordered_set<memory::Address> elsewhere_;  // variables of the program
    memory::Address last_ = 0;
};

}  // namespace cusim::count
