// How a launch divides the rows of a matrix among its blocks: of each row, how many of its bytes
// one block loads. The requests of the other counters do not show this, since they do not tell rows
// apart, nor blocks. Labs 07 and 08 use it, where several blocks share the work of each row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simulator/memory/layout.hpp"

namespace cusim::count {

class RowShares {
  public:
    void touch(std::uint32_t block, memory::Address first, std::size_t size);
    // Of all rows and blocks: the most bytes of one row that one block has loaded. What it loads
    // again does not count again. An access of less than a word counts as the word.
    std::uint64_t most_bytes() const;
    void clear();

  private:
    // One bit for each word of a row, by row and block.
    std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> loaded_;
    std::vector<std::uint64_t>* latest_ = nullptr;
    std::uint64_t latest_key_ = 0;
};

// From here on, launches count how their blocks divide the rows of this matrix. A row of no bytes
// ends that.
void watch_rows(const void* base, std::size_t bytes, std::size_t row_bytes);
bool watches_rows();

}  // namespace cusim::count
