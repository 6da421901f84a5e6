// <cuda_runtime.h> on the simulator: everything nvcc makes visible to a .cu file without an
// include. Kept light, since every check of a submission compiles it.
#pragma once

#define __CUDA_RUNTIME_H__  // by which programs ask what they may use

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <initializer_list>

#include "cusim/atomics.hpp"
#include "cusim/barriers.hpp"
#include "cusim/builtins.hpp"
#include "cusim/host_qualifiers.hpp"
#include "cusim/math.hpp"
#include "cusim/runtime_api.hpp"
#include "cusim/texture.hpp"
#include "cusim/translated.hpp"
#include "cusim/vector_types.hpp"
#include "cusim/warp.hpp"
