// <cuda_runtime.h> on the simulator: everything that nvcc makes visible to a .cu file without an
// include, including parts of the C and C++ libraries. simcc uses it in compiled form where
// possible, so headers that many programs include are cheaper here than in the programs.
#pragma once

#include "cusim/letters_hidden.hpp"

#define __CUDA_RUNTIME_H__  // programs test it to see what they may use

#include <bits/stl_algobase.h>  // std::min, std::max and std::copy without the rest of <algorithm>
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <compare>
#include <concepts>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "cusim/atomics.hpp"
#include "cusim/barriers.hpp"
#include "cusim/builtins.hpp"
#include "cusim/host_qualifiers.hpp"
#include "cusim/math.hpp"
#include "cusim/nv_atomic.hpp"
#include "cusim/ptx.hpp"
#include "cusim/ptx_tiles.hpp"
#include "cusim/retired_names.hpp"
#include "cusim/runtime_api.hpp"
#include "cusim/seen_copies.hpp"
#include "cusim/surface.hpp"
#include "cusim/texture.hpp"
#include "cusim/translated.hpp"
#include "cusim/vector_functions.hpp"
#include "cusim/warp.hpp"

#include "cusim/letters_restored.hpp"
