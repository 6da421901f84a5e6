// Included by simcc before the first line of every .cu file. The kit's build compiles it once
// (simcc --precompile); otherwise each check of a submission would have to read it again.
#pragma once

// The order matters: only the first declaration of a function may define its symbol.
// clang-format off
#include "cusim/redirected.hpp"
#include "cuda_runtime.h"
