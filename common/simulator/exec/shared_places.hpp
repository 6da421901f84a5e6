// For access to another block's shared memory: the addresses of its variables.
#pragma once

namespace cusim::exec {

struct Block;

// Assigns addresses in the block to all variables of the launch so far, as if one of its threads
// had used them.
void place_all_in(Block& block);

}  // namespace cusim::exec
