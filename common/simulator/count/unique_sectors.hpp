// Counts the distinct sectors of global memory that a launch touched: the traffic that even an
// unlimited cache could not avoid.
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
    // Adds all sectors of these bytes.
    void touch(memory::Address begin, memory::Address end);
    // Adds the sectors of addresses at this distance.
    void touch(memory::Address first, memory::Address gap, unsigned count);
    std::uint64_t count() const {
        return device_.count() + host_visible_.count() + elsewhere_.size();
    }
    void clear();

  private:
    // One bit for each sector of a heap, small enough that the bits of a matrix stay in the cache.
    class Bits {
      public:
        void set(std::size_t first, std::size_t last);
        // Sets the bits of bytes at this distance.
        void set_apart(std::size_t first, std::size_t gap, unsigned count);
        std::uint64_t count() const { return count_; }
        void clear();

      private:
        void make_room(std::size_t word);

        std::vector<std::uint64_t> words_;
        std::size_t lowest_ = ~std::size_t{0}, highest_ = 0;  // outside this range all words are 0
        std::uint64_t count_ = 0;
    };

    Bits device_, host_visible_;
    std::unordered_set<memory::Address> elsewhere_;  // variables of the program
    memory::Address last_ = 0;
};

}  // namespace cusim::count
