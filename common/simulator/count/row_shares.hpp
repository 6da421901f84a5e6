// How a launch divides the rows of a matrix among its blocks and threads: of each row, how many of
// its bytes one block loads, or one thread. The blocks of a cluster count as one, since they have a
// barrier, and memory, of their own. The requests of the other counters do not show this,
// since they do not tell rows apart, nor blocks. Lab 04 uses it, where threads share the work of
// each row, and labs 07 and 08, where blocks do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/memory/layout.hpp"

namespace cusim::count {

class RowShares {
  public:
    // `group`: the block, or the cluster that it belongs to.
    void touch(std::uint32_t group, std::uint32_t block, std::uint32_t thread,
               memory::Address first, std::size_t size);
    // Of all rows and blocks: the most bytes of one row that one block has loaded. What it loads
    // again does not count again. An access of less than a word counts as the word.
    std::uint64_t most_bytes() const;
    // The same of one thread, but what it loads again counts again.
    std::uint64_t most_bytes_by_thread() const;
    // That all blocks have loaded, each for itself, of all rows.
    std::uint64_t all_bytes() const;
    void clear();

  private:
    // One bit for each word of a row, by row and block.
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> loaded_;
    // Bytes, by row and thread.
    std::unordered_map<std::uint64_t, std::uint32_t> loaded_by_threads_;
    std::vector<std::uint64_t>* latest_ = nullptr;
    std::uint64_t latest_key_ = 0;
};

// From here on, launches count how their blocks divide the rows of this matrix. A row of no bytes
// ends that.
void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes);
bool watches_rows();

}  // namespace cusim::count
