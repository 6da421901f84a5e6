// Shadow cells for single bytes, for words whose bytes different threads access: neighbouring bytes
// and shorts may belong to different threads. Allocated a page at a time, when first needed.
#pragma once

#include <array>

#include "simulator/race/shadow/shadow.hpp"

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

// The byte cells of the aligned word at this address. They hold what the latest split() left there.
ByteCells& byte_cells(memory::Address word);

// The last write to the byte at this address.
PastAccess last_write(memory::Address address);

// From `now` on, the bytes of the word have cells of their own.
void split(Cell cell, memory::Address word, Epoch now);

}  // namespace cusim::race
