// What simcc includes before the first line of every .cu file. The build of the kit compiles it
// once, with simcc --precompile: every check of a submission would read it anew.
#pragma once

// The order matters: only the first declaration of a function may name its symbol.
// clang-format off
#include "cusim/redirected.hpp"
#include "cuda_runtime.h"
