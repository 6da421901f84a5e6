// The places of shared variables, for those who reach another block's.
#pragma once

namespace cusim::exec {

struct Block;

// Gives the block all variables of the launch so far, as if one of its threads had come by.
void place_all_in(Block& block);

}  // namespace cusim::exec
