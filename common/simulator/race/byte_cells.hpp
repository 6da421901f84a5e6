// Cells for single bytes, for the words whose bytes went different ways: neighbouring bytes and
// shorts belong to whoever writes them. Made a page at a time, where and when needed.
#pragma once

#include <array>

#include "simulator/race/shadow.hpp"

namespace cusim::race {

struct ByteCell {
    LastWrite write;
    OtherAccess other;

    operator Cell() { return {write, other}; }
};

struct ByteCells {
    std::array<ByteCell, 4> cells;
    std::array<PastAccess, 4> seconds;
};

// Of the aligned word at this address; holds what the last split left there.
ByteCells& byte_cells(memory::Address word);

// Of the byte at this address.
PastAccess last_write(memory::Address address);

// From `now` on its bytes go different ways.
void split(Cell cell, memory::Address word, Epoch now);

}  // namespace cusim::race
