// A run by hand (--time) that measures lab 09's functions on a GPU: the chains beside the same
// steps without counting, the tone map beside a kernel that reads the hits and does nothing else,
// the pruned set beside chains with as many hits, and the frames beside a launch for each.
#pragma once

#include "../lab.hpp"
#include "runner/program.hpp"

namespace julia {

struct Functions {
    decltype(::julia_hits)* hits;
    decltype(::tone_map)* tone_map;
    decltype(::julia_pruned)* pruned;
    decltype(::julia_frames)* frames;
};

void declare_times(runner::Program& program, Functions functions);

}  // namespace julia
